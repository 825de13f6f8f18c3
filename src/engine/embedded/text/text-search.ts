import { toUnits } from '../../score.ts';
import type { TextQuery, TextTrace } from '../../engine.ts';
import { type Alternative, findAlternatives, type WordGroup } from './alternatives.ts';
import type { TextIndex } from './index-reader.ts';

/** The usual constants of BM25: how soon repetition stops to count, how much long texts are held back. */
const saturation = 1.2;
const lengthPenalty = 0.75;

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
 * word weighs its rarity (idf), times how much the row speaks of it (0 to 1, saturating). 1 would be a row that
 * speaks of nothing but every word of the query; the same words give the same score to every product.
 */
export const searchText = (
  index: TextIndex,
  query: TextQuery,
  isOwnRow: (row: number) => boolean,
): TextMatches => {
  const groups = findAlternatives(index, query, (term) => hasOtherRow(index, term, isOwnRow));
  const tally = new Map<number, { sum: number; words: number; fuzzied: boolean }>();
  for (const group of groups) addGroup(index, group, tally);
  const needed = query.searchMode === 'All' ? groups.length : 1;
  const matching = [...tally].filter(([, { words }]) => words >= needed).sort(([a], [b]) => a - b);
  const whole = groups.reduce((sum, group) => sum + groupRarity(index, group), 0);
  return {
    rows: Uint32Array.from(matching, ([row]) => row),
    units: Uint32Array.from(matching, ([, { sum }]) => toUnits(sum / whole)),
    fuzzied: Uint8Array.from(matching, ([, { fuzzied }]) => (fuzzied ? 1 : 0)),
    trace: traceOf(query.text, groups),
  };
};

const postings = (index: TextIndex, term: number): [start: number, end: number] => [
  index.offsets[term] ?? 0,
  index.offsets[term + 1] ?? 0,
];

const hasOtherRow = (index: TextIndex, term: number, isOwnRow: (row: number) => boolean): boolean => {
  const [start, end] = postings(index, term);
  for (let at = start; at < end; at += 1) if (!isOwnRow(index.rows[at] ?? 0)) return true;
  return false;
};

const rarity = (index: TextIndex, rowsWithTerm: number): number =>
  Math.log(1 + (index.lengths.length - rowsWithTerm + 0.5) / (rowsWithTerm + 0.5));

const termRarity = (index: TextIndex, { term }: Alternative): number => {
  const [start, end] = postings(index, term);
  return rarity(index, end - start);
};

/** A word that nothing can be found for weighs most: missing it must show in the score. */
const groupRarity = (index: TextIndex, { alternatives }: WordGroup): number =>
  alternatives.length === 0
    ? rarity(index, 0)
    : Math.max(...alternatives.map((alternative) => termRarity(index, alternative)));

/** A row counts each word once, by the alternative it carries best. */
const addGroup = (
  index: TextIndex,
  group: WordGroup,
  tally: Map<number, { sum: number; words: number; fuzzied: boolean }>,
) => {
  const best = new Map<number, { value: number; fuzzy: boolean }>();
  for (const alternative of group.alternatives) {
    const weight = alternative.weight * termRarity(index, alternative);
    const [start, end] = postings(index, alternative.term);
    for (let at = start; at < end; at += 1) {
      const row = index.rows[at] ?? 0;
      const value = weight * emphasis(index, row, index.frequencies[at] ?? 0);
      if (value > (best.get(row)?.value ?? 0)) best.set(row, { value, fuzzy: alternative.kind === 'fuzzy' });
    }
  }
  for (const [row, { value, fuzzy }] of best) {
    const { sum = 0, words = 0, fuzzied = false } = tally.get(row) ?? {};
    tally.set(row, { sum: sum + value, words: words + 1, fuzzied: fuzzied || fuzzy });
  }
};

const emphasis = (index: TextIndex, row: number, frequency: number): number => {
  const length = (index.lengths[row] ?? 0) / (index.averageLength || 1);
  return frequency / (frequency + saturation * (1 - lengthPenalty + lengthPenalty * length));
};

const traceOf = (text: string, groups: readonly WordGroup[]): TextMatches['trace'] => {
  const changed = groups.filter(({ alternatives }) => alternatives.some(({ kind }) => kind !== 'exact'));
  const became = groups.map(({ word, alternatives }) => alternatives[0]?.text ?? word);
  return {
    originalQuery: text,
    alteredQuery: changed.length > 0 ? became.join(' ') : text,
    changedTerms: Object.fromEntries(
      changed.map(({ word, alternatives }) => [word, alternatives.map((alternative) => alternative.text)]),
    ),
  };
};
