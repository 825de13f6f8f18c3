import type { FacetCount } from '../../../domain/facet.ts';
import type { ValueColumn } from '../columns/column.ts';
import type { ValueCounter } from '../columns/value-counter.ts';
import { type FamilyTable, several, type TableFacet, word } from './family-table.ts';

/** Families of a set by their places in a table. */
export type FamilyPlaces = {
  /** Families of one row. */
  readonly alone: Uint32Array;
  /** Members of the n-th of the others: from `starts[n]` to `starts[n + 1]`. */
  readonly members: readonly number[];
  readonly starts: readonly number[];
};

/** One facet of a set without a filter; null when there is nothing to list. */
export const countTableFacet = (
  table: FamilyTable,
  facet: TableFacet,
  set: FamilyPlaces,
): FacetCount | null =>
  facet.kind === 'value' ? countValues(table, facet, set) : findRange(table, facet, set);

type Facet<K extends TableFacet['kind']> = Extract<TableFacet, { kind: K }>;

const countValues = (
  { words, stride }: FamilyTable,
  { field, column, at }: Facet<'value'>,
  { alone, members, starts }: FamilyPlaces,
): FacetCount | null => {
  const counter = column.counter();
  let count = 0;
  for (let index = 0; index < alone.length; index += 1) {
    const base = (alone[index] ?? 0) * stride;
    const value = words[base + at] ?? 0;
    if (value === 0) continue;
    count += 1;
    if (value === several) addRow(counter, column, words[base + word.row] ?? 0, index);
    else counter.addNew(value - 1);
  }
  for (let family = 0; family + 1 < starts.length; family += 1) {
    let hasValue = false;
    for (let index = starts[family] ?? 0; index < (starts[family + 1] ?? 0); index += 1) {
      const base = (members[index] ?? 0) * stride;
      const value = words[base + at] ?? 0;
      if (value === 0) continue;
      hasValue = true;
      if (value === several) addRow(counter, column, words[base + word.row] ?? 0, alone.length + family);
      else counter.add(value - 1, alone.length + family);
    }
    if (hasValue) count += 1;
  }
  const values = counter.takeSorted();
  return values.length === 0 ? null : { kind: 'value', field, count, values };
};

const addRow = (counter: ValueCounter, { offsets, ids }: ValueColumn, row: number, family: number): void => {
  const end = offsets[row + 1] ?? 0;
  for (let at = offsets[row] ?? 0; at < end; at += 1) counter.add(ids[at] ?? 0, family);
};

const findRange = (
  { doubles, stride }: FamilyTable,
  { field, at }: Facet<'range'>,
  { alone, members, starts }: FamilyPlaces,
): FacetCount | null => {
  const half = stride / 2;
  let [count, min, max] = [0, Infinity, -Infinity];
  // NaN, for a row without a number, is neither smaller nor larger.
  for (let index = 0; index < alone.length; index += 1) {
    const value = doubles[(alone[index] ?? 0) * half + at] ?? NaN;
    if (value < min) min = value;
    if (value > max) max = value;
    if (!Number.isNaN(value)) count += 1;
  }
  for (let family = 0; family + 1 < starts.length; family += 1) {
    let hasNumber = false;
    for (let index = starts[family] ?? 0; index < (starts[family + 1] ?? 0); index += 1) {
      const value = doubles[(members[index] ?? 0) * half + at] ?? NaN;
      if (Number.isNaN(value)) continue;
      hasNumber = true;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (hasNumber) count += 1;
  }
  if (min > max) return null;
  return { kind: 'range', field, count, min, max, filteredMin: min, filteredMax: max };
};
