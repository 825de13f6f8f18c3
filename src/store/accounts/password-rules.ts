import { Fault } from '../../errors.ts';

/** Length counts, not composition: no rule asks for a capital letter or a digit, and any character may be used. */
export const passwordRules = { minimumLength: 12, maximumLength: 200 } as const;

/** Throws `bad-input` for a password that is too short, too long or known to be common. */
export const refuseWeakPassword = async (password: string, email: string): Promise<void> => {
  const length = [...password].length;
  const { minimumLength: shortest, maximumLength: longest } = passwordRules;
  if (length < shortest) throw passwordTooShort(shortest);
  if (length > longest) throw new Fault('bad-input', `A password has at most ${longest} characters.`);
  const normalized = password.normalize('NFKC').toLowerCase();
  if (new Set(normalized).size < 4)
    throw weakPassword('This password is one of the first that would be tried.');
  if (isDerivedFromEmail(normalized, email))
    throw weakPassword('A password must not be made of the e-mail address.');
  if (await isCommon(normalized))
    throw weakPassword('This password is one of the first that would be tried.');
};

/** `password1234!` and `passwordpassword` are as common as `password`. */
const isCommon = async (normalized: string): Promise<boolean> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = new Set(dictionary['passwords-common']);
  const core = trimNonLetters(normalized);
  return [normalized, core, collapseRepetition(normalized), collapseRepetition(core)].some((text) =>
    common.has(text),
  );
};

/** People add digits and signs at the ends to satisfy a rule. */
const trimNonLetters = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const collapseRepetition = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;

/** What is left of a password without the parts of the address: less than this could be guessed. */
const leastBesidesAddress = 8;

/** `ann.meier@shop.example1` and `2026-shop-meier!` are made of the address; `meier rides a green tram` is not. */
const isDerivedFromEmail = (normalized: string, email: string): boolean => {
  const parts = listAddressParts(email.normalize('NFKC').toLowerCase());
  const rest = parts.reduce((text, part) => text.replaceAll(part, ''), normalized);
  return rest !== normalized && trimNonLetters(rest).length < leastBesidesAddress;
};

/** The longest first: the address, its two sides, and their words. Short words are in others by chance. */
const listAddressParts = (email: string): string[] => {
  const sides = email.split('@');
  const words = email.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 4);
  return [email, ...sides, ...words]
    .filter((part) => part.length >= 3)
    .toSorted((one, other) => other.length - one.length);
};

const nextStep = 'Take four or five words that do not belong together.';

const passwordTooShort = (length: number): Fault => {
  const reason = { reason: 'short-password', values: { length } } as const;
  return new Fault('bad-input', `A password needs at least ${length} characters.`, { nextStep, reason });
};

const weakPassword = (message: string): Fault =>
  new Fault('bad-input', message, { nextStep, reason: { reason: 'weak-password' } });
