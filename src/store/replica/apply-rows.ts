import { Type } from 'typebox';
import type { FileDatabase } from '../database/database.ts';
import { validate } from '../database/validate.ts';
import type { ChangedRow } from './changed-rows.ts';
import { type ReplicatedTable, sequenceTable } from './tables.ts';

const column = Type.Union([Type.String(), Type.Number(), Type.Null()]);
const keySchema = Type.Array(column);
const rowSchema = Type.Record(Type.String(), column);

const deleteRow = (database: FileDatabase, { name, keyColumns }: ReplicatedTable, key: string): void =>
  void database.run(
    `DELETE FROM main.${name} WHERE ${keyColumns.map((each) => `${each} = ?`).join(' AND ')}`,
    ...validate(keySchema, `the row ${key} of ${name}`, JSON.parse(key), 'corrupted'),
  );

/** Columns that a newer program added are left out; those that an older one did not know get their default. */
const insertRow = (database: FileDatabase, { name, columns }: ReplicatedTable, row: string): void => {
  const values = validate(rowSchema, `a row of ${name}`, JSON.parse(row), 'corrupted');
  const known = columns.filter((each) => each in values);
  database.run(
    `INSERT INTO main.${name} (${known.join(', ')}) VALUES (${known.map(() => '?').join(', ')})`,
    ...known.map((each) => values[each] ?? null),
  );
};

const sequences: ReplicatedTable = {
  name: sequenceTable,
  columns: ['name', 'seq'],
  keyColumns: ['name'],
  countsIds: false,
};

/**
 * Puts rows of the shared database into this copy. All old rows go first, because two rows may have exchanged a name.
 * The counters of ids come last: an insert sets them too. Foreign keys must be off: the rows are complete as they are.
 */
export const applyRows = (
  database: FileDatabase,
  tables: readonly ReplicatedTable[],
  rows: readonly ChangedRow[],
): void => {
  const known = new Map([...tables, sequences].map((table) => [table.name, table]));
  // A table that only a newer program knows is left out.
  const entries = rows.flatMap((row) => {
    const table = known.get(row.table);
    return table ? [{ ...row, table }] : [];
  });
  for (const { table, key } of entries) deleteRow(database, table, key);
  for (const { table, row } of entries)
    if (row !== null && table !== sequences) insertRow(database, table, row);
  for (const { table, key, row } of entries) {
    if (row === null || table !== sequences) continue;
    deleteRow(database, table, key);
    insertRow(database, table, row);
  }
};

export const removeAllRows = (database: FileDatabase, tables: readonly ReplicatedTable[]): void => {
  for (const { name } of tables) database.run(`DELETE FROM main.${name}`);
};
