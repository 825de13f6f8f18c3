import { getOrAdd } from '../../domain/memoize.ts';
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Database, Row } from './database.ts';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { Fault, type FaultCode } from '../../errors.ts';

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

/*
 * Compiled on first use: a campaign of a hundred boosts takes tens of milliseconds when its schema is interpreted, and
 * every write checks it twice.
 */
const validators = new WeakMap<TSchema, Validator>();

const matches = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  getOrAdd(validators, schema, () => Compile(schema)).Check(value);

/** Returns the value when it matches the schema, else throws. `what` names it in the message: `box similar`. */
export const validate = <S extends TSchema>(
  schema: S,
  what: string,
  value: unknown,
  code: FaultCode,
): Static<S> => {
  if (matches(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const where = first?.instancePath ? ` at ${first.instancePath}` : '';
  throw new Fault(
    code,
    `The settings of ${what} are not valid${where}: ${first?.message ?? 'unknown reason'}.`,
    { ...(code === 'corrupted' && { nextStep: 'Restore the database from a backup, or declare it again.' }) },
  );
};

/** A column with milliseconds since 1970, in ISO 8601. */
export const toInstant = (column: SQLOutputValue | undefined): string =>
  new Date(Number(column)).toISOString();

export const toInstantOrNull = (column: SQLOutputValue | undefined): string | null =>
  column === null ? null : toInstant(column);

export const parseJsonColumn = (row: Row, column: string): object => {
  try {
    const value: unknown = JSON.parse(String(row[column]));
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new Fault('corrupted', `The column ${column} of the database does not hold JSON.`, { cause });
  }
  throw new Fault('corrupted', `The column ${column} of the database does not hold an object.`);
};

/**
 * Reads a row once and keeps the value until the row differs. A value is parsed and validated, which takes a hundred
 * times as long as comparing the columns; every write of a website reads all its boxes and campaigns again.
 *
 * Values are shared, so they must not be changed. Only for rows that say everything about the value: a secret depends
 * on the key in force as well.
 */
export const rememberRows = <T>(read: (row: Row) => T, key: string, atMost = 20_000): ((row: Row) => T) => {
  const known = new Map<Row[string] | undefined, { readonly row: Row; readonly value: T }>();
  return (row) => {
    const entry = known.get(row[key]);
    if (entry && isSameRow(entry.row, row)) return entry.value;
    const value = read(row);
    // Rows that were removed stay until then.
    if (known.size >= atMost) known.clear();
    known.set(row[key], { row, value });
    return value;
  };
};

const isSameRow = (a: Row, b: Row): boolean => {
  const columns = Object.keys(a);
  return (
    columns.length === Object.keys(b).length && columns.every((column) => Object.is(a[column], b[column]))
  );
};
