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
 * Rows that say what the query says. The score is the share of the query's weight that a row carries: each
 * word weighs its rarity (idf), times how much the row says it (0 to 1). 1 would be a row that says nothing
 * but every word of the query; the same words give the same score to every product of a version.
 */
export const searchText = (
  index: TextIndex,
  query: TextQuery,
  isOwnRow: (row: number) => boolean,
): TextMatches => {
  const read = expandQuery(index, query, (term) => hasOtherRow(index, term, isOwnRow));
  const tally = startTally(index);
  let whole = 0;
  read.words.forEach((_, at) => {
    const readings = readingsAt(read, at);
    const weight = rarityOf(index, readings);
    whole += weight;
    tally.addWord(readings, weight);
  });
  const needed = query.searchMode === 'All' ? Math.max(1, read.words.length) : 1;
  return { ...tally.matches(needed, whole), trace: createTrace(query.text, read) };
};

const hasOtherRow = (index: TextIndex, term: number, isOwnRow: (row: number) => boolean): boolean => {
  for (let at = index.offsets[term] ?? 0; at < (index.offsets[term + 1] ?? 0); at += 1) {
    if (!isOwnRow(index.rows[at] ?? 0)) return true;
  }
  return false;
};

/** A word's own readings first: its rarity is theirs, unless it is known only together with its neighbours. */
const readingsAt = ({ expansions: readings, spans }: ExpandedQuery, at: number): readonly Expansion[] => {
  const span = spans.find(({ from, words }) => at >= from && at < from + words);
  return [...(readings[at] ?? []), ...(span?.expansions ?? [])];
};

/**
 * By the most common single reading, so that a rare misspelling weighs no more than the word it stands for. A
 * word that nothing is found for weighs most: missing it must show in the score.
 */
const rarityOf = (index: TextIndex, readings: readonly Expansion[]): number => {
  const rows = readings.reduce((most, { terms }) => Math.max(most, countRowsWithAll(index, terms)), 0);
  return Math.log(1 + (index.size - rows + 0.5) / (rows + 0.5));
};

const startTally = (index: TextIndex) => {
  const sums = new Float64Array(index.size);
  const words = new Uint16Array(index.size);
  const fuzzied = new Uint8Array(index.size);
  /** Of the word at hand: how much the row says it by its best reading, and whether that one is fuzzy. */
  const best = new Float32Array(index.size);
  const bestIsFuzzy = new Uint8Array(index.size);

  const read = (reading: Expansion, touched: number[]) => {
    const isFuzzy = reading.kind === 'fuzzy' ? 1 : 0;
    eachRow(index, reading.terms, (row, impact) => {
      const value = reading.weight * impact;
      const known = best[row] ?? 0;
      if (known === 0) touched.push(row);
      if (value <= known) return;
      best[row] = value;
      bestIsFuzzy[row] = isFuzzy;
    });
  };
  return {
    /** A row counts each word once, by the reading it carries best. */
    addWord: (readings: readonly Expansion[], weight: number) => {
      const touched: number[] = [];
      for (const reading of readings) read(reading, touched);
      for (const row of touched) {
        sums[row] = (sums[row] ?? 0) + weight * (best[row] ?? 0);
        words[row] = (words[row] ?? 0) + 1;
        fuzzied[row] = (fuzzied[row] ?? 0) | (bestIsFuzzy[row] ?? 0);
        best[row] = 0;
      }
    },
    matches: (needed: number, whole: number): Omit<TextMatches, 'trace'> => {
      const found: number[] = [];
      words.forEach((count, row) => {
        if (count >= needed) found.push(row);
      });
      return {
        rows: Uint32Array.from(found),
        units: Uint32Array.from(found, (row) => toUnits((sums[row] ?? 0) / whole)),
        fuzzied: Uint8Array.from(found, (row) => fuzzied[row] ?? 0),
      };
    },
  };
};

/** Rows that say all terms; a row says them together as much as it says the least of them. */
const eachRow = (index: TextIndex, terms: readonly number[], see: (row: number, impact: number) => void) => {
  const rarest = findRarestTerm(index, terms);
  const others = terms.filter((term) => term !== rarest);
  for (let at = index.offsets[rarest] ?? 0; at < (index.offsets[rarest + 1] ?? 0); at += 1) {
    const row = index.rows[at] ?? 0;
    let impact = index.impacts[at] ?? 0;
    for (const term of others) impact = Math.min(impact, impactAt(index, term, row));
    if (impact > 0) see(row, impact);
  }
};
