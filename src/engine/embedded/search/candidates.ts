import type { HitParts } from '../../engine.ts';
import type { Predicate } from '../columns/predicate.ts';
import { findRow, type Row, type Rows } from '../rows/rows.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { candidateKey, rowFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createTopK } from '../ranking/top-k.ts';
import type { TextMatches } from '../text/text-search.ts';

type ScoreParts = Pick<HitParts, 'looks' | 'colour' | 'title' | 'text'>;

/** Scored rows: by looks or by text. The source's own family is never among the best. */
export interface Candidates {
  /**
   * Keys of the `count` best families with a member that passes and scores at least `minimumUnits`, best
   * first, each by its best member. `findPasses`: compiles the predicate, which is often not needed. `narrowed`: it also
   * contains a filter or hidden rows. `key`: equal for predicates that the same rows pass.
   */
  best(
    findPasses: () => Predicate,
    count: number,
    minimumUnits: number,
    narrowed: boolean,
    key: () => string,
  ): Promise<Float64Array>;
  /** Score of one row in millionths; 0 when it has none. */
  units(row: Row): number;
  parts(row: Row): ScoreParts;
}

/** For a query that cannot have results. */
export const noCandidates: Candidates = {
  best: async () => new Float64Array(0),
  units: () => 0,
  parts: () => ({ looks: null, colour: null, title: null, text: null }),
};

/** Rows between two looks at the clock: a filter of a hundred comparisons takes some microseconds for each. */
const rowsBetweenLooks = 64;

type TextCandidates = Candidates & { fuzzied(row: number): boolean };

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
