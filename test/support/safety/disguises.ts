import type { CorpusText } from './corpora.ts';

const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
};
const digits: Readonly<Record<string, string>> = { a: '4', e: '3', o: '0' };

const replaceLetters = (word: string, table: Readonly<Record<string, string>>): string =>
  word.replace(/\p{L}/gu, (letter) => table[letter.toLowerCase()] ?? letter);

const toFullWidth = (word: string): string =>
  word.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

const toBold = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + (letter.codePointAt(0) ?? 97) - 97));

/** Spellings of a word that evade plain lists, by name. */
export const disguises: Readonly<Record<string, (word: string) => string>> = {
  'upper case': (word) => word.toUpperCase(),
  'look-alike letters': (word) => replaceLetters(word, lookalikes),
  'zero-width space': (word) => `${word.slice(0, 2)}\u200b${word.slice(2)}`,
  'soft hyphen': (word) => `${word.slice(0, 3)}\u00ad${word.slice(3)}`,
  'word joiners': (word) => [...word].join('\u2060'),
  'full width': toFullWidth,
  'mathematical letters': toBold,
  'combining marks': (word) => [...word.normalize('NFC')].join('\u0336'),
  'blanks between letters': (word) => [...word.normalize('NFC')].join(' '),
  'dots between letters': (word) => [...word.normalize('NFC')].join('.'),
  'a hyphen inside': (word) => `${word.slice(0, 2)}-${word.slice(2)}`,
  'a star for a letter': (word) => `${word.slice(0, 2)}*${word.slice(3)}`,
  'digits for letters': (word) => replaceLetters(word, digits),
  'a letter four times': (word) => word.replace(/(\p{L})(?=\p{L}$)/u, '$1$1$1$1'),
};

const plainOnly: ReadonlySet<string> = new Set(['address', 'web', 'iban', 'contact', 'emoji', 'spelling']);

/** Texts of words. Addresses and numbers are no words, and some texts are in disguise already. */
export const isDisguisable = ({ text, language, subject }: CorpusText): boolean =>
  language !== 'later' && !plainOnly.has(subject) && !/\d/.test(text);

/** The word that says most is taken for the longest one. */
export const disguise = (text: string, change: (word: string) => string): string => {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest.length < 4 ? text : text.replace(longest, change(longest));
};
