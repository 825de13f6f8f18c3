import { editDistance } from '../../../domain/edit-distance.ts';
import type { Phrase } from './phrase.ts';

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
