import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import type { Column, Columns, NumberColumn, SparseColumn, ValueColumn } from '../columns/column.ts';
import { recordColumn } from '../columns/column-reader.ts';
import { readProductValue } from '../columns/product-value.ts';
import { sparseNumber } from '../columns/sparse-columns.ts';
import { listValueNames, parseNumber } from '../columns/field-values.ts';
import { createValueCounter, type ValueCounter } from '../columns/value-counter.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { packStrings, readStrings, type StringTable } from '../storage/strings.ts';
import type { RowOrder } from './row-order.ts';

/** Products that stand otherwise than the version says, by their new row. */
export type ChangedProducts = ReadonlyMap<number, Product>;

/** Columns as live changes left them. What they did not change is shared with the version. */
export const patchColumns = (
  base: Columns,
  fields: readonly Field[],
  touched: ChangedProducts,
  order: RowOrder,
  recordAt: (row: number) => Readonly<Record<string, FieldValue>>,
): Columns => {
  const patched = new Map<string, Column>();
  /** Thousands there may be, and few are ever asked for. */
  const lazyColumns = new Map<string, () => Column>();
  for (const field of fields) {
    const column = base.column(field.name);
    if (!column) continue;
    const patch = () => patchColumn(column, field, touched, order, recordAt);
    if (column.kind === 'sparse' || column.kind === 'records') lazyColumns.set(field.name, patch);
    else patched.set(field.name, patch());
  }
  const patchLazily = (field: string): Column | null => {
    const column = lazyColumns.get(field)?.() ?? null;
    if (column) patched.set(field, column);
    return column;
  };
  return { column: (field) => patched.get(field) ?? patchLazily(field) };
};

const patchColumn = (
  column: Column,
  field: Field,
  touched: ChangedProducts,
  order: RowOrder,
  recordAt: (row: number) => Readonly<Record<string, FieldValue>>,
): Column => {
  switch (column.kind) {
    case 'records':
      return recordColumn(field, recordAt);
    case 'sparse':
      return patchSparse(column, field.name, touched, order);
    case 'numbers':
      return patchNumbers(column, field.name, touched, order);
    case 'values':
      return patchValues(column, field.name, touched, order);
  }
};

const patchSparse = (
  column: SparseColumn,
  name: string,
  touched: ChangedProducts,
  order: RowOrder,
): SparseColumn => {
  const numbers = new Map<number, number>();
  column.rows.forEach((old, at) => {
    const row = order.newRow(old);
    if (!touched.has(row)) numbers.set(row, column.numbers[at] ?? NaN);
  });
  for (const [row, product] of touched) {
    const number = sparseNumber(column.type, readProductValue(product, name));
    if (!Number.isNaN(number)) numbers.set(row, number);
  }
  const rows = Uint32Array.from(numbers.keys()).sort();
  return { ...column, rows, numbers: Float64Array.from(rows, (row) => numbers.get(row) ?? NaN) };
};

const patchNumbers = (
  column: NumberColumn,
  name: string,
  touched: ChangedProducts,
  order: RowOrder,
): NumberColumn => {
  const changed = Array.from(
    touched,
    ([row, product]) => [row, parseNumber(readProductValue(product, name))] as const,
  );
  const isSame = changed.every(([row, value]) => Object.is(column.numbers[row], value));
  if (order.isUnchanged && isSame) return column;
  const numbers = order.isUnchanged
    ? column.numbers.slice()
    : Float64Array.from({ length: order.size }, (_, row) => column.numbers[order.oldRow(row)] ?? NaN);
  for (const [row, value] of changed) numbers[row] = value;
  return { ...column, numbers };
};

const patchValues = (
  column: ValueColumn,
  name: string,
  touched: ChangedProducts,
  order: RowOrder,
): ValueColumn => {
  const names = new Map(
    Array.from(touched, ([row, product]) => [
      row,
      listValueNames(column.type, readProductValue(product, name)),
    ]),
  );
  if (order.isUnchanged && [...names].every(([row, list]) => isSameList(column, row, list))) return column;
  const { dictionary, idOf } = extendDictionary(column.dictionary, [...new Set([...names.values()].flat())]);
  const offsets = new Uint32Array(order.size + 1);
  const ids = new Uint32Array(column.ids.length + [...names.values()].flat().length);
  let end = 0;
  for (let row = 0; row < order.size; row += 1) {
    const list = names.get(row);
    if (list) for (const one of list) ids[end++] = dictionary.find(one);
    else end = copyIds(column, order.oldRow(row), idOf, ids, end);
    offsets[row + 1] = end;
  }
  let tally: ValueCounter | null = null;
  return {
    ...column,
    dictionary,
    offsets,
    ids: ids.subarray(0, end),
    counter: () => (tally ??= createValueCounter(dictionary)),
  };
};

const isSameList = ({ dictionary, offsets, ids }: ValueColumn, row: number, list: readonly string[]) => {
  const start = offsets[row] ?? 0;
  const length = (offsets[row + 1] ?? 0) - start;
  return length === list.length && list.every((name, at) => dictionary.at(ids[start + at] ?? 0) === name);
};

const copyIds = (
  { offsets, ids: from }: ValueColumn,
  old: number,
  idOf: (id: number) => number,
  ids: Uint32Array,
  end: number,
): number => {
  const last = offsets[old + 1] ?? 0;
  for (let at = offsets[old] ?? 0; at < last; at += 1) ids[end++] = idOf(from[at] ?? 0);
  return end;
};

/** The dictionary with more names in it, still sorted, and what became of its ids. */
const extendDictionary = (base: StringTable, names: readonly string[]) => {
  const unseen = names.filter((name) => base.find(name) < 0).sort();
  if (unseen.length === 0) return { dictionary: base, idOf: (id: number) => id };
  const places = unseen.map((name) => base.lowerBound(name));
  const ids = new Uint32Array(base.size);
  const all: string[] = [];
  let next = 0;
  for (let id = 0; id <= base.size; id += 1) {
    while (next < unseen.length && places[next] === id) all.push(unseen[next++] ?? '');
    if (id === base.size) break;
    ids[id] = all.length;
    all.push(base.at(id));
  }
  const dictionary = readStrings(sectionsFromArrays(packStrings('names', all)), 'names');
  return { dictionary, idOf: (id: number) => ids[id] ?? 0 };
};
