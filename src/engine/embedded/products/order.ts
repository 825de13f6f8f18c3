import type { SearchQuery } from '../../engine.ts';
import { type Entry, orderEntries } from '../../semantics/search/order.ts';
import { valuesAt } from '../columns/column.ts';
import { compileFilter, type Predicate } from '../columns/predicate.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import type { FamilySet } from './family-set.ts';

/** One page of the set, in the order of the answer. */
export const takePage = (
  catalogue: Catalogue,
  query: SearchQuery,
  candidates: Pick<Candidates, 'units'>,
  set: FamilySet,
): Entry[] => {
  const { skip, take } = query.page;
  const isPlainOrder =
    set.pins.length === 0 && query.orderBy.length === 0 && query.arrangement.boosts.length === 0;
  return isPlainOrder
    ? organicEntries(set, set.organic.subarray(skip, skip + take), () => 1)
    : orderSet(catalogue, query, candidates, set).slice(skip, skip + take);
};

const organicEntries = (
  { rungOf }: FamilySet,
  keys: Float64Array,
  computeBoost: (row: number) => number,
): Entry[] =>
  Array.from(keys, (key) => {
    const row = rowFromKey(key);
    return {
      row,
      units: unitsFromKey(key),
      boost: computeBoost(row),
      pinned: false,
      rung: rungOf(row),
    };
  });

const orderSet = (
  catalogue: Catalogue,
  query: SearchQuery,
  candidates: Pick<Candidates, 'units'>,
  set: FamilySet,
): Entry[] => {
  const computeBoost = createBoost(catalogue, query);
  const organic = organicEntries(set, set.organic, computeBoost);
  const pins = set.pins.map(({ row, position }) => ({
    item: {
      row,
      units: candidates.units(row),
      boost: computeBoost(row),
      pinned: true,
      rung: set.rungOf(row),
    },
    position,
  }));
  return orderEntries(organic, pins, query, (field, row) => {
    const column = catalogue.columns.column(field);
    return column === null ? [] : valuesAt(column, row);
  });
};

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
