import { scoreUnits } from '../../semantics/search/score.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { candidateKey, rowFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createTopK } from '../ranking/top-k.ts';
import type { TextMatches } from '../text/text-search.ts';
import type { Candidates } from './candidates.ts';
import { findRow } from '../rows/group-rows.ts';
import type { Rows } from '../rows/rows.ts';

/** Rows between two looks at the clock: a filter of a hundred comparisons takes some microseconds for each. */
const rowsBetweenLooks = 64;

export type TextCandidates = Candidates & { fuzzied(row: number): boolean };

/** Families by how well their text matches. */
export const createTextCandidates = (rows: Rows, matches: TextMatches, ownFamily: number): TextCandidates => {
  const readUnits = (row: number): number => matches.units[findRow(matches.rows, row)] ?? 0;
  return {
    best: async (findPasses, count, minimumUnits) => {
      const passes = findPasses();
      const byFamily = new Map<number, number>();
      const slices = createWorkSlices();
      for (let at = 0; at < matches.rows.length; at += 1) {
        const row = matches.rows[at] ?? 0;
        if (at % rowsBetweenLooks === 0 && slices.isOver()) await slices.next();
        const family = rows.familyOf[row] ?? 0;
        const units = matches.units[at] ?? 0;
        if (family === ownFamily || units < minimumUnits || !passes(row)) continue;
        const key = candidateKey(units, row);
        if (key < (byFamily.get(family) ?? worstKey)) byFamily.set(family, key);
      }
      const best = createTopK(count);
      for (const key of byFamily.values()) best.offer(key);
      return best.take();
    },
    units: readUnits,
    parts: (row) => ({ looks: null, colour: null, title: null, text: readUnits(row) / scoreUnits }),
    fuzzied: (row) => matches.fuzzied[findRow(matches.rows, row)] === 1,
  };
};

export const hasFuzzyMatch = (candidates: TextCandidates, keys: Float64Array): boolean =>
  keys.some((key) => candidates.fuzzied(rowFromKey(key)));
