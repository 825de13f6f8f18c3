import type { Field } from '../../domain/dataset.ts';
import type { FieldValue } from '../../domain/product.ts';
import type { RawRow, RawValue } from '../formats/feed.ts';
import { type Separator, toFieldValue } from './field-value.ts';
import type { ColumnStatistics } from './inspect-columns.ts';
import { createPathReader, createTemplateReader } from './path.ts';
import { type Sale, createSaleReader } from './sale.ts';

/** How rows of one feed become fields: the published fields, and functions that read them. */
export type Mapping = {
  readonly fields: readonly Field[];
  /** All fields of the row, by their mapped names. */
  read(row: RawRow): Record<string, FieldValue>;
  /** The raw value of a field, before conversion. */
  readRaw(row: RawRow, name: string): unknown;
  /** The sale price of the row, if it has one. */
  readSale(row: RawRow): Sale | null;
};

const detectSeparator = (column: ColumnStatistics | undefined): Separator => {
  const separators = column?.separators;
  if (separators && separators['>'] > 0) return '>';
  return separators && separators['|'] > 0 ? '|' : '/';
};

type FieldReader = {
  readonly field: Field;
  readonly separator: Separator;
  readonly raw: (row: RawRow) => RawValue | undefined;
};

/** Read from one top-level column, without a path and without a template. */
const isPlainColumn = ({ field }: FieldReader): boolean =>
  field.template === undefined && !/[.[\]]/.test(field.from);

/**
 * A feed may have thousands of sparse columns, of which a row has a few dozen. So plain fields are looked up
 * by the columns of the row; only the others are tried one by one.
 */
export const createMapping = (fields: readonly Field[], columns: readonly ColumnStatistics[]): Mapping => {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const readers = fields.map((field): FieldReader => {
    const direct = createPathReader(field.from);
    const template = field.template === undefined ? null : createTemplateReader(field.template);
    return {
      field,
      separator: detectSeparator(byPath.get(field.from)),
      raw: (row) => direct(row) ?? template?.(row),
    };
  });
  const byName = new Map(readers.map((reader) => [reader.field.name, reader]));
  const plain = Map.groupBy(readers.filter(isPlainColumn), ({ field }) => field.from);
  const others = readers.filter((reader) => !isPlainColumn(reader));
  const scale = byName.get('price')?.field.scale;
  return {
    fields,
    readSale: createSaleReader([...byPath.keys()], scale),
    readRaw: (row, name) => byName.get(name)?.raw(row),
    read(row) {
      const values: [string, FieldValue][] = [];
      const add = ({ field, separator }: FieldReader, value: RawValue | undefined): void => {
        const typed = toFieldValue(field, separator, value);
        if (typed !== null) values.push([field.name, typed]);
      };
      for (const [column, value] of Object.entries(row)) {
        for (const reader of plain.get(column) ?? []) add(reader, value);
      }
      for (const reader of others) add(reader, reader.raw(row));
      return Object.fromEntries(values);
    },
  };
};
