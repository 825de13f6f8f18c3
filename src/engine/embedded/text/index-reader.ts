import type { Sections } from '../storage/sections.ts';
import { readStrings, type StringTable } from '../storage/strings.ts';

export type TextIndex = {
  readonly language: string;
  readonly terms: StringTable;
  /** Rows of term t: `rows[offsets[t] … offsets[t + 1]]`, ascending; `frequencies` beside them. */
  readonly offsets: Uint32Array;
  readonly rows: Uint32Array;
  readonly frequencies: Float32Array;
  readonly lengths: Float32Array;
  readonly averageLength: number;
};

export const readTextIndex = (sections: Sections, language: string): TextIndex => {
  const lengths = sections.get('lengths', 'f32');
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    language,
    terms: readStrings(sections, 'terms'),
    offsets: sections.get('offsets', 'u32'),
    rows: sections.get('rows', 'u32'),
    frequencies: sections.get('frequencies', 'f32'),
    lengths,
    averageLength: total / (lengths.length || 1),
  };
};
