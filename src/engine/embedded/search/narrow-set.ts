import type { Filter } from '../../../domain/filter.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { compileFilter, type Predicate } from '../columns/predicate.ts';
import { candidateKey, rowFromKey, worstKey } from '../ranking/candidate-key.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { assembleSet, type CompiledRung, type FamilySet } from './family-set.ts';
import type { Indexes, Row } from '../rows/rows.ts';

/** Families between two looks at the clock: a filter of a hundred comparisons takes some microseconds for each row. */
const familiesBetweenLooks = 32;

/**
 * The families of a set that were chosen among its facets: `S(F)` in engine.ts. Nothing is searched: each family keeps the
 * members that match, and the best of them represents it.
 */
export const narrowSet = async (
  catalogue: Catalogue,
  rungs: readonly CompiledRung[],
  set: FamilySet,
  filter: Filter,
): Promise<FamilySet> => {
  const matches = compileFilter(filter, catalogue.columns);
  await set.prepareMembers();
  const pins = set.pins.filter(({ row }) => matches(row));
  const pinnedRows = new Set(set.pins.map(({ row }) => row));
  const isOrganic: Predicate = (row) => !pinnedRows.has(row) || set.isEligible(row);
  const units = (row: Row): number => rungs[set.rungOf(row)]?.candidates.units(row) ?? 0;
  const { rows, starts } = set.members();
  const slices = createWorkSlices();
  const keys: number[] = [];
  const members: number[] = [];
  const ends = [0];
  for (let family = 0; family + 1 < starts.length; family += 1) {
    if (family > 0 && family % familiesBetweenLooks === 0 && slices.isOver()) await slices.next();
    const matching = rows.subarray(starts[family], starts[family + 1]).filter(matches);
    if (matching.length === 0) continue;
    members.push(...matching);
    ends.push(members.length);
    const rankedKey = set.ranked[family];
    if (rankedKey === undefined) continue;
    const key = bestKey(rankedKey, matching.filter(isOrganic), units);
    if (key !== worstKey) keys.push(key);
  }
  const narrowed = { rows: Uint32Array.from(members), starts: Uint32Array.from(ends) };
  const ranked = sortByRung(keys, set.rungOf, rungs.length);
  const found = { ranked, pins, rungOf: set.rungOf, isEligible: set.isEligible };
  return assembleSet(catalogue, found, async () => narrowed);
};

/** The representative of the whole family is its best member: where it matches, nothing is compared. */
const bestKey = (rankedKey: number, matching: Indexes<Row>, units: (row: Row) => number): number => {
  if (matching.includes(rowFromKey(rankedKey))) return rankedKey;
  return matching.reduce((best, row) => Math.min(best, candidateKey(units(row), row)), worstKey);
};

const sortByRung = (
  keys: readonly number[],
  rungOf: (row: Row) => number,
  rungCount: number,
): Float64Array => {
  if (rungCount === 1) return Float64Array.from(keys).sort();
  const rung = (key: number): number => rungOf(rowFromKey(key));
  return Float64Array.from([...keys].sort((a, b) => rung(a) - rung(b) || a - b));
};
