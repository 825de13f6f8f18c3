import type { TokenStream } from './token-stream.ts';

/**
 * Text lengths over a whole catalogue, kept with its index. BM25 compares the length of a product's text with the
 * average.
 */
export type CorpusStatistics = {
  /** Fields with a text of their own, in order. */
  readonly primary: readonly string[];
  /** For each text, the name first and the attributes last: number of words, and of products that have it. */
  readonly wordTotals: Float64Array;
  readonly carrierCounts: Float64Array;
};

export const measureCorpus = (stream: TokenStream, primary: readonly string[]): CorpusStatistics => {
  const wordTotals = new Float64Array(primary.length + 2);
  const carrierCounts = new Float64Array(wordTotals.length);
  for (let row = 0; row < stream.rowCount; row += 1) {
    for (const { field, length } of stream.fieldTokens(row)) {
      wordTotals[field] = (wordTotals[field] ?? 0) + length;
      carrierCounts[field] = (carrierCounts[field] ?? 0) + 1;
    }
  }
  return { primary, wordTotals, carrierCounts };
};

/** Length of a text divided by the average length; 1 when there is no average. */
export const relativeLength = (
  { wordTotals, carrierCounts }: CorpusStatistics,
  text: number,
  length: number,
): number => {
  const total = wordTotals[text] ?? 0;
  return total > 0 ? (length * (carrierCounts[text] ?? 0)) / total : 1;
};
