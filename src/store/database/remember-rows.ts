import type { Row } from './database.ts';

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
