import { Type } from 'typebox';
import type { FileDatabase } from '../database/database.ts';
import { validate } from '../database/rows.ts';

export type ReplicatedTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly keyColumns: readonly string[];
  /** Its ids are never used again: the last one is replicated too. */
  readonly countsIds: boolean;
};

/** Where SQLite stores the last id of each table with AUTOINCREMENT. */
export const sequenceTable = 'sqlite_sequence';

/** Stores how far this copy is; not replicated. */
const positionTable = 'replica';

/** Has a row while a copy is written, see moved-database.ts; not replicated. */
export const writingTable = 'replica_writing';

/** All tables of the store, read from the database itself, so that a migration needs no second list. */
export const listTables = (database: FileDatabase): ReplicatedTable[] =>
  database
    .all(
      `SELECT name, sql FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT IN (?, ?) ORDER BY name`,
      positionTable,
      writingTable,
    )
    .map(({ name, sql }) => {
      const columns = database.all('SELECT name, pk FROM pragma_table_info(?)', String(name));
      const keys = columns
        .filter(({ pk }) => Number(pk) > 0)
        .toSorted((one, other) => Number(one.pk) - Number(other.pk));
      return {
        name: String(name),
        columns: columns.map((column) => String(column.name)),
        keyColumns: keys.map((column) => String(column.name)),
        countsIds: /\bAUTOINCREMENT\b/i.test(String(sql)),
      };
    });

/** Which state of which shared database this copy has. */
type Position = { readonly installation: string; readonly revision: number };

export type CopyPosition = ReturnType<typeof openCopyPosition>;

/**
 * `schemaVersion`: of this program. A copy that another version wrote may lack columns, which that version did not
 * know: it counts from revision 0, so that all rows are read again.
 */
export const openCopyPosition = (database: FileDatabase, schemaVersion: number) => {
  database.script(
    `CREATE TABLE IF NOT EXISTS ${positionTable} (
       only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
       installation TEXT NOT NULL,
       revision INTEGER NOT NULL,
       schema_version INTEGER NOT NULL
     ) STRICT`,
  );
  return {
    /** A copy that was never filled has revision -1. */
    read: (): Position => {
      const row = database.get(`SELECT * FROM ${positionTable}`);
      if (!row) return { installation: '', revision: -1 };
      const isOfThisVersion = row.schema_version === schemaVersion;
      return { installation: String(row.installation), revision: isOfThisVersion ? Number(row.revision) : 0 };
    },
    write: ({ installation, revision }: Position): void =>
      void database.run(
        `INSERT INTO ${positionTable} VALUES (1, ?, ?, ?) ON CONFLICT DO UPDATE
         SET installation = excluded.installation, revision = excluded.revision,
           schema_version = excluded.schema_version`,
        installation,
        revision,
        schemaVersion,
      ),
  };
};

/** The state of one row after a change. `key`: the values of its primary key as a JSON array. */
export type ChangedRow = {
  readonly table: string;
  readonly key: string;
  /** The row as a JSON object; null: it was removed. */
  readonly row: string | null;
};

const column = Type.Union([Type.String(), Type.Number(), Type.Null()]);
const keySchema = Type.Array(column);
const rowSchema = Type.Record(Type.String(), column);

const readKey = (table: string, key: string): (string | number | null)[] =>
  validate(keySchema, `the row ${key} of ${table}`, JSON.parse(key), 'corrupted');

const keyOf = (prefix: string, { keyColumns }: ReplicatedTable): string =>
  `json_array(${keyColumns.map((column) => `${prefix}${column}`).join(', ')})`;

/**
 * Notes the key of every row that this connection changes, also by a cascade. The table and the triggers are
 * temporary: they belong to the connection, and a transaction that is rolled back takes its notes with it. A row may be
 * noted twice: in a trigger, the conflict clause of the outer statement would override one of the note.
 */
export const watchChanges = (database: FileDatabase, tables: readonly ReplicatedTable[]): void => {
  const note = (table: ReplicatedTable, row: 'OLD' | 'NEW') =>
    `INSERT INTO changed VALUES ('${table.name}', ${keyOf(`${row}.`, table)});`;
  const triggers = tables.flatMap((table) =>
    (
      [
        ['INSERT', ['NEW']],
        ['UPDATE', ['OLD', 'NEW']],
        ['DELETE', ['OLD']],
      ] as const
    ).map(
      ([event, rows]) =>
        `CREATE TEMP TRIGGER note_${event}_${table.name} AFTER ${event} ON main.${table.name} ` +
        `BEGIN ${rows.map((row) => note(table, row)).join(' ')} END;`,
    ),
  );
  database.script(
    `CREATE TEMP TABLE changed (table_name TEXT, key TEXT);
     ${triggers.join('\n')}`,
  );
};

export const forgetChanges = (database: FileDatabase): void => void database.run('DELETE FROM temp.changed');

const readRow = (database: FileDatabase, { name, keyColumns }: ReplicatedTable, key: string) =>
  database.get(
    `SELECT * FROM main.${name} WHERE ${keyColumns.map((column) => `${column} = ?`).join(' AND ')}`,
    ...readKey(name, key),
  );

const readSequence = (database: FileDatabase, { name }: ReplicatedTable): ChangedRow[] => {
  const row = database.get(`SELECT name, seq FROM ${sequenceTable} WHERE name = ?`, name);
  return row ? [{ table: sequenceTable, key: JSON.stringify([name]), row: JSON.stringify(row) }] : [];
};

/** The rows that the transaction changed, as they are now. */
export const collectChanges = (
  database: FileDatabase,
  tables: readonly ReplicatedTable[],
): readonly ChangedRow[] => {
  const noted = database.all('SELECT DISTINCT table_name, key FROM temp.changed ORDER BY 1, 2');
  return tables.flatMap((table) => {
    const keys = noted.filter(({ table_name: name }) => name === table.name).map(({ key }) => String(key));
    if (keys.length === 0) return [];
    const rows = keys.map((key): ChangedRow => {
      const row = readRow(database, table, key);
      return { table: table.name, key, row: row ? JSON.stringify(row) : null };
    });
    return table.countsIds ? [...rows, ...readSequence(database, table)] : rows;
  });
};

/** Notes every row, for a store that is not yet in the shared database. */
export const noteAllRows = (database: FileDatabase, tables: readonly ReplicatedTable[]): void => {
  for (const table of tables)
    database.run(
      `INSERT INTO temp.changed SELECT '${table.name}', ${keyOf('', table)} FROM main.${table.name}`,
    );
};

export const isEmpty = (database: FileDatabase, tables: readonly ReplicatedTable[]): boolean =>
  tables.every(({ name }) => database.get(`SELECT 1 FROM main.${name} LIMIT 1`) === undefined);

const deleteRow = (database: FileDatabase, { name, keyColumns }: ReplicatedTable, key: string): void =>
  void database.run(
    `DELETE FROM main.${name} WHERE ${keyColumns.map((each) => `${each} = ?`).join(' AND ')}`,
    ...readKey(name, key),
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
