import type { Field } from '../../../domain/dataset.ts';
import { createNumberList } from '../../../domain/number-list.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { collectFields } from '../../../domain/filter.ts';
import type { SectionArray } from '../storage/sections.ts';
import { packStrings } from '../storage/strings.ts';
import { listValueNames, parseNumber, readProductValue } from '../../semantics/search/field-values.ts';
import { collectSparse, sparseFields } from './sparse-columns.ts';

/**
 * Fields that get a column of their own. Text without facet, sort or plan is mostly long and unique: it is read from
 * the record in the rare case that a filter names it. Numbers and flags without one are many, and stored together
 * (sparse-columns.ts).
 */
export const columnFields = (fields: readonly Field[], plans: readonly NeighbourPlan[]): Field[] => {
  const fieldsInPlans = new Set(
    plans.flatMap((plan) => [...plan.same.fields, ...(plan.exclude ? collectFields(plan.exclude) : [])]),
  );
  return fields.filter(
    (field) =>
      field.type === 'list' ||
      field.type === 'path' ||
      field.facetable ||
      field.sortable ||
      fieldsInPlans.has(field.name),
  );
};

/** What collects the values of rows, one row after the other, and packs them. */
type ColumnWriter = {
  readonly add: (product: Product) => void;
  readonly pack: () => Record<string, SectionArray>;
};

/** Arrays of all columns; the names of those of the n-th field of `withColumn` start with `n.`. */
export const packColumns = (
  withColumn: readonly Field[],
  fields: readonly Field[],
  rows: Iterable<Product>,
): Record<string, SectionArray> => {
  const writers: ColumnWriter[] = withColumn.map((field, index) =>
    field.type === 'number' ? collectNumbers(`${index}`, field.name) : collectValues(`${index}`, field),
  );
  writers.push(collectSparse(sparseFields(fields, withColumn)));
  for (const row of rows) for (const writer of writers) writer.add(row);
  return Object.assign({}, ...writers.map(({ pack }) => pack())) as Record<string, SectionArray>;
};

const collectNumbers = (prefix: string, name: string): ColumnWriter => {
  const numbers = createNumberList(Float64Array);
  return {
    add: (row) => numbers.push(parseNumber(readProductValue(row, name))),
    pack: () => ({ [`${prefix}.numbers`]: numbers.part().slice() }),
  };
};

const collectValues = (prefix: string, field: Field): ColumnWriter => {
  const { toIds, names } = createIdAssigner(field.type);
  const offsets = createNumberList(Uint32Array);
  const ids = createNumberList(Uint32Array);
  offsets.push(0);
  return {
    add: (row) => {
      for (const id of toIds(readProductValue(row, field.name))) ids.push(id);
      offsets.push(ids.size);
    },
    pack: () => {
      const dictionary = [...names].sort();
      const sortedId = new Map(dictionary.map((name, id) => [name, id]));
      const sorted = Uint32Array.from(names, (name) => sortedId.get(name) ?? 0);
      return {
        ...packStrings(`${prefix}.dictionary`, dictionary),
        [`${prefix}.offsets`]: offsets.part().slice(),
        [`${prefix}.ids`]: ids.part().map((id) => sorted[id] ?? 0),
      };
    },
  };
};

/** Values of a field whose ids are remembered at most. */
const rememberedValues = 10_000;

/** Numbers value names in the order in which they appear. Most values are on many rows: their ids are cached. */
const createIdAssigner = (type: Field['type']) => {
  const names: string[] = [];
  const idByName = new Map<string, number>();
  const idsByValue = new Map<FieldValue, readonly number[]>();
  const assignId = (name: string): number => {
    const number = idByName.get(name) ?? names.push(name) - 1;
    idByName.set(name, number);
    return number;
  };
  const toIds = (value: FieldValue | null | undefined): readonly number[] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'object') return listValueNames(type, value).map(assignId);
    const cached = idsByValue.get(value);
    if (cached) return cached;
    const ids = listValueNames(type, value).map(assignId);
    if (idsByValue.size < rememberedValues) idsByValue.set(value, ids);
    return ids;
  };
  return { toIds, names };
};
