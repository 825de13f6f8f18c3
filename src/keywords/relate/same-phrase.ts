import { editDistance } from '../../domain/edit-distance.ts';
import type { Phrase } from './phrase.ts';

/** Shorter words differ by one letter and mean something else: `bag`, `rag`. */
const shortestTypo = 5;

const isNumberChange = (a: string, b: string): boolean =>
  (/\d/.test(a) || /\d/.test(b)) && a.replace(/\D/g, '') !== b.replace(/\D/g, '');

/** Two phrases a shopper would call the same: order, spaces, or a typo of each other. */
export const isSamePhrase = (a: Spelt, b: Spelt): boolean => {
  if (a.key === b.key || a.unspaced === b.unspaced) return true;
  if (a.words.length !== b.words.length || Math.abs(a.unspaced.length - b.unspaced.length) > 1) return false;
  const place = onlyDifference(a.words, b.words);
  if (place < 0) return false;
  const [left, right] = [a.words[place] ?? '', b.words[place] ?? ''];
  if (Math.min(left.length, right.length) < shortestTypo || isNumberChange(left, right)) return false;
  return editDistance(left, right, 1) <= 1;
};

/** The place of the only word that differs; -1 when several do. */
const onlyDifference = (a: readonly string[], b: readonly string[]): number => {
  let place = -1;
  for (let at = 0; at < a.length; at++) {
    if (a[at] === b[at]) continue;
    if (place >= 0) return -1;
    place = at;
  }
  return place;
};

type Spelt = Pick<Phrase, 'words' | 'key' | 'solid'>;
