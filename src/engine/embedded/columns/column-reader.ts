import type { Field } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import type { FieldValue } from '../../../domain/product.ts';
import type { Sections } from '../storage/sections.ts';
import { readStrings } from '../storage/strings.ts';
import type { Column, Columns, OnlyIds, ValueColumn, ValueCounter } from './column.ts';
import { createValueCounter } from './column.ts';
import { listScalars } from '../../semantics/search/field-values.ts';
import { readSparse, sparseFields } from './sparse-columns.ts';

/** `fields`: those with a column of their own, in the order they were written. The text of all others is read from the records. */
export const readColumns = (
  sections: Sections,
  fields: readonly Field[],
  allFields: readonly Field[],
  recordAt: (row: number) => Readonly<Record<string, FieldValue>>,
): Columns => {
  const columns = new Map<string, Column>();
  for (const field of allFields) columns.set(field.name, recordColumn(field, recordAt));
  for (const [name, column] of readSparse(sections, sparseFields(allFields, fields)))
    columns.set(name, column);
  fields.forEach((field, index) => columns.set(field.name, readColumn(sections, `${index}`, field)));
  return { column: (field) => columns.get(field) ?? null };
};

const readColumn = (sections: Sections, prefix: string, field: Field): Column =>
  field.type === 'number'
    ? { kind: 'numbers', type: field.type, numbers: sections.get(`${prefix}.numbers`, 'f64') }
    : readValues(sections, prefix, field.type);

const readValues = (sections: Sections, prefix: string, type: ValueColumn['type']): ValueColumn =>
  createValueColumn(type, {
    dictionary: readStrings(sections, `${prefix}.dictionary`),
    offsets: sections.get(`${prefix}.offsets`, 'u32'),
    ids: sections.get(`${prefix}.ids`, 'u32'),
  });

export const createValueColumn = (
  type: ValueColumn['type'],
  arrays: Pick<ValueColumn, 'dictionary' | 'offsets' | 'ids'>,
): ValueColumn => {
  let counter: ValueCounter | null = null;
  let onlyIds: OnlyIds | null | undefined;
  return {
    kind: 'values',
    type,
    ...arrays,
    onlyIds: () => (onlyIds === undefined ? (onlyIds = findOnlyIds(arrays)) : onlyIds),
    counter: () => (counter ??= createValueCounter(arrays.dictionary)),
  };
};

const findOnlyIds = ({
  dictionary,
  offsets,
  ids,
}: Pick<ValueColumn, 'dictionary' | 'offsets' | 'ids'>): OnlyIds | null => {
  const rows = offsets.length - 1;
  const OfSize =
    dictionary.size < 2 ** 8 ? Uint8Array : dictionary.size < 2 ** 16 ? Uint16Array : Uint32Array;
  const onlyIds = new OfSize(rows);
  for (let row = 0; row < rows; row += 1) {
    const [start, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    if (end - start > 1) return null;
    if (end > start) onlyIds[row] = (ids[start] ?? 0) + 1;
  }
  return onlyIds;
};

export const recordColumn = (
  field: Field,
  recordAt: (row: number) => Readonly<Record<string, FieldValue>>,
): Column => ({
  kind: 'records',
  type: field.type,
  valuesAt: (row): readonly Scalar[] => {
    const record = recordAt(row);
    const value = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
    return listScalars(field.type, value);
  },
});
