import {
  type Column,
  type NumberColumn,
  numberAt,
  type SparseColumn,
  type ValueColumn,
  valuesAt,
} from '../columns/column.ts';
import type { FacetValue } from '../../../domain/facet.ts';
import type { FacetField } from '../../semantics/search/facets.ts';
import type { ValueCounter } from '../columns/value-counter.ts';
import type { FamilySet } from './family-set.ts';

/** Counts the values of a column over sets of families. */
export const createFacetField = (column: Column | null): FacetField<FamilySet> | null => {
  if (column === null) return null;
  const numbers = column.type === 'number' && column.kind !== 'records' ? column : null;
  const values = column.kind === 'values' ? column : null;
  const carriers: Carriers = new Map();
  return {
    kind: numbers === null ? 'values' : 'numbers',
    countValues: (set) => (values ? countIds(values, set, carriers).take() : countTexts(column, set)),
    listValues: (set) => (values ? countIds(values, set, carriers).takeSorted() : null),
    listFiltered: (set, whole, selected) =>
      values ? listFiltered(values, set, whole, selected, carriers) : null,
    countCarriers: (set, isDemanded = false) =>
      isDemanded ? set.count : (carriers.get(set) ?? countCarriers(column, set)),
    findBounds: (set) => numbers && findBounds(numbers, set, carriers),
  };
};

/** Families of a set that have a value, where counting the values or finding their bounds has shown it. */
type Carriers = Map<FamilySet, number>;

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
  const { rows, starts, areAlone } = set.members();
  const { offsets, ids } = column;
  if (areAlone) {
    carriers.set(set, countAlone(counter, column, rows));
    return counter;
  }
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

/** Where values start, and the first value, of rows that are counted. Nobody waits during a count. */
let places = { starts: new Uint32Array(256), ends: new Uint32Array(256), first: new Uint32Array(256) };

const takePlaces = (count: number): typeof places => {
  if (count > places.starts.length)
    places = {
      starts: new Uint32Array(count),
      ends: new Uint32Array(count),
      first: new Uint32Array(count),
    };
  return places;
};

/**
 * Counts the values of rows of different families; returns how many rows have one. The rows lie anywhere in memory: in loops as
 * short as these the machine waits for several of them together.
 */
const countAlone = (counter: ValueCounter, { offsets, ids }: ValueColumn, rows: Uint32Array): number => {
  const count = rows.length;
  let carriers = 0;
  const { starts, ends, first } = takePlaces(count);
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] ?? 0;
    starts[at] = offsets[row] ?? 0;
    ends[at] = offsets[row + 1] ?? 0;
  }
  for (let at = 0; at < count; at += 1) first[at] = ids[starts[at] ?? 0] ?? 0;
  for (let at = 0; at < count; at += 1) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (end > start) {
      counter.addNew(first[at] ?? 0);
      carriers += 1;
    }
    for (let place = start + 1; place < end; place += 1) counter.addNew(ids[place] ?? 0);
  }
  return carriers;
};

/** Null where a selected value is not in the dictionary: it has no id. */
const listFiltered = (
  column: ValueColumn,
  set: FamilySet,
  whole: FamilySet | null,
  selected: readonly string[],
  carriers: Carriers,
): FacetValue[] | null => {
  const selectedIds = selected.map((name) => column.dictionary.find(name));
  if (selectedIds.includes(-1)) return null;
  const counter = countIds(column, set, carriers);
  if (whole !== null) listMembers(counter, column, whole);
  for (const id of selectedIds) counter.list(id);
  return counter.takeSorted();
};

const listMembers = (counter: ValueCounter, { offsets, ids }: ValueColumn, set: FamilySet): void => {
  for (const row of set.members().rows) {
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0; at < end; at += 1) counter.list(ids[at] ?? 0);
  }
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
  const { rows, starts, areAlone } = set.members();
  let count = 0;
  if (areAlone) {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      if ((offsets[row + 1] ?? 0) > (offsets[row] ?? 0)) count += 1;
    }
    return count;
  }
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

let readValues = new Float64Array(256);

/** The numbers of rows, until the next call. Comparing them while they are read would make the machine wait for each. */
const readNumbers = (column: NumberColumn | SparseColumn, rows: Uint32Array): Float64Array => {
  const count = rows.length;
  if (count > readValues.length) readValues = new Float64Array(count);
  const values = readValues;
  if (column.kind === 'numbers') {
    const { numbers } = column;
    for (let at = 0; at < count; at += 1) values[at] = numbers[rows[at] ?? 0] ?? NaN;
  } else for (let at = 0; at < count; at += 1) values[at] = numberAt(column, rows[at] ?? 0);
  return values;
};

const findBounds = (
  column: NumberColumn | SparseColumn,
  set: FamilySet,
  carriers: Carriers,
): { min: number; max: number } | null => {
  const { rows, areAlone } = set.members();
  const values = readNumbers(column, rows);
  let [min, max, missing] = [Infinity, -Infinity, 0];
  for (let at = 0; at < rows.length; at += 1) {
    // NaN, for a row without a number, is neither smaller nor larger.
    const value = values[at] ?? NaN;
    if (value < min) min = value;
    if (value > max) max = value;
    if (Number.isNaN(value)) missing += 1;
  }
  if (areAlone) carriers.set(set, rows.length - missing);
  return min <= max ? { min, max } : null;
};
