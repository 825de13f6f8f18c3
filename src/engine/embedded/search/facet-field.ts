import type {
  Column,
  NumberColumn,
  OnlyIds,
  SparseColumn,
  ValueColumn,
  ValueCounter,
} from '../columns/column.ts';
import { numberAt, valuesAt } from '../columns/column.ts';
import type { FacetField } from '../../semantics/search/facets.ts';
import type { FamilyMembers, FamilySet } from './family-set.ts';

/** Counts the values of a column over sets of families. */
export const createFacetField = (column: Column | null): FacetField<FamilySet> | null => {
  if (column === null) return null;
  const numbers = column.type === 'number' && column.kind !== 'records' ? column : null;
  const values = column.kind === 'values' ? column : null;
  const carriers: Carriers = { set: null, count: 0 };
  return {
    kind: numbers === null ? 'values' : 'numbers',
    countValues: (set) => (values ? countIds(values, set, carriers).take() : countTexts(column, set)),
    listValues: (set) => (values ? countIds(values, set, carriers).takeSorted() : null),
    countCarriers: (set) => (carriers.set === set ? carriers.count : countCarriers(column, set)),
    findBounds: (set) => numbers && findBounds(numbers, set, carriers),
  };
};

/** Families with a value of the set whose values were counted, or bounds found, last. */
type Carriers = { set: FamilySet | null; count: number };

/** How many families have each value; a family counts once, however many of its members have it. */
const countTexts = (column: Column, set: FamilySet): Map<string, number> => {
  const counts = new Map<string, number>();
  const { rows, starts } = set.members();
  for (let family = 0; family < set.count; family += 1) {
    const members = Array.from(rows.subarray(starts[family], starts[family + 1]));
    const carried = new Set(members.flatMap((row) => valuesAt(column, row).map(String)));
    for (const name of carried) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

const countIds = (column: ValueColumn, set: FamilySet, carriers: Carriers): ValueCounter => {
  const counter = column.counter();
  const onlyIds = column.onlyIds();
  const members = set.members();
  carriers.set = set;
  carriers.count = onlyIds
    ? countOnlyIds(onlyIds, members, set.count, counter)
    : countLists(column, members, set.count, counter);
  return counter;
};

/** Counts a column with one value in a row at most; returns how many families have one. */
const countOnlyIds = (
  onlyIds: OnlyIds,
  { rows, starts }: FamilyMembers,
  families: number,
  counter: ValueCounter,
): number => {
  const ids = readAt(onlyIds, rows, 0);
  let count = 0;
  for (let family = 0; family < families; family += 1) {
    let hasValue = false;
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const id = ids[member] ?? 0;
      if (id === 0) continue;
      hasValue = true;
      counter.add(id - 1, family);
    }
    if (hasValue) count += 1;
  }
  return count;
};

const countLists = (
  { offsets, ids }: ValueColumn,
  { rows, starts }: FamilyMembers,
  families: number,
  counter: ValueCounter,
): number => {
  const from = readAt(offsets, rows, 0);
  const to = readAt(offsets, rows, 1);
  const first = readAt(ids, from, 0);
  let count = 0;
  for (let family = 0; family < families; family += 1) {
    let hasValue = false;
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const [valuesStart, valuesEnd] = [from[member] ?? 0, to[member] ?? 0];
      if (valuesStart === valuesEnd) continue;
      hasValue = true;
      counter.add(first[member] ?? 0, family);
      for (let at = valuesStart + 1; at < valuesEnd; at += 1) counter.add(ids[at] ?? 0, family);
    }
    if (hasValue) count += 1;
  }
  return count;
};

/** Places lie anywhere in memory: in a loop as short as this the machine waits for several of them together. */
const readAt = (array: OnlyIds, places: Uint32Array, plus: 0 | 1): Uint32Array => {
  const values = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at += 1) values[at] = array[(places[at] ?? 0) + plus] ?? 0;
  return values;
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

const findBounds = (
  column: NumberColumn | SparseColumn,
  set: FamilySet,
  carriers: Carriers,
): { min: number; max: number } | null => {
  const { rows, starts } = set.members();
  const numbers = readNumbers(column, rows);
  let [min, max, count] = [Infinity, -Infinity, 0];
  for (let family = 0; family < set.count; family += 1) {
    let hasNumber = false;
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const value = numbers[member] ?? NaN;
      if (Number.isNaN(value)) continue;
      hasNumber = true;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (hasNumber) count += 1;
  }
  carriers.set = set;
  carriers.count = count;
  return min <= max ? { min, max } : null;
};

const readNumbers = (column: NumberColumn | SparseColumn, rows: Uint32Array): Float64Array => {
  const values = new Float64Array(rows.length);
  if (column.kind === 'sparse') return values.map((_, at) => numberAt(column, rows[at] ?? 0));
  const { numbers } = column;
  for (let at = 0; at < rows.length; at += 1) values[at] = numbers[rows[at] ?? 0] ?? NaN;
  return values;
};
