import type { Field } from '../../../domain/dataset.ts';
import { createNumberList, type NumberList } from '../../../domain/number-list.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import type { SparseColumn } from './column.ts';
import {
  builtInFields,
  listValueNames,
  parseNumber,
  readProductValue,
} from '../../semantics/search/field-values.ts';

/*
 * Numbers and flags without facet and sort. A feed may have thousands of them, each on a few products: a value for
 * every row in every column would take gigabytes. All of them are stored in three arrays.
 *
 *   starts   0     3   4 …          field 0 has the entries 0 to 2, field 1 has entry 3
 *   rows     2 7 9 | 4 …            rows that have a value, ascending
 *   numbers  5 1 8 | 1 …            their values; 1 and 0 for true and false
 */

type SparseType = SparseColumn['type'];
type SparseField = Field & { readonly type: SparseType };

/** Fields that are stored as sparse columns. */
export const sparseFields = (fields: readonly Field[], withColumn: readonly Field[]): SparseField[] => {
  const others = new Set(withColumn.map(({ name }) => name));
  return fields.filter(
    (field): field is SparseField =>
      (field.type === 'number' || field.type === 'boolean') && !others.has(field.name),
  );
};

/** NaN for none. */
export const sparseNumber = (type: SparseType, value: FieldValue | null | undefined): number => {
  if (type === 'number') return parseNumber(value);
  const [name] = listValueNames(type, value);
  if (name === undefined) return NaN;
  return name === 'true' ? 1 : 0;
};

/** Goes through the values of the products, not through the fields: most products have few of them. */
export const collectSparse = (fields: readonly SparseField[]) => {
  const lists = new Map<string, SparseList>(
    fields.map(({ name, type }) => [
      name,
      { type, rows: createNumberList(Uint32Array), numbers: createNumberList(Float64Array) },
    ]),
  );
  let row = 0;
  return {
    add: (product: Product): void => {
      for (const name of Object.keys(product.fields)) addValue(lists.get(name), product, name, row);
      for (const name of builtInFields)
        if (!Object.hasOwn(product.fields, name)) addValue(lists.get(name), product, name, row);
      row += 1;
    },
    pack: (): Record<string, SectionArray> => {
      const all = [...lists.values()];
      const starts = new Uint32Array(all.length + 1);
      all.forEach(({ rows }, index) => {
        starts[index + 1] = (starts[index] ?? 0) + rows.size;
      });
      const packed = {
        'sparse.starts': starts,
        'sparse.rows': new Uint32Array(starts.at(-1) ?? 0),
        'sparse.numbers': new Float64Array(starts.at(-1) ?? 0),
      };
      all.forEach(({ rows, numbers }, index) => {
        packed['sparse.rows'].set(rows.part(), starts[index]);
        packed['sparse.numbers'].set(numbers.part(), starts[index]);
      });
      return packed;
    },
  };
};

type SparseList = {
  readonly type: SparseType;
  readonly rows: NumberList<Uint32Array>;
  readonly numbers: NumberList<Float64Array>;
};

const addValue = (list: SparseList | undefined, product: Product, name: string, row: number): void => {
  if (!list) return;
  const number = sparseNumber(list.type, readProductValue(product, name));
  if (Number.isNaN(number)) return;
  list.rows.push(row);
  list.numbers.push(number);
};

export const readSparse = (sections: Sections, fields: readonly SparseField[]): Map<string, SparseColumn> => {
  const starts = sections.get('sparse.starts', 'u32');
  const rows = sections.get('sparse.rows', 'u32');
  const numbers = sections.get('sparse.numbers', 'f64');
  return new Map(
    fields.map(({ name, type }, index) => {
      const [start, end] = [starts[index], starts[index + 1]];
      return [
        name,
        { kind: 'sparse', type, rows: rows.subarray(start, end), numbers: numbers.subarray(start, end) },
      ];
    }),
  );
};
