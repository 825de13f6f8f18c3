import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { collectFields } from '../../../domain/filter.ts';
import type { SectionArray } from '../storage/sections.ts';
import { packStrings } from '../storage/strings.ts';
import { listValueNames, parseNumber } from './field-values.ts';
import { readProductValue } from './product-value.ts';
import { packSparse, sparseFields } from './sparse-columns.ts';

/**
 * Fields that get a column of their own. Text that nobody counts, sorts or compares by is mostly long and unique: it
 * is read from the record in the rare case that a filter asks for it. Numbers and flags of that kind are many, and
 * kept together (sparse.ts).
 */
export const columnFields = (fields: readonly Field[], plans: readonly NeighbourPlan[]): Field[] => {
  const planned = new Set(
    plans.flatMap((plan) => [...plan.same.fields, ...(plan.exclude ? collectFields(plan.exclude) : [])]),
  );
  return fields.filter(
    (field) =>
      field.type === 'list' ||
      field.type === 'path' ||
      field.facetable ||
      field.sortable ||
      planned.has(field.name),
  );
};

/** Arrays of all columns; those of the n-th of `withColumn` start with `n.`. */
export const packColumns = (
  withColumn: readonly Field[],
  fields: readonly Field[],
  rows: readonly Product[],
): Record<string, SectionArray> =>
  Object.assign(
    {},
    ...withColumn.map((field, index) => packColumn(`${index}`, field, rows)),
    packSparse(sparseFields(fields, withColumn), rows),
  ) as Record<string, SectionArray>;

const packColumn = (prefix: string, field: Field, rows: readonly Product[]) =>
  field.type === 'number' ? packNumbers(prefix, field.name, rows) : packValues(prefix, field, rows);

const packNumbers = (prefix: string, name: string, rows: readonly Product[]) => ({
  [`${prefix}.numbers`]: Float64Array.from(rows, (row) => parseNumber(readProductValue(row, name))),
});

const packValues = (prefix: string, field: Field, rows: readonly Product[]) => {
  const { idsOf, names } = numberNames(field.type);
  const offsets = new Uint32Array(rows.length + 1);
  const found: number[] = [];
  rows.forEach((row, index) => {
    for (const id of idsOf(readProductValue(row, field.name))) found.push(id);
    offsets[index + 1] = found.length;
  });
  const dictionary = [...names].sort();
  const idOf = new Map(dictionary.map((name, id) => [name, id]));
  const sorted = Uint32Array.from(names, (name) => idOf.get(name) ?? 0);
  return {
    ...packStrings(`${prefix}.dictionary`, dictionary),
    [`${prefix}.offsets`]: offsets,
    [`${prefix}.ids`]: Uint32Array.from(found, (id) => sorted[id] ?? 0),
  };
};

/** Numbers names as they appear. Most values appear on many rows: what they are called is worked out once. */
const numberNames = (type: Field['type']) => {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const known = new Map<FieldValue, readonly number[]>();
  const numberOfName = (name: string): number => {
    const number = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, number);
    return number;
  };
  const idsOf = (value: FieldValue | null | undefined): readonly number[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'object') return listValueNames(type, value).map(numberOfName);
    const before = known.get(value);
    if (before) return before;
    const ids = listValueNames(type, value).map(numberOfName);
    known.set(value, ids);
    return ids;
  };
  return { idsOf, names };
};
