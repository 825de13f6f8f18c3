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
