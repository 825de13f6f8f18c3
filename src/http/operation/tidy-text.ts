import { Fault } from '../../errors.ts';

/**
 * A text as people mean it: white space of any kind is one space, none is around it. Other control characters are
 * refused. Unicode is normalised to NFKC unless the text names something that has its own spelling.
 */
export const tidyText =
  (name: string, { normalize = true } = {}) =>
  (text: string): string => {
    // Nearly every text: words of ASCII.
    if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
    const normal = normalize ? text.normalize('NFKC') : text;
    const tidy = normal.replace(/[\s\u0085]+/gu, ' ').trim();
    if (!/\p{Cc}/u.test(tidy)) return tidy;
    throw new Fault('bad-input', `${name}: holds a control character.`, {
      nextStep: 'Allowed: 1 to 200 printable characters.',
    });
  };
