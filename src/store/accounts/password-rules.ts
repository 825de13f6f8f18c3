import { Fault } from '../../errors.ts';

/** Long rather than odd: no rule asks for a capital letter or a digit, and any character may be used. */
export const passwordRules = { shortest: 12, longest: 200 } as const;

/** Throws `bad-input` for a password that is too short, too long or known to be common. */
export const refuseWeakPassword = async (password: string, email: string): Promise<void> => {
  const length = [...password].length;
  const { shortest, longest } = passwordRules;
  if (length < shortest) throw tooShort(shortest);
  if (length > longest) throw new Fault('bad-input', `A password has at most ${longest} characters.`);
  const folded = password.normalize('NFKC').toLowerCase();
  if (new Set(folded).size < 4) throw weak('This password is one of the first that would be tried.');
  if (isAbout(folded, email)) throw weak('A password must not be made of the e-mail address.');
  if (await isCommon(folded)) throw weak('This password is one of the first that would be tried.');
};

/** `password1234!` and `passwordpassword` are as common as `password`. */
const isCommon = async (folded: string): Promise<boolean> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set(dictionary['passwords-common']);
  const bare = withoutEnds(folded);
  return [folded, bare, unrepeated(folded), unrepeated(bare)].some((text) => common.has(text));
};

/** Digits and signs before and after it are what people add to get past a rule. */
const withoutEnds = (text: string): string => {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
};

const unrepeated = (text: string): string => {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
};

const isAbout = (folded: string, email: string): boolean => {
  const [name = '', host = ''] = email.toLowerCase().split('@');
  return [email.toLowerCase(), name, host].includes(folded) || withoutEnds(folded) === name;
};

const nextStep = 'Take four or five words that do not belong together.';

const tooShort = (length: number): Fault => {
  const told = { reason: 'short-password', values: { length } } as const;
  return new Fault('bad-input', `A password needs at least ${length} characters.`, {
    nextStep,
    reason: told,
  });
};

const weak = (message: string): Fault => {
  return new Fault('bad-input', message, {
    nextStep,
    reason: { reason: 'weak-password' },
  });
};
