import type { FacetCount, FacetValue } from '../../../domain/facet.ts';
import { type Filter, fieldsOf, type Scalar, withoutField } from '../../../domain/filter.ts';
import { type Column, type NumberColumn, valuesAt } from '../columns/column.ts';
import type { FamilySet } from './candidate-set.ts';

/** The family set under a filter; asked for again with the same filter it is the same set. */
export type SetOf = (filter: Filter | null) => FamilySet;

export const countFacet = (
  field: string,
  column: Column | null,
  filter: Filter | null,
  setOf: SetOf,
): FacetCount | null => {
  if (column === null) return null;
  return column.type === 'number'
    ? countRange(field, column, filter, setOf)
    : countValues(field, column, filter, setOf);
};

const countValues = (
  field: string,
  column: Column,
  filter: Filter | null,
  setOf: SetOf,
): FacetCount | null => {
  const counts = valueCounts(column, setOf(withoutField(filter, field)));
  for (const value of selectedValues(filter, field)) if (!counts.has(value)) counts.set(value, 0);
  if (counts.size === 0) return null;
  const values: FacetValue[] = Array.from(counts, ([name, count]) => ({ name, count }));
  values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { kind: 'value', field, count: carriers(column, setOf(filter)), values };
};

/** How many families carry each value; a family counts once, however many of its members carry it. */
const valueCounts = (column: Column, set: FamilySet): Map<string, number> => {
  const counts = new Map<string, number>();
  const names = column.kind === 'values' ? countIds(column, set) : null;
  if (names) return names;
  eachFamily(set, (rows) => {
    const carried = new Set(rows.flatMap((row) => valuesAt(column, row).map(String)));
    for (const name of carried) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
};

const countIds = (column: Extract<Column, { kind: 'values' }>, set: FamilySet): Map<string, number> => {
  const { rows, starts } = set.members();
  const counts = new Map<number, number>();
  const lastFamily = new Map<number, number>();
  for (let family = 0; family < set.count; family += 1) {
    const end = starts[family + 1] ?? 0;
    for (let member = starts[family] ?? 0; member < end; member += 1) {
      const row = rows[member] ?? 0;
      const idsEnd = column.offsets[row + 1] ?? 0;
      for (let at = column.offsets[row] ?? 0; at < idsEnd; at += 1) {
        const id = column.ids[at] ?? 0;
        if (lastFamily.get(id) === family) continue;
        lastFamily.set(id, family);
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
    }
  }
  return new Map(Array.from(counts, ([id, count]) => [column.dictionary.at(id), count]));
};

const eachFamily = (set: FamilySet, visit: (rows: readonly number[]) => void): void => {
  const { rows, starts } = set.members();
  for (let family = 0; family < set.count; family += 1) visit(rows.slice(starts[family], starts[family + 1]));
};

const carriesField = (column: Column, row: number): boolean => {
  if (column.kind === 'values') return (column.offsets[row + 1] ?? 0) > (column.offsets[row] ?? 0);
  return valuesAt(column, row).length > 0;
};

const carriers = (column: Column, set: FamilySet): number => {
  let count = 0;
  eachFamily(set, (rows) => {
    if (rows.some((row) => carriesField(column, row))) count += 1;
  });
  return count;
};

/** Values that the caller chose in this field: they stay on the list even when nothing carries them. */
const selectedValues = (filter: Filter | null, field: string): string[] => {
  if (filter === null) return [];
  const conjuncts = filter.kind === 'and' ? filter.parts : [filter];
  return conjuncts.flatMap((part) => {
    if (part.kind === 'and') return selectedValues(part, field);
    const fields = fieldsOf(part);
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
  column: Extract<Column, { type: 'number' }> | Column,
  filter: Filter | null,
  setOf: SetOf,
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

const boundsOf = (column: Column | NumberColumn, set: FamilySet): { min: number; max: number } | null => {
  let min = Infinity;
  let max = -Infinity;
  for (const row of set.members().rows) {
    for (const value of valuesAt(column, row)) {
      if (typeof value !== 'number') continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max } : null;
};
