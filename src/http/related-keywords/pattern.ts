import { Fault } from '../../errors.ts';

/** One spelling for what looks the same (NFKC), nothing around it, and nothing that cannot be seen in it. */
export const tidyPattern = (text: string): string => {
  const tidy = text.normalize('NFKC').trim();
  if (!/\p{Cc}/u.test(tidy)) return tidy;
  throw new Fault('bad-input', 'pattern: holds a control character.', {
    nextStep: 'Allowed: 1 to 200 printable characters.',
  });
};
