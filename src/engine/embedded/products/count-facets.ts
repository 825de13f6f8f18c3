import type { FacetCount, FacetValue } from '../../../domain/facet.ts';
import { type Filter, collectFields, type Scalar, withoutField } from '../../../domain/filter.ts';
import {
  type Column,
  type NumberColumn,
  numberAt,
  type SparseColumn,
  type ValueColumn,
  valuesAt,
} from '../columns/column.ts';
import type { FamilySet } from './family-set.ts';

/** The family set under a filter; asked for again with the same filter it is the same set. */
export type FindFamilySet = (filter: Filter | null) => FamilySet;

export const countFacet = (
  field: string,
  column: Column | null,
  filter: Filter | null,
  setOf: FindFamilySet,
): FacetCount | null => {
  if (column === null) return null;
  return column.kind === 'numbers' || (column.kind === 'sparse' && column.type === 'number')
    ? countRange(field, column, filter, setOf)
    : countValues(field, column, filter, setOf);
};

const countValues = (
  field: string,
  column: Column,
  filter: Filter | null,
  setOf: FindFamilySet,
): FacetCount | null => {
  const others = withoutField(filter, field);
  const counts = valueCounts(column, setOf(others));
  // The tally is used again for every count, so the second one begins after the first was taken.
  const unfiltered = others === null ? [] : valueCounts(column, setOf(null)).keys();
  for (const value of [...unfiltered, ...selectedValues(filter, field)]) {
    if (!counts.has(value)) counts.set(value, 0);
  }
  if (counts.size === 0) return null;
  const values: FacetValue[] = Array.from(counts, ([name, count]) => ({ name, count }));
  values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { kind: 'value', field, count: carriers(column, setOf(filter)), values };
};

/** How many families carry each value; a family counts once, however many of its members carry it. */
const valueCounts = (column: Column, set: FamilySet): Map<string, number> => {
  if (column.kind === 'values') return countIds(column, set);
  const { rows, starts } = set.members();
  const counts = new Map<string, number>();
  for (let family = 0; family < set.count; family += 1) {
    const members = rows.slice(starts[family], starts[family + 1]);
    const carried = new Set(members.flatMap((row) => valuesAt(column, row).map(String)));
    for (const name of carried) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

const countIds = (column: ValueColumn, set: FamilySet): Map<string, number> => {
  const { rows, starts } = set.members();
  const { offsets, ids } = column;
  const tally = column.counter();
  for (let family = 0; family < set.count; family += 1) {
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const row = rows[member] ?? 0;
      const idsEnd = offsets[row + 1] ?? 0;
      for (let at = offsets[row] ?? 0; at < idsEnd; at += 1) tally.add(ids[at] ?? 0, family);
    }
  }
  return tally.take();
};

const carriesField = (column: Column, row: number): boolean => {
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

/** Families with a member that carries the field. */
const carriers = (column: Column, set: FamilySet): number => {
  const { rows, starts } = set.members();
  let count = 0;
  for (let family = 0; family < set.count; family += 1) {
    let member = starts[family] ?? 0;
    const end = starts[family + 1] ?? 0;
    while (member < end && !carriesField(column, rows[member] ?? 0)) member += 1;
    if (member < end) count += 1;
  }
  return count;
};

/** Values that the caller chose in this field: they stay on the list even when nothing carries them. */
const selectedValues = (filter: Filter | null, field: string): string[] => {
  if (filter === null) return [];
  const conjuncts = filter.kind === 'and' ? filter.parts : [filter];
  return conjuncts.flatMap((part) => {
    if (part.kind === 'and') return selectedValues(part, field);
    const fields = collectFields(part);
    return fields.size === 1 && fields.has(field) ? chosen(part).map(String) : [];
  });
};

const chosen = (filter: Filter): readonly Scalar[] => {
  switch (filter.kind) {
    case 'compare':
      return filter.comparison === 'eq' ? [filter.value] : [];
    case 'in':
      return filter.values;
    case 'and':
    case 'or':
      return filter.parts.flatMap(chosen);
    case 'not':
      return [];
  }
};

const countRange = (
  field: string,
  column: NumberColumn | SparseColumn,
  filter: Filter | null,
  setOf: FindFamilySet,
): FacetCount | null => {
  const whole = boundsOf(column, setOf(null));
  if (whole === null) return null;
  const filtered = filter === null ? whole : boundsOf(column, setOf(filter));
  return {
    kind: 'range',
    field,
    count: carriers(column, setOf(filter)),
    ...whole,
    filteredMin: filtered?.min ?? null,
    filteredMax: filtered?.max ?? null,
  };
};

const boundsOf = (
  column: NumberColumn | SparseColumn,
  set: FamilySet,
): { min: number; max: number } | null => {
  let min = Infinity;
  let max = -Infinity;
  for (const row of set.members().rows) {
    // NaN, a row without a number, is neither smaller nor larger.
    const value = numberAt(column, row);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
};
