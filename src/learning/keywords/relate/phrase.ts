import { editDistance } from '../../../domain/edit-distance.ts';
import { tokenize } from '../../../domain/normal-form.ts';

/** A search somebody made or could make, with what is known about it. */
export type Phrase = {
  readonly text: string;
  readonly displayText: string;
  readonly words: readonly string[];
  /** `phraseKey` and `joinWithoutSpaces` of the words, kept because they are compared very often. */
  readonly key: string;
  readonly unspaced: string;
  /** Searches; 0 for a phrase that only the catalogue knows. */
  readonly popularity: number;
  /** Products it finds; null where there is no catalogue to ask. */
  readonly products: number | null;
  /** Category path most of those products are in. */
  readonly category: string | null;
};

/** A spelling, how often it was searched for, and how many products have it as a name. */
export type Spelling = {
  readonly displayText: string;
  readonly popularity: number;
  readonly products?: number;
};

/** Equal for phrases that differ in word order, spaces and repeated words: `shirts t` = `t-shirt` = `tshirt`. */
export const phraseKey = (words: readonly string[]): string => [...new Set(words)].sort().join(' ');

export const joinWithoutSpaces = (words: readonly string[]): string => words.join('');

type MergedPhrase = { words: string[]; best: Spelling; popularity: number };

/** Ties are broken by the text, so that the order of rows does not matter. */
const isBetterKnown = (a: Spelling, b: Spelling): boolean => {
  const more = a.popularity - b.popularity || (a.products ?? 0) - (b.products ?? 0);
  return more > 0 || (more === 0 && a.displayText < b.displayText);
};

/** Merges spellings of the same search; the most used one becomes the display text. */
export const mergeSpellings = (spellings: Iterable<Spelling>, language: string): MergedPhrase[] => {
  const byKey = new Map<string, MergedPhrase>();
  const byCompact = new Map<string, MergedPhrase>();
  for (const spelling of spellings) {
    const words = tokenize(spelling.displayText, language);
    if (words.length === 0) continue;
    const known = byKey.get(phraseKey(words)) ?? byCompact.get(joinWithoutSpaces(words));
    if (known === undefined) {
      const merged = { words, best: spelling, popularity: spelling.popularity };
      byKey.set(phraseKey(words), merged);
      byCompact.set(joinWithoutSpaces(words), merged);
      continue;
    }
    known.popularity += spelling.popularity;
    if (isBetterKnown(spelling, known.best)) Object.assign(known, { best: spelling, words });
  }
  return [...byKey.values()];
};

/** Shorter words that differ by one letter are often different words: `bag`, `rag`. */
const minimumTypoLength = 5;

const isNumberChange = (a: string, b: string): boolean =>
  (/\d/.test(a) || /\d/.test(b)) && a.replace(/\D/g, '') !== b.replace(/\D/g, '');

/** Whether two phrases differ only in word order, in spaces, or in a typo of one letter. */
export const isSamePhrase = (a: ComparablePhrase, b: ComparablePhrase): boolean => {
  if (a.key === b.key || a.unspaced === b.unspaced) return true;
  if (a.words.length !== b.words.length || Math.abs(a.unspaced.length - b.unspaced.length) > 1) return false;
  const position = findOnlyDifference(a.words, b.words);
  if (position < 0) return false;
  const [left, right] = [a.words[position] ?? '', b.words[position] ?? ''];
  if (Math.min(left.length, right.length) < minimumTypoLength || isNumberChange(left, right)) return false;
  return editDistance(left, right, 1) <= 1;
};

/** The position of the only word that differs; -1 when several words differ, or none. */
const findOnlyDifference = (a: readonly string[], b: readonly string[]): number => {
  let position = -1;
  for (let index = 0; index < a.length; index++) {
    if (a[index] === b[index]) continue;
    if (position >= 0) return -1;
    position = index;
  }
  return position;
};

type ComparablePhrase = Pick<Phrase, 'words' | 'key' | 'unspaced'>;
