import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import type { Column, Columns, NumberColumn, SparseColumn, ValueColumn } from '../columns/column.ts';
import { withIdentifiers } from '../columns/column.ts';
import { createValueColumn, recordColumn } from '../columns/column-reader.ts';
import { listValueNames, parseNumber, readProductValue } from '../../semantics/search/field-values.ts';
import { sparseNumber } from '../columns/sparse-columns.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { packStrings, readStrings, type StringTable } from '../storage/strings.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RowOrder } from './patch-rows.ts';

/** Products that live changes touched, by their new row. */
type ChangedProducts = ReadonlyMap<number, { readonly product: Product }>;

/** For columns that are patched on first use: all changed products, and their rows, against the published version. */
type SincePublished = {
  readonly order: RowOrder;
  readonly products: ChangedProducts;
  readonly recordAt: (row: number) => Readonly<Record<string, FieldValue>>;
};

/** The columns after a batch of changes. Unchanged columns are shared with those before it. */
type PatchColumns = (
  before: Columns,
  changed: ChangedProducts,
  order: RowOrder,
  sincePublished: SincePublished,
) => Columns;

/**
 * Columns with an array for all rows are patched with every batch. The others are patched on first use, from the
 * published ones: there may be thousands of them, and few are ever used.
 */
export const openColumnPatcher = ({
  columns: published,
  fields,
}: Pick<Catalogue, 'columns' | 'fields'>): PatchColumns => {
  const lazyFields = new Map<string, Field>();
  const otherFields: string[] = [];
  for (const field of fields) {
    const kind = published.column(field.name)?.kind;
    if (kind === 'sparse' || kind === 'records') lazyFields.set(field.name, field);
    else if (kind !== undefined) otherFields.push(field.name);
  }
  return (before, changed, order, sincePublished) => {
    const patched = new Map<string, Column>();
    for (const name of otherFields) {
      const column = before.column(name);
      if (column) patched.set(name, patchColumn(column, name, changed, order));
    }
    const patchLazily = (name: string): Column | null => {
      const field = lazyFields.get(name);
      const column = field ? published.column(name) : null;
      if (!field || !column) return null;
      const result =
        column.kind === 'sparse'
          ? patchSparse(column, name, sincePublished.products, sincePublished.order)
          : recordColumn(field, sincePublished.recordAt);
      patched.set(name, result);
      return result;
    };
    return withIdentifiers({ column: (name) => patched.get(name) ?? patchLazily(name) }, order.identifiers);
  };
};

const patchColumn = (column: Column, name: string, changed: ChangedProducts, order: RowOrder): Column => {
  if (column.kind === 'numbers') return patchNumbers(column, name, changed, order);
  return column.kind === 'values' ? patchValues(column, name, changed, order) : column;
};

const patchSparse = (
  column: SparseColumn,
  name: string,
  changed: ChangedProducts,
  order: RowOrder,
): SparseColumn => {
  const numbers = new Map<number, number>();
  column.rows.forEach((old, at) => {
    const row = order.newRow(old);
    if (!changed.has(row)) numbers.set(row, column.numbers[at] ?? NaN);
  });
  for (const [row, { product }] of changed) {
    const number = sparseNumber(column.type, readProductValue(product, name));
    if (!Number.isNaN(number)) numbers.set(row, number);
  }
  const rows = Uint32Array.from(numbers.keys()).sort();
  return { ...column, rows, numbers: Float64Array.from(rows, (row) => numbers.get(row) ?? NaN) };
};

const patchNumbers = (
  column: NumberColumn,
  name: string,
  changed: ChangedProducts,
  order: RowOrder,
): NumberColumn => {
  const values = Array.from(
    changed,
    ([row, { product }]) => [row, parseNumber(readProductValue(product, name))] as const,
  );
  const isSame = values.every(([row, value]) => Object.is(column.numbers[row], value));
  if (order.isUnchanged && isSame) return column;
  const numbers = order.move(column.numbers, NaN);
  for (const [row, value] of values) numbers[row] = value;
  return { ...column, numbers };
};

const patchValues = (
  column: ValueColumn,
  name: string,
  changed: ChangedProducts,
  order: RowOrder,
): ValueColumn => {
  const names = new Map(
    Array.from(changed, ([row, { product }]) => [
      row,
      listValueNames(column.type, readProductValue(product, name)),
    ]),
  );
  if (order.isUnchanged && [...names].every(([row, list]) => isSameList(column, row, list))) return column;
  const { dictionary, newIdOf } = extendDictionary(column.dictionary, [
    ...new Set([...names.values()].flat()),
  ]);
  const offsets = new Uint32Array(order.size + 1);
  const ids = new Uint32Array(column.ids.length + [...names.values()].flat().length);
  let end = 0;
  for (let row = 0; row < order.size; row += 1) {
    const list = names.get(row);
    if (list) for (const one of list) ids[end++] = dictionary.find(one);
    else end = copyIds(column, order.oldRow(row), newIdOf, ids, end);
    offsets[row + 1] = end;
  }
  return createValueColumn(column.type, { dictionary, offsets, ids: ids.subarray(0, end) });
};

const isSameList = ({ dictionary, offsets, ids }: ValueColumn, row: number, list: readonly string[]) => {
  const start = offsets[row] ?? 0;
  const length = (offsets[row + 1] ?? 0) - start;
  return length === list.length && list.every((name, at) => dictionary.at(ids[start + at] ?? 0) === name);
};

const copyIds = (
  { offsets, ids: from }: ValueColumn,
  old: number,
  newIdOf: (id: number) => number,
  ids: Uint32Array,
  end: number,
): number => {
  const last = offsets[old + 1] ?? 0;
  for (let at = offsets[old] ?? 0; at < last; at += 1) ids[end++] = newIdOf(from[at] ?? 0);
  return end;
};

/** The dictionary with more names, still sorted, and the new id of each old one. */
const extendDictionary = (base: StringTable, names: readonly string[]) => {
  const newNames = names.filter((name) => base.find(name) < 0).sort();
  if (newNames.length === 0) return { dictionary: base, newIdOf: (id: number) => id };
  const positions = newNames.map((name) => base.lowerBound(name));
  const ids = new Uint32Array(base.size);
  const all: string[] = [];
  let next = 0;
  for (let id = 0; id <= base.size; id += 1) {
    while (next < newNames.length && positions[next] === id) all.push(newNames[next++] ?? '');
    if (id === base.size) break;
    ids[id] = all.length;
    all.push(base.at(id));
  }
  const dictionary = readStrings(sectionsFromArrays(packStrings('names', all)), 'names');
  return { dictionary, newIdOf: (id: number) => ids[id] ?? 0 };
};
