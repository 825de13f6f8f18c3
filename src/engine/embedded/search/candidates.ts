import type { HitParts } from '../../engine.ts';
import type { Predicate } from '../columns/predicate.ts';
import type { Row } from '../rows/index-spaces.ts';

export type ScoreParts = Pick<HitParts, 'looks' | 'colour' | 'title' | 'text'>;

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
