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

/** The family set under a filter, computed once for each filter. */
export type FindFamilySet = (filter: Filter | null) => FamilySet;

export const countFacet = (
  field: string,
  column: Column | null,
  filter: Filter | null,
  findSet: FindFamilySet,
): FacetCount | null => {
  if (column === null) return null;
  return column.kind === 'numbers' || (column.kind === 'sparse' && column.type === 'number')
    ? countRange(field, column, filter, findSet)
    : countValues(field, column, filter, findSet);
};

const countValues = (
  field: string,
  column: Column,
  filter: Filter | null,
  findSet: FindFamilySet,
): FacetCount | null => {
  const otherConjuncts = withoutField(filter, field);
  const counts = countByValue(column, findSet(otherConjuncts));
  // The value counter is reused, so the second count starts after the first has been taken.
  const unfiltered = otherConjuncts === null ? [] : countByValue(column, findSet(null)).keys();
  for (const value of [...unfiltered, ...listSelectedValues(filter, field)]) {
    if (!counts.has(value)) counts.set(value, 0);
  }
  if (counts.size === 0) return null;
  const values: FacetValue[] = Array.from(counts, ([name, count]) => ({ name, count }));
  values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { kind: 'value', field, count: countCarriers(column, findSet(filter)), values };
};

/** How many families have each value; a family counts once, however many of its members have it. */
const countByValue = (column: Column, set: FamilySet): Map<string, number> => {
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
  const counter = column.counter();
  for (let family = 0; family < set.count; family += 1) {
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const row = rows[member] ?? 0;
      const idsEnd = offsets[row + 1] ?? 0;
      for (let at = offsets[row] ?? 0; at < idsEnd; at += 1) counter.add(ids[at] ?? 0, family);
    }
  }
  return counter.take();
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

/** Values that the caller's filter selects in this field: they are listed even when no family has them. */
const listSelectedValues = (filter: Filter | null, field: string): string[] => {
  if (filter === null) return [];
  const conjuncts = filter.kind === 'and' ? filter.parts : [filter];
  return conjuncts.flatMap((part) => {
    if (part.kind === 'and') return listSelectedValues(part, field);
    const fields = collectFields(part);
    return fields.size === 1 && fields.has(field) ? listComparedValues(part).map(String) : [];
  });
};

const listComparedValues = (filter: Filter): readonly Scalar[] => {
  switch (filter.kind) {
    case 'compare':
      return filter.comparison === 'eq' ? [filter.value] : [];
    case 'in':
      return filter.values;
    case 'and':
    case 'or':
      return filter.parts.flatMap(listComparedValues);
    case 'not':
      return [];
  }
};

const countRange = (
  field: string,
  column: NumberColumn | SparseColumn,
  filter: Filter | null,
  findSet: FindFamilySet,
): FacetCount | null => {
  const bounds = findBounds(column, findSet(null));
  if (bounds === null) return null;
  const filtered = filter === null ? bounds : findBounds(column, findSet(filter));
  return {
    kind: 'range',
    field,
    count: countCarriers(column, findSet(filter)),
    ...bounds,
    filteredMin: filtered?.min ?? null,
    filteredMax: filtered?.max ?? null,
  };
};

const findBounds = (
  column: NumberColumn | SparseColumn,
  set: FamilySet,
): { min: number; max: number } | null => {
  let min = Infinity;
  let max = -Infinity;
  for (const row of set.members().rows) {
    // NaN, for a row without a number, is neither smaller nor larger.
    const value = numberAt(column, row);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : null;
};
