import type { ValueColumn } from '../columns/column.ts';
import type { ValueCounter } from '../columns/value-counter.ts';
import { type FamilyTable, several, type TableFacet, word } from './family-table.ts';
import { pushRange, pushValues, type SetWriter } from './set-words.ts';

/** Families of a set by their places in a table. */
export type FamilyPlaces = {
  /** Families of one row. */
  readonly alone: Uint32Array;
  /** Members of the n-th of the others: from `starts[n]` to `starts[n + 1]`. */
  readonly members: readonly number[];
  readonly starts: readonly number[];
};

/** Writes one facet of a set without a filter. */
export const writeTableFacet = (
  writer: SetWriter,
  table: FamilyTable,
  facet: TableFacet,
  set: FamilyPlaces,
): void =>
  facet.kind === 'value' ? writeValues(writer, table, facet, set) : writeRange(writer, table, facet, set);

type Facet<K extends TableFacet['kind']> = Extract<TableFacet, { kind: K }>;

const writeValues = (
  writer: SetWriter,
  table: FamilyTable,
  facet: Facet<'value'>,
  { alone, members, starts }: FamilyPlaces,
): void => {
  const counter = facet.column.counter();
  let count = 0;
  for (let index = 0; index < alone.length; index += 1)
    if (addPlace(counter, table, facet, alone[index] ?? 0, -1)) count += 1;
  for (let family = 0; family + 1 < starts.length; family += 1) {
    const end = starts[family + 1] ?? 0;
    let hasValue = false;
    for (let index = starts[family] ?? 0; index < end; index += 1)
      if (addPlace(counter, table, facet, members[index] ?? 0, family)) hasValue = true;
    if (hasValue) count += 1;
  }
  pushValues(writer, count, counter.takePacked());
};

/** Counts the values of a place; `family`: -1 where no other place has the same family. False: it has none. */
const addPlace = (
  counter: ValueCounter,
  { words, stride }: FamilyTable,
  { column, at }: Facet<'value'>,
  place: number,
  family: number,
): boolean => {
  const base = place * stride;
  const value = words[base + at] ?? 0;
  if (value === 0) return false;
  if (value === several) addRow(counter, column, words[base + word.row] ?? 0, family);
  else if (family < 0) counter.addNew(value - 1);
  else counter.add(value - 1, family);
  return true;
};

/** A row has each of its values once. */
const addRow = (counter: ValueCounter, { offsets, ids }: ValueColumn, row: number, family: number): void => {
  const end = offsets[row + 1] ?? 0;
  for (let at = offsets[row] ?? 0; at < end; at += 1)
    if (family < 0) counter.addNew(ids[at] ?? 0);
    else counter.add(ids[at] ?? 0, family);
};

const writeRange = (
  writer: SetWriter,
  { doubles, stride }: FamilyTable,
  { at }: Facet<'range'>,
  { alone, members, starts }: FamilyPlaces,
): void => {
  let [count, min, max] = [0, Infinity, -Infinity];
  /** False for a place without a number. */
  const visit = (place: number): boolean => {
    const value = doubles[(place * stride) / 2 + at] ?? NaN;
    if (Number.isNaN(value)) return false;
    if (value < min) min = value;
    if (value > max) max = value;
    return true;
  };
  for (let index = 0; index < alone.length; index += 1) if (visit(alone[index] ?? 0)) count += 1;
  for (let family = 0; family + 1 < starts.length; family += 1) {
    const end = starts[family + 1] ?? 0;
    let hasNumber = false;
    for (let index = starts[family] ?? 0; index < end; index += 1)
      if (visit(members[index] ?? 0)) hasNumber = true;
    if (hasNumber) count += 1;
  }
  pushRange(writer, count, min, max);
};
