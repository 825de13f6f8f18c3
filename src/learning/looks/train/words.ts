import { crc32 } from 'node:zlib';
import type { Product } from '../../../domain/product.ts';

/** The words of titles that are compared, with the weight of each: rare words say more than frequent ones. */
export type Vocabulary = { readonly words: readonly string[]; readonly weights: Float32Array };

const wordDefaults = {
  /** Letters of a word at least: sizes and codes are shorter. */
  letters: 3,
  /** Words at most, the most frequent ones; each is one number of a vector. */
  words: 256,
  /** A word of one product alone compares nothing. */
  families: 2,
} as const;

/** Words of a title, each once, in lower case and without the s of a plural; numbers and short words are left out. */
export const splitTitle = (title: string): string[] => {
  const parts =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const long = parts.filter((part) => part.length >= wordDefaults.letters);
  return [...new Set(long.map((part) => part.replace(/(?<=..[^s])s$/u, '')))];
};

/** Words that all titles have, in the order of the first. */
export const sharedWords = (titles: readonly string[]): string[] => {
  const [first = [], ...others] = titles.map(splitTitle);
  return first.filter((word) => others.every((words) => words.includes(word)));
};

/** Variants of one product share a family. */
export const nameFamily = ({ groupId, identifier }: Product): string =>
  groupId === null ? `product ${identifier}` : `group ${groupId}`;

/** By group. A product without variants has the words of its own title, which need not be kept. */
export type FamilyWords = ReadonlyMap<string, readonly string[]>;

export const wordsOf = (families: FamilyWords, { groupId, displayText }: Product): readonly string[] =>
  groupId === null ? splitTitle(displayText) : (families.get(groupId) ?? []);

/** Keeps of the words of a family those that the title of one more variant has, too: not their colour, not their size. */
export const addFamilyWords = (
  families: Map<string, readonly string[]>,
  { groupId, displayText }: Product,
): void => {
  if (groupId === null) return;
  const before = families.get(groupId);
  const words = splitTitle(displayText);
  families.set(groupId, before === undefined ? words : before.filter((word) => words.includes(word)));
};

/** `titles`: the words of each family. Null when no word is shared by two families. */
export const chooseVocabulary = (titles: readonly (readonly string[])[]): Vocabulary | null => {
  const counts = new Map<string, number>();
  for (const words of titles) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const chosen = [...counts]
    .filter(([, count]) => count >= wordDefaults.families && count < titles.length)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, wordDefaults.words);
  if (chosen.length === 0) return null;
  return {
    words: chosen.map(([word]) => word),
    weights: Float32Array.from(chosen, ([, count]) => Math.log(titles.length / count)),
  };
};

/** Of unit length; zeros when no word is known. */
export const createWordVector = ({ words, weights }: Vocabulary, title: readonly string[]): Float32Array => {
  const vector = Float32Array.from(words, (word, at) => (title.includes(word) ? (weights[at] ?? 0) : 0));
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** Equal for titles that are compared alike: products with the same picture may differ in their words. */
export const identifyWords = ({ words }: Vocabulary, title: readonly string[]): string =>
  crc32(words.filter((word) => title.includes(word)).join(' '))
    .toString(16)
    .padStart(8, '0');
