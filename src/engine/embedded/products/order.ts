import type { Sort } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../engine.ts';
import { placePins } from '../../place-pins.ts';
import { type Column, valuesAt } from '../columns/column.ts';
import { compileFilter, type Predicate } from '../columns/predicate.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import type { FamilySet } from './family-set.ts';

/** One family of an answer, by the member that represents it. */
export type Entry = {
  readonly row: number;
  readonly units: number;
  readonly boost: number;
  readonly pinned: boolean;
};

/** One page of the set, in the order of the answer. */
export const takePage = (
  catalogue: Catalogue,
  query: SearchQuery,
  candidates: Candidates,
  set: FamilySet,
): Entry[] => {
  const { skip, take } = query.page;
  const isPlainOrder =
    set.pins.length === 0 && query.orderBy.length === 0 && query.arrangement.boosts.length === 0;
  return isPlainOrder
    ? organicEntries(set.organic.subarray(skip, skip + take), () => 1)
    : orderSet(catalogue, query, candidates, set).slice(skip, skip + take);
};

const organicEntries = (keys: Float64Array, computeBoost: (row: number) => number): Entry[] =>
  Array.from(keys, (key) => {
    const row = rowFromKey(key);
    return { row, units: unitsFromKey(key), boost: computeBoost(row), pinned: false };
  });

const orderSet = (
  catalogue: Catalogue,
  query: SearchQuery,
  candidates: Candidates,
  set: FamilySet,
): Entry[] => {
  const computeBoost = createBoost(catalogue, query);
  const organic = organicEntries(set.organic, computeBoost);
  const pins = set.pins.map(({ row, position }) => ({
    item: { row, units: candidates.units(row), boost: computeBoost(row), pinned: true },
    position,
  }));
  if (query.orderBy.length > 0) {
    return [...organic, ...pins.map((pin) => pin.item)].sort(byFields(catalogue, query.orderBy));
  }
  if (query.arrangement.boosts.length > 0) organic.sort(byScore);
  return placePins(organic, pins);
};

const byScore = (a: Entry, b: Entry): number => b.units * b.boost - a.units * a.boost || a.row - b.row;

const createBoost = (catalogue: Catalogue, { arrangement }: SearchQuery): ((row: number) => number) => {
  if (arrangement.boosts.length === 0) return () => 1;
  const boosts = arrangement.boosts.map((boost) => ({ ...boost, applies: compileBoost(catalogue, boost) }));
  return (row) =>
    boosts.reduce((product, { applies, factor }) => (applies(row) ? product * factor : product), 1);
};

/** Whether a boost applies to a row. */
export const compileBoost = (
  { rows, columns }: Catalogue,
  { identifiers, filter }: SearchQuery['arrangement']['boosts'][number],
): Predicate => {
  const targetRows = new Set(identifiers.map((identifier) => rows.identifiers.find(identifier)));
  const matchesFilter: Predicate = filter ? compileFilter(filter, columns) : () => false;
  return (row) => targetRows.has(row) || matchesFilter(row);
};

/** Rows without a value come last in both directions; equal ones by score. */
const byFields = ({ columns }: Catalogue, sorts: readonly Sort[]) => {
  const comparisons = sorts.map(({ field, order }) => compareBy(columns.column(field), order));
  return (a: Entry, b: Entry): number => {
    for (const compare of comparisons) {
      const difference = compare(a.row, b.row);
      if (difference !== 0) return difference;
    }
    return byScore(a, b);
  };
};

type SortValue = string | number;

const compareBy = (column: Column | null, order: Sort['order']) => {
  const direction = order === 'asc' ? 1 : -1;
  const values = new Map<number, SortValue | null>();
  const readValue = (row: number): SortValue | null => {
    const cached = values.get(row);
    if (cached !== undefined) return cached;
    const value = column === null ? null : pickSortValue(column, row, order);
    values.set(row, value);
    return value;
  };
  return (a: number, b: number): number => {
    const x = readValue(a);
    const y = readValue(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return x < y ? -direction : x > y ? direction : 0;
  };
};

/** Of several values the smallest counts when ascending, the largest when descending. */
const pickSortValue = (column: Column, row: number, order: Sort['order']): SortValue | null => {
  const values = valuesAt(column, row).map((value) => (typeof value === 'boolean' ? String(value) : value));
  return values.reduce<SortValue | null>(
    (best, value) => (best === null || (order === 'asc' ? value < best : value > best) ? value : best),
    null,
  );
};
