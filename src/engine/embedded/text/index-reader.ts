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
  /** What impacts were computed from; null for a version that does not have it. */
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

/** Number of rows that contain a term. */
export const countRows = (index: TextIndex, term: number): number =>
  (index.offsets[term + 1] ?? 0) - (index.offsets[term] ?? 0);

/** Impact of the term in the row; 0 when the row does not contain it. */
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
