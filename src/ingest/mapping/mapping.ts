import type { Field } from '../../domain/dataset.ts';
import type { FieldValue } from '../../domain/product.ts';
import type { RawRow } from '../feed.ts';
import { type Separator, toFieldValue } from './field-value.ts';
import type { ColumnFacts } from './inspect.ts';
import { pathReader, templateReader } from './path.ts';

/** How rows of one feed become fields: the part of the mapping that is published, and how to read by it. */
export type Mapping = {
  readonly fields: readonly Field[];
  /** Every field the row carries, under its mapped name. */
  read(row: RawRow): Record<string, FieldValue>;
  /** The raw value behind a field, before it was typed. */
  raw(row: RawRow, name: string): unknown;
};

const separatorOf = (column: ColumnFacts | undefined): Separator => {
  const seen = column?.separators;
  if (seen && seen['>'] > 0) return '>';
  return seen && seen['|'] > 0 ? '|' : '/';
};

export const createMapping = (fields: readonly Field[], columns: readonly ColumnFacts[]): Mapping => {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const readers = fields.map((field) => {
    const direct = pathReader(field.from);
    const template = field.template === undefined ? null : templateReader(field.template);
    return {
      field,
      separator: separatorOf(byPath.get(field.from)),
      raw: (row: RawRow) => direct(row) ?? template?.(row),
    };
  });
  const byName = new Map(readers.map((reader) => [reader.field.name, reader]));
  return {
    fields,
    raw: (row, name) => byName.get(name)?.raw(row),
    read(row) {
      const values: [string, FieldValue][] = [];
      for (const { field, separator, raw } of readers) {
        const value = toFieldValue(field, separator, raw(row));
        if (value !== null) values.push([field.name, value]);
      }
      return Object.fromEntries(values);
    },
  };
};
