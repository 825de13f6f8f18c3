import {
  type Column,
  type NumberColumn,
  numberAt,
  type SparseColumn,
  type ValueColumn,
  valuesAt,
} from '../columns/column.ts';
import type { FacetField } from '../../semantics/search/facets.ts';
import type { ValueCounter } from '../columns/value-counter.ts';
import type { FamilySet } from './family-set.ts';

/** Counts the values of a column over sets of families. */
export const createFacetField = (column: Column | null): FacetField<FamilySet> | null => {
  if (column === null) return null;
  const numbers = column.type === 'number' && column.kind !== 'records' ? column : null;
  return {
    kind: numbers === null ? 'values' : 'numbers',
    countValues: (set) => countByValue(column, set),
    listValues: (set) => (column.kind === 'values' ? countIds(column, set).takeSorted() : null),
    countCarriers: (set) => countCarriers(column, set),
    findBounds: (set) => (numbers === null ? null : findBounds(numbers, set)),
  };
};

/** How many families have each value; a family counts once, however many of its members have it. */
const countByValue = (column: Column, set: FamilySet): Map<string, number> => {
  if (column.kind === 'values') return countIds(column, set).take();
  const { rows, starts } = set.members();
  const counts = new Map<string, number>();
  for (let family = 0; family < set.count; family += 1) {
    const members = Array.from(rows.subarray(starts[family], starts[family + 1]));
    const carried = new Set(members.flatMap((row) => valuesAt(column, row).map(String)));
    for (const name of carried) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

const countIds = (column: ValueColumn, set: FamilySet): ValueCounter => {
  const { rows, starts } = set.members();
  const { offsets, ids } = column;
  const counter = column.counter();
  for (let family = 0; family < set.count; family += 1) {
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const row = rows[member] ?? 0;
      const idsEnd = offsets[row + 1] ?? 0;
      for (let at = offsets[row] ?? 0; at < idsEnd; at += 1) counter.add(ids[at] ?? 0, family);
    }
  }
  return counter;
};

const hasValue = (column: Column, row: number): boolean => {
  switch (column.kind) {
    case 'values':
      return (column.offsets[row + 1] ?? 0) > (column.offsets[row] ?? 0);
    case 'numbers':
    case 'sparse':
      return !Number.isNaN(numberAt(column, row));
    case 'records':
      return column.valuesAt(row).length > 0;
  }
};

/** Families with a member that has a value in the field. */
const countCarriers = (column: Column, set: FamilySet): number => {
  if (column.kind === 'values') return countOffsets(column, set);
  const { rows, starts } = set.members();
  let count = 0;
  for (let family = 0; family < set.count; family += 1) {
    let member = starts[family] ?? 0;
    const end = starts[family + 1] ?? 0;
    while (member < end && !hasValue(column, rows[member] ?? 0)) member += 1;
    if (member < end) count += 1;
  }
  return count;
};

/** `countCarriers` of the usual kind of column, whose offsets say it. */
const countOffsets = ({ offsets }: ValueColumn, set: FamilySet): number => {
  const { rows, starts } = set.members();
  let count = 0;
  for (let family = 0; family < set.count; family += 1) {
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const row = rows[member] ?? 0;
      if ((offsets[row + 1] ?? 0) === (offsets[row] ?? 0)) continue;
      count += 1;
      break;
    }
  }
  return count;
};

const findBounds = (
  column: NumberColumn | SparseColumn,
  set: FamilySet,
): { min: number; max: number } | null => {
  const { rows } = set.members();
  const numbers = column.kind === 'numbers' ? column.numbers : null;
  let min = Infinity;
  let max = -Infinity;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    // NaN, for a row without a number, is neither smaller nor larger.
    const value = numbers === null ? numberAt(column, row) : (numbers[row] ?? NaN);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
};
