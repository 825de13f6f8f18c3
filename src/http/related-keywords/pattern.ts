import { Fault } from '../../errors.ts';

/** Normalises to NFKC and trims; refuses control characters. */
export const tidyPattern = (text: string): string => {
  const tidy = text.normalize('NFKC').trim();
  if (!/\p{Cc}/u.test(tidy)) return tidy;
  throw new Fault('bad-input', 'pattern: holds a control character.', {
    nextStep: 'Allowed: 1 to 200 printable characters.',
  });
};
