import type { SectionArray, Sections } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';
import type { TokenStream } from './token-stream.ts';

/** What the words of a product are held against: measured over a whole catalogue, and kept with its index. */
export type CorpusStatistics = {
  /** Fields that are texts of their own, in their order. */
  readonly primary: readonly string[];
  /** Of each text, the name first and the attributes last: words in all, and products that carry it. */
  readonly wordTotals: Float64Array;
  readonly carrierCounts: Float64Array;
};

export const measureCorpus = (transcript: TokenStream, presented: readonly string[]): CorpusStatistics => {
  const words = new Float64Array(presented.length + 2);
  const carriers = new Float64Array(words.length);
  for (let row = 0; row < transcript.rowCount; row += 1) {
    for (const { field, length } of transcript.fieldTokens(row)) {
      words[field] = (words[field] ?? 0) + length;
      carriers[field] = (carriers[field] ?? 0) + 1;
    }
  }
  return { primary: presented, wordTotals: words, carrierCounts: carriers };
};

/** Length of a text against what is usual; 1 where nothing is. */
export const relativeLength = (
  { wordTotals: words, carrierCounts: carriers }: CorpusStatistics,
  text: number,
  length: number,
): number => {
  const all = words[text] ?? 0;
  return all > 0 ? (length * (carriers[text] ?? 0)) / all : 1;
};

export const packStatistics = ({
  primary: presented,
  wordTotals: words,
  carrierCounts: carriers,
}: CorpusStatistics): Record<string, SectionArray> => ({
  ...packStrings('presented', presented),
  'scale.words': words,
  'scale.carriers': carriers,
});

/** Null in a version that did not keep it. */
export const readStatistics = (sections: Sections): CorpusStatistics | null => {
  if (!sections.has('scale.words')) return null;
  const names = readStrings(sections, 'presented');
  return {
    primary: Array.from({ length: names.size }, (_, index) => names.at(index)),
    wordTotals: sections.get('scale.words', 'f64'),
    carrierCounts: sections.get('scale.carriers', 'f64'),
  };
};
