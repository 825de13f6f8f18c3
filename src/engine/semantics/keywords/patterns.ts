import { isStopWord } from '../../../domain/stop-words.ts';
import { normalForm } from '../../../domain/normal-form.ts';

/** A list of texts, sorted by code units. */
export type TextTable = {
  readonly size: number;
  at(index: number): string;
  /** First index whose text is not below `text`. */
  lowerBound(text: string): number;
  /** Index of `text`, or -1. */
  find(text: string): number;
};

/** Numbers of the patterns that have a key. */
export type KeyIndex = (key: string) => ArrayLike<number>;

/** Numbers of the texts with the smallest edit distance within `typoRules`, ascending; empty when there are none. */
export type FindNearest = (typed: string) => readonly number[];

/** When one text is a typing error of another. */
export const typoRules = {
  /** The longer of two spellings has at least so many letters: `gold` is not a misspelt `cold`. */
  minimumLength: 5,
  /** One edit makes another word of a short word; long words allow two. */
  toleratedEdits: (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2),
} as const;

/** The patterns of one version, by number, and the indexes to find them by. */
export type Patterns = {
  readonly language: string;
  /** Normal forms, sorted. */
  readonly forms: TextTable;
  readonly texts: TextTable;
  readonly displays: TextTable;
  readonly popularity: ArrayLike<number>;
  /** Logarithm of the popularity, scaled to 1 for the most popular pattern. */
  readonly relativePopularity: (pattern: number) => number;
  /** 1 for those that may themselves be suggested. */
  readonly suggestible: ArrayLike<number>;
  /** Sum of the rarity of the words of each pattern. */
  readonly rarity: ArrayLike<number>;
  readonly byWordOrder: KeyIndex;
  /** Most searched first. */
  readonly byWord: KeyIndex;
  readonly words: TextTable;
  readonly nearestForms: FindNearest;
  readonly nearestWords: FindNearest;
};

/** Logarithm of the popularity, scaled to 1 for the most popular pattern. */
export const createRelativePopularity = (popularity: ArrayLike<number>): Patterns['relativePopularity'] => {
  const maximum = Math.log1p(Array.from(popularity).reduce((highest, each) => Math.max(highest, each), 1));
  return (pattern) => Math.log1p(popularity[pattern] ?? 0) / maximum;
};

/** Weight of a word: the more patterns contain it, the less. */
export const computeRarity = (carriers: number, patterns: number): number =>
  Math.log(1 + patterns / (1 + carriers));

export const findMostPopular = ({ popularity }: Patterns, among: ArrayLike<number>): number => {
  let best = -1;
  for (const pattern of Array.from(among))
    if (best < 0 || (popularity[pattern] ?? 0) > (popularity[best] ?? 0)) best = pattern;
  return best;
};

/** Words of a normal form without filler words such as `with` and `the`. */
export const contentWords = (form: string): Set<string> =>
  new Set(form.split(' ').filter((word) => word !== '' && !isStopWord(word)));

/** Whether patterns may be looked up by this word alone. Not by a number: `3 seater` and `halo 3` have nothing in common. */
export const hasEnoughLetters = (word: string): boolean => /\p{L}/u.test(word) && word.length > 1;

type Entry = { readonly text: string; readonly popularity: number };

/** Entries sorted by normal form. Of several with the same form the most popular is kept; one without any is dropped. */
export const selectEntries = <E extends Entry>(
  entries: Iterable<E>,
  language: string,
): { readonly form: string; readonly entry: E }[] => {
  const byForm = new Map<string, E>();
  for (const entry of entries) {
    const form = normalForm(entry.text, language);
    const known = byForm.get(form);
    if (form !== '' && (!known || entry.popularity > known.popularity)) byForm.set(form, entry);
  }
  return [...byForm].map(([form, entry]) => ({ form, entry })).sort((a, b) => (a.form < b.form ? -1 : 1));
};
