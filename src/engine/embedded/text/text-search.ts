import type { TextQuery, TextTrace } from '../../engine.ts';
import { toUnits } from '../../score.ts';
import { impactAt, type TextIndex } from './index-reader.ts';
import type { Expansion } from './expansion.ts';
import { findRarestTerm, expandQuery, type ExpandedQuery, countRowsWithAll } from './expansions.ts';
import { createTrace } from './trace.ts';

export type TextMatches = {
  /** Rows that match, ascending. */
  readonly rows: Uint32Array;
  /** Score of each, in millionths. */
  readonly units: Uint32Array;
  /** 1 where a fuzzy match contributed. */
  readonly fuzzied: Uint8Array;
  readonly trace: Omit<TextTrace, 'fuzzied'>;
};

/**
 * Rows that match the query. The score is the share of the query's weight that a row reaches: each word counts with
 * its inverse document frequency (idf), times its impact in the row (0 to 1). 1 would be a row that contains every
 * word of the query and nothing else; the same words give the same score to every product of a version.
 */
export const searchText = (
  index: TextIndex,
  query: TextQuery,
  isOwnRow: (row: number) => boolean,
): TextMatches => {
  const expanded = expandQuery(index, query, (term) => hasOtherRow(index, term, isOwnRow));
  const accumulator = createAccumulator(index);
  let totalWeight = 0;
  expanded.words.forEach((_, at) => {
    const expansions = expansionsAt(expanded, at);
    const weight = computeIdf(index, expansions);
    totalWeight += weight;
    accumulator.addWord(expansions, weight);
  });
  const needed = query.searchMode === 'All' ? Math.max(1, expanded.words.length) : 1;
  return { ...accumulator.matches(needed, totalWeight), trace: createTrace(query.text, expanded) };
};

const hasOtherRow = (index: TextIndex, term: number, isOwnRow: (row: number) => boolean): boolean => {
  for (let at = index.offsets[term] ?? 0; at < (index.offsets[term + 1] ?? 0); at += 1) {
    if (!isOwnRow(index.rows[at] ?? 0)) return true;
  }
  return false;
};

/** A word's own expansions, then those of the span it is part of. */
const expansionsAt = ({ expansions, spans }: ExpandedQuery, at: number): readonly Expansion[] => {
  const span = spans.find(({ from, words }) => at >= from && at < from + words);
  return [...(expansions[at] ?? []), ...(span?.expansions ?? [])];
};

/**
 * Inverse document frequency of the most common expansion, so that a rare misspelling weighs no more than the word it
 * stands for. A word without any match weighs most: that it is missing must show in the score.
 */
const computeIdf = (index: TextIndex, expansions: readonly Expansion[]): number => {
  const rows = expansions.reduce((most, { terms }) => Math.max(most, countRowsWithAll(index, terms)), 0);
  return Math.log(1 + (index.size - rows + 0.5) / (rows + 0.5));
};

const createAccumulator = (index: TextIndex) => {
  const sums = new Float64Array(index.size);
  const words = new Uint16Array(index.size);
  const fuzzied = new Uint8Array(index.size);
  /** For the current word: the impact of its best expansion in each row, and whether that one is fuzzy. */
  const best = new Float32Array(index.size);
  const bestIsFuzzy = new Uint8Array(index.size);

  const scoreExpansion = (expansion: Expansion, touched: number[]) => {
    const isFuzzy = expansion.kind === 'fuzzy' ? 1 : 0;
    forEachRow(index, expansion.terms, (row, impact) => {
      const value = expansion.weight * impact;
      const known = best[row] ?? 0;
      if (known === 0) touched.push(row);
      if (value <= known) return;
      best[row] = value;
      bestIsFuzzy[row] = isFuzzy;
    });
  };
  return {
    /** A row counts each word once, by its best expansion. */
    addWord: (expansions: readonly Expansion[], weight: number) => {
      const touched: number[] = [];
      for (const expansion of expansions) scoreExpansion(expansion, touched);
      for (const row of touched) {
        sums[row] = (sums[row] ?? 0) + weight * (best[row] ?? 0);
        words[row] = (words[row] ?? 0) + 1;
        fuzzied[row] = (fuzzied[row] ?? 0) | (bestIsFuzzy[row] ?? 0);
        best[row] = 0;
      }
    },
    matches: (needed: number, totalWeight: number): Omit<TextMatches, 'trace'> => {
      const found: number[] = [];
      words.forEach((count, row) => {
        if (count >= needed) found.push(row);
      });
      return {
        rows: Uint32Array.from(found),
        units: Uint32Array.from(found, (row) => toUnits((sums[row] ?? 0) / totalWeight)),
        fuzzied: Uint8Array.from(found, (row) => fuzzied[row] ?? 0),
      };
    },
  };
};

/** Rows that contain all terms, each with the smallest of their impacts. */
const forEachRow = (
  index: TextIndex,
  terms: readonly number[],
  visit: (row: number, impact: number) => void,
) => {
  const rarest = findRarestTerm(index, terms);
  const others = terms.filter((term) => term !== rarest);
  for (let at = index.offsets[rarest] ?? 0; at < (index.offsets[rarest + 1] ?? 0); at += 1) {
    const row = index.rows[at] ?? 0;
    let impact = index.impacts[at] ?? 0;
    for (const term of others) impact = Math.min(impact, impactAt(index, term, row));
    if (impact > 0) visit(row, impact);
  }
};
