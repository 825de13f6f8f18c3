import type { TextQuery, TextTrace } from '../../search-query.ts';
import { expandQuery, type Expansion } from '../../semantics/text/expand-query.ts';
import { chooseSpelling, createTrace, spellingSample } from '../../semantics/text/trace.ts';
import { toUnits } from '../../semantics/search/score.ts';
import { countNeededWords, createTextScore, weighWords } from '../../semantics/text/weigh-words.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { createVocabulary, findRarestTerm, impactAt, type TextIndex } from './text-index.ts';

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
 * Rows that match the query, with their scores (weigh-words.ts). Other requests are answered between two words of a
 * long query.
 */
export const searchText = async (
  index: TextIndex,
  query: TextQuery,
  isOwnRow: (row: number) => boolean,
  readTexts: (row: number) => readonly string[] = () => [],
): Promise<TextMatches> => {
  const slices = createWorkSlices();
  const vocabulary = createVocabulary(index);
  const expanded = expandQuery(vocabulary, query, (term) => hasOtherRow(index, term, isOwnRow));
  await slices.next();
  const words = weighWords(vocabulary, expanded);
  const accumulator = createAccumulator(index);
  for (const { expansions, weight } of words) {
    if (slices.isOver()) await slices.next();
    accumulator.addWord(expansions, weight);
  }
  if (slices.isOver()) await slices.next();
  const matches = accumulator.matches(
    countNeededWords(query, expanded),
    createTextScore(words),
    toUnits(query.minimumScore ?? 0),
  );
  return {
    ...matches,
    trace: createTrace(query.text, expanded, (term) => spellTerm(index, term, readTexts)),
  };
};

/** As the first products spell it that contain the term. */
const spellTerm = (
  { rows, offsets, terms, language }: TextIndex,
  term: number,
  readTexts: (row: number) => readonly string[],
): string => {
  const start = offsets[term] ?? 0;
  const end = Math.min(offsets[term + 1] ?? 0, start + spellingSample);
  const texts = Array.from(rows.subarray(start, end)).flatMap(readTexts);
  return chooseSpelling(terms.at(term), texts, language);
};

const hasOtherRow = (index: TextIndex, term: number, isOwnRow: (row: number) => boolean): boolean => {
  for (let at = index.offsets[term] ?? 0; at < (index.offsets[term + 1] ?? 0); at += 1) {
    if (!isOwnRow(index.rows[at] ?? 0)) return true;
  }
  return false;
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
    matches: (
      needed: number,
      score: (sum: number) => number,
      minimum: number,
    ): Omit<TextMatches, 'trace'> => {
      const rows = listRowsWith(words, needed).filter((row) => score(sums[row] ?? 0) >= minimum);
      return {
        rows,
        units: rows.map((row) => score(sums[row] ?? 0)),
        fuzzied: Uint8Array.from(rows, (row) => fuzzied[row] ?? 0),
      };
    },
  };
};

/** Rows in which at least so many words were found. Typed arrays: a plain one of every product takes several times as long. */
const listRowsWith = (words: Uint16Array, needed: number): Uint32Array => {
  const rows = new Uint32Array(words.length);
  let count = 0;
  for (let row = 0; row < words.length; row += 1) {
    if ((words[row] ?? 0) < needed) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.slice(0, count);
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
