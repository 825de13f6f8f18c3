import type { Sections } from '../storage/sections.ts';
import { readStrings, type StringTable } from '../storage/strings.ts';
import { type KeyIndex, readIndex } from './key-index.ts';
import { type FindNearest, readTypoIndex } from './typo-index.ts';

/** The patterns of one version, by number, and the indexes to find them by. */
export type Patterns = {
  readonly language: string;
  /** Normal forms, sorted. */
  readonly forms: StringTable;
  readonly texts: StringTable;
  readonly displays: StringTable;
  readonly popularity: Float64Array;
  /** Logarithm of the popularity, scaled to 1 for the most popular pattern. */
  readonly relativePopularity: (pattern: number) => number;
  /** 1 for those that may themselves be suggested. */
  readonly suggestible: Uint8Array;
  /** Sum of the rarity of the words of each pattern. */
  readonly rarity: Float32Array;
  readonly byWordOrder: KeyIndex;
  /** Most searched first. */
  readonly byWord: KeyIndex;
  readonly words: StringTable;
  readonly nearestForms: FindNearest;
  readonly nearestWords: FindNearest;
};

export const readPatterns = (sections: Sections, language: string): Patterns => {
  const forms = readStrings(sections, 'forms');
  const words = readStrings(sections, 'words');
  const popularity = sections.get('popularity', 'f64');
  const maximum = Math.log1p(popularity.reduce((highest, each) => Math.max(highest, each), 1));
  return {
    language,
    forms,
    texts: readStrings(sections, 'texts'),
    displays: readStrings(sections, 'displays'),
    popularity,
    relativePopularity: (pattern) => Math.log1p(popularity[pattern] ?? 0) / maximum,
    suggestible: sections.get('suggestible', 'u8'),
    rarity: sections.get('rarity', 'f32'),
    byWordOrder: readIndex(sections, 'orders'),
    byWord: readIndex(sections, 'words'),
    words,
    nearestForms: readTypoIndex(sections, 'forms', forms),
    nearestWords: readTypoIndex(sections, 'words', words),
  };
};

export const findMostPopular = ({ popularity }: Patterns, among: Iterable<number>): number => {
  let best = -1;
  for (const pattern of among)
    if (best < 0 || (popularity[pattern] ?? 0) > (popularity[best] ?? 0)) best = pattern;
  return best;
};
