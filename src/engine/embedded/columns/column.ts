import { findRow, type Row } from '../rows/rows.ts';
import type { FieldType } from '../../../domain/dataset.ts';
import { identifierField, type Scalar } from '../../../domain/filter.ts';
import type { StringTable } from '../storage/strings.ts';
import type { FacetValue } from '../../../domain/facet.ts';

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
type RecordColumn = {
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

/** A count and an id in one number below 2^53: such numbers are sorted without a comparison function. */
const idSpan = 2 ** 32;
/** Above every number of families of a set. */
const countSpan = 2 ** 20;

export type ValueCounter = ReturnType<typeof createValueCounter>;

/**
 * Counts how many families have each value of a sorted dictionary. The arrays are as long as the dictionary and reused for
 * every count: only the entries that were used are cleared, so a count costs what it visits and allocates little.
 */
export const createValueCounter = (dictionary: StringTable) => {
  const counts = new Uint32Array(dictionary.size);
  /** Family that was counted last for each id, plus 1. */
  const lastFamily = new Uint32Array(dictionary.size);
  const names: (string | undefined)[] = [];
  const countedIds = new Uint32Array(dictionary.size);
  let counted = 0;
  const nameOf = (id: number): string => (names[id] ??= dictionary.at(id));
  /** The counted ids with their counts; resets the counter. */
  const drain = (visit: (id: number, count: number) => void): void => {
    for (let at = 0; at < counted; at += 1) {
      const id = countedIds[at] ?? 0;
      visit(id, counts[id] ?? 0);
      counts[id] = 0;
      lastFamily[id] = 0;
    }
    counted = 0;
  };
  return {
    /** Counts a value of family `family` (from 0, ascending); a second time for one family is ignored. */
    add: (id: number, family: number): void => {
      if (lastFamily[id] === family + 1) return;
      lastFamily[id] = family + 1;
      const count = counts[id] ?? 0;
      if (count === 0) countedIds[counted++] = id;
      counts[id] = count + 1;
    },
    /** Names with their counts, in no order; resets the counter. */
    take: (): Map<string, number> => {
      const result = new Map<string, number>();
      drain((id, count) => result.set(nameOf(id), count));
      return result;
    },
    /** The same, most frequent first, then by name. */
    takeSorted: (): FacetValue[] => {
      const keys = new Float64Array(counted);
      let length = 0;
      drain((id, count) => (keys[length++] = (countSpan - count) * idSpan + id));
      keys.sort();
      const values: FacetValue[] = [];
      for (let at = 0; at < length; at += 1) {
        const key = keys[at] ?? 0;
        const high = Math.floor(key / idSpan);
        values.push({ name: nameOf(key - high * idSpan), count: countSpan - high });
      }
      return values;
    },
  };
};
