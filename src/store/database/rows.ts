import type { SQLInputValue } from 'node:sqlite';
import type { Database, Row } from './database.ts';

/* Statements on whole rows. Names of tables and columns are ours; values are bound. */

type Values = Readonly<Record<string, SQLInputValue>>;

const listEqual = (match: Values): string =>
  Object.keys(match)
    .map((column) => `${column} = ?`)
    .join(' AND ');

/** Returns the id of the row. `onConflict`: what happens when it is there already, in SQL. */
export const insertRow = (
  database: Pick<Database, 'run'>,
  table: string,
  row: Values,
  onConflict = '',
): number => {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  return database.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${onConflict}`,
    ...Object.values(row),
  );
};

export const updateRows = (
  database: Pick<Database, 'run'>,
  table: string,
  changes: Values,
  match: Values,
): void => {
  const assignments = Object.keys(changes).map((column) => `${column} = ?`);
  database.run(
    `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${listEqual(match)}`,
    ...Object.values(changes),
    ...Object.values(match),
  );
};

export const deleteRows = (database: Pick<Database, 'run'>, table: string, match: Values): void =>
  void database.run(`DELETE FROM ${table} WHERE ${listEqual(match)}`, ...Object.values(match));

export const findRow = (database: Pick<Database, 'get'>, table: string, match: Values): Row | undefined =>
  database.get(`SELECT * FROM ${table} WHERE ${listEqual(match)}`, ...Object.values(match));

/** `order`: columns, in SQL. */
export const findRows = (
  database: Pick<Database, 'all'>,
  table: string,
  match: Values,
  order: string,
): Row[] =>
  database.all(`SELECT * FROM ${table} WHERE ${listEqual(match)} ORDER BY ${order}`, ...Object.values(match));
