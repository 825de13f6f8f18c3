import type { FileDatabase } from '../database/database.ts';

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
export const positionTable = 'replica';

/** Has a row while a copy is written, see refuse-changes.ts; not replicated. */
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
