import type { FileDatabase, Row } from '../database/database.ts';
import { type ReplicatedTable, sequenceTable } from './tables.ts';

/** The state of one row after a change. `key`: the values of its primary key as a JSON array. */
export type ChangedRow = {
  readonly table: string;
  readonly key: string;
  /** The row as a JSON object; null: it was removed. */
  readonly row: string | null;
};

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

const readRow = (
  database: FileDatabase,
  { name, keyColumns }: ReplicatedTable,
  key: string,
): Row | undefined =>
  database.get(
    `SELECT * FROM main.${name} WHERE ${keyColumns.map((column) => `${column} = ?`).join(' AND ')}`,
    ...(JSON.parse(key) as (string | number)[]),
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
