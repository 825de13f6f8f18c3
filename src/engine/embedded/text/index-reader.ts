import type { Sections } from '../storage/sections.ts';
import { readStrings, type StringTable } from '../storage/strings.ts';
import { readStatistics, type CorpusStatistics } from './corpus-statistics.ts';

export type TextIndex = {
  readonly language: string;
  /** Rows of the catalogue, those without words included. */
  readonly size: number;
  /** Sorted by code units. */
  readonly terms: StringTable;
  /** Rows of term t: `rows[offsets[t] … offsets[t + 1]]`, ascending; `impacts` beside them, above 0, below 1. */
  readonly offsets: Uint32Array;
  readonly rows: Uint32Array;
  readonly impacts: Float32Array;
  /** What impacts were measured against; null in a version that did not keep it. */
  readonly statistics: CorpusStatistics | null;
};

export const readTextIndex = (sections: Sections, language: string): TextIndex => ({
  language,
  size: sections.get('size', 'u32')[0] ?? 0,
  terms: readStrings(sections, 'terms'),
  offsets: sections.get('offsets', 'u32'),
  rows: sections.get('rows', 'u32'),
  impacts: sections.get('impacts', 'f32'),
  statistics: readStatistics(sections),
});

/** Rows that say a term. */
export const countRows = (index: TextIndex, term: number): number =>
  (index.offsets[term + 1] ?? 0) - (index.offsets[term] ?? 0);

/** How much the row says the term; 0 when it does not. */
export const impactAt = (index: TextIndex, term: number, row: number): number => {
  let low = index.offsets[term] ?? 0;
  let high = index.offsets[term + 1] ?? 0;
  const end = high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((index.rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low < end && index.rows[low] === row ? (index.impacts[low] ?? 0) : 0;
};
