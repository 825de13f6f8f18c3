import { findRow } from '../rows/group-rows.ts';
import type { FieldType } from '../../../domain/dataset.ts';
import { identifierField, type Scalar } from '../../../domain/filter.ts';
import type { StringTable } from '../storage/strings.ts';
import type { ValueCounter } from './value-counter.ts';
import type { Row } from '../rows/index-spaces.ts';

/** Values out of a sorted dictionary: row r has the ids `ids[offsets[r] … offsets[r + 1]]`, each once. */
export type ValueColumn = {
  readonly kind: 'values';
  readonly type: Exclude<FieldType, 'number'>;
  readonly dictionary: StringTable;
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
  /** Its id plus 1 for each row, 0 for none; null in a column with several values in a row. Made when it is first counted. */
  readonly onlyIds: () => OnlyIds | null;
  /** Created when the field is first counted. */
  readonly counter: () => ValueCounter;
};

/** As few bytes as its dictionary needs: reads of it rarely have to wait for memory. */
export type OnlyIds = Uint8Array | Uint16Array | Uint32Array;

/** One number for each row; NaN where there is none. */
export type NumberColumn = {
  readonly kind: 'numbers';
  readonly type: 'number';
  readonly numbers: Float64Array;
};

/** A number or flag on few rows: those rows, ascending, and their values (1 and 0 for true and false). */
export type SparseColumn = {
  readonly kind: 'sparse';
  readonly type: 'number' | 'boolean';
  readonly rows: Uint32Array;
  readonly numbers: Float64Array;
};

/** A field that is read from the product records: long, unique texts would take too much memory as a column. */
export type RecordColumn = {
  readonly kind: 'records';
  readonly type: FieldType;
  readonly valuesAt: (row: Row) => readonly Scalar[];
  /** Where no two rows have the same value: the row of a value, -1 for none. */
  readonly rowOf?: (value: string) => number;
};

export type Column = ValueColumn | NumberColumn | SparseColumn | RecordColumn;

/** Null for a field that this version does not know: no row has it. */
export type Columns = { column(field: string): Column | null };

/** With the identifiers of the rows as a field that filters may name. */
export const withIdentifiers = (columns: Columns, identifiers: StringTable): Columns => {
  const column: RecordColumn = {
    kind: 'records',
    type: 'text',
    valuesAt: (row) => [identifiers.at(row)],
    rowOf: (value) => identifiers.find(value),
  };
  return { column: (field) => (field === identifierField ? column : columns.column(field)) };
};

/** All values of a row in a field, in the field's own type. */
export const valuesAt = (column: Column, row: Row): readonly Scalar[] => {
  switch (column.kind) {
    case 'records':
      return column.valuesAt(row);
    case 'numbers':
    case 'sparse': {
      const value = numberAt(column, row);
      if (Number.isNaN(value)) return [];
      return [column.type === 'boolean' ? value === 1 : value];
    }
    case 'values': {
      const ids = column.ids.subarray(column.offsets[row], column.offsets[row + 1]);
      return Array.from(ids, (id) => parseName(column.type, column.dictionary.at(id)));
    }
  }
};

/** NaN for a row without a value. */
export const numberAt = (column: NumberColumn | SparseColumn, row: Row): number => {
  if (column.kind === 'numbers') return column.numbers[row] ?? NaN;
  return column.numbers[findRow(column.rows, row)] ?? NaN;
};

const parseName = (type: FieldType, name: string): Scalar => (type === 'boolean' ? name === 'true' : name);
