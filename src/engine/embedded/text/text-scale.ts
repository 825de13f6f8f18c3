import type { SectionArray, Sections } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';
import type { Transcript } from './transcript.ts';

/** What the words of a product are held against: measured over a whole catalogue, and kept with its index. */
export type TextScale = {
  /** Fields that are texts of their own, in their order. */
  readonly presented: readonly string[];
  /** Of each text, the name first and the attributes last: words in all, and products that carry it. */
  readonly words: Float64Array;
  readonly carriers: Float64Array;
};

export const measureScale = (transcript: Transcript, presented: readonly string[]): TextScale => {
  const words = new Float64Array(presented.length + 2);
  const carriers = new Float64Array(words.length);
  for (let row = 0; row < transcript.rows; row += 1) {
    for (const { field, length } of transcript.passages(row)) {
      words[field] = (words[field] ?? 0) + length;
      carriers[field] = (carriers[field] ?? 0) + 1;
    }
  }
  return { presented, words, carriers };
};

/** Length of a text against what is usual; 1 where nothing is. */
export const relativeLength = ({ words, carriers }: TextScale, text: number, length: number): number => {
  const all = words[text] ?? 0;
  return all > 0 ? (length * (carriers[text] ?? 0)) / all : 1;
};

export const packScale = ({ presented, words, carriers }: TextScale): Record<string, SectionArray> => ({
  ...packStrings('presented', presented),
  'scale.words': words,
  'scale.carriers': carriers,
});

/** Null in a version that did not keep it. */
export const readScale = (sections: Sections): TextScale | null => {
  if (!sections.has('scale.words')) return null;
  const names = readStrings(sections, 'presented');
  return {
    presented: Array.from({ length: names.size }, (_, index) => names.at(index)),
    words: sections.get('scale.words', 'f64'),
    carriers: sections.get('scale.carriers', 'f64'),
  };
};
