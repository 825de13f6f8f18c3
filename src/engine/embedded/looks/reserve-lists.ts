import type { NeighbourPlan } from '../../engine.ts';
import type { Sections } from '../storage/sections.ts';

/**
 * What stands behind the lists of a plan: the next families of each, so that a list which loses members is
 * filled up without a comparison. How far it reaches depends on what was published before. So it is no part of
 * what a version is (its checksum), and nothing is answered from it.
 */
export type ReserveLists = {
  readonly starts: Uint32Array;
  readonly looks: Uint32Array;
  /** Scores in millionths, beside `looks`. */
  readonly units: Uint32Array;
  /** 1: list and reserve together hold every look that fits. */
  readonly whole: Uint8Array;
};

/** As they are written: what is long comes in pieces. */
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
