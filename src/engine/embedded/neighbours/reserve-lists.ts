import type { NeighbourPlan } from '../../engine.ts';
import type { Sections } from '../storage/sections.ts';

/**
 * The next families after each list of a plan: a list that loses members is filled up from them without comparisons.
 * How long a reserve is depends on what was published before. So it is not part of the checksum of a version, and no
 * request is answered from it.
 */
export type ReserveLists = {
  readonly starts: Uint32Array;
  readonly looks: Uint32Array;
  /** Scores in millionths, beside `looks`. */
  readonly units: Uint32Array;
  /** 1: list and reserve together have every look that matches the plan. */
  readonly whole: Uint8Array;
};

/** As they are written to disk: long arrays in pieces. */
export type ReserveArrays = Pick<ReserveLists, 'starts' | 'whole'> & {
  readonly looks: readonly Uint32Array[];
  readonly units: readonly Uint32Array[];
};

export const readReserveLists = (sections: Sections, plans: readonly NeighbourPlan[]): ReserveLists[] =>
  plans.map((_, index) => ({
    starts: sections.get(`${index}.starts`, 'u32'),
    looks: sections.get(`${index}.looks`, 'u32'),
    units: sections.get(`${index}.units`, 'u32'),
    whole: sections.get(`${index}.whole`, 'u8'),
  }));
