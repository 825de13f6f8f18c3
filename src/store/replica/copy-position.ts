import type { FileDatabase } from '../database/database.ts';
import { positionTable } from './tables.ts';

/** Which state of which shared database this copy has. */
type Position = { readonly installation: string; readonly revision: number };

export type CopyPosition = {
  /** A copy that was never filled has revision -1. */
  read(): Position;
  write(position: Position): void;
};

/**
 * `schemaVersion`: of this program. A copy that another version wrote may lack columns, which that version did not
 * know: it counts from revision 0, so that all rows are read again.
 */
export const openCopyPosition = (database: FileDatabase, schemaVersion: number): CopyPosition => {
  database.script(
    `CREATE TABLE IF NOT EXISTS ${positionTable} (
       only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
       installation TEXT NOT NULL,
       revision INTEGER NOT NULL,
       schema_version INTEGER NOT NULL
     ) STRICT`,
  );
  return {
    read: () => {
      const row = database.get(`SELECT * FROM ${positionTable}`);
      if (!row) return { installation: '', revision: -1 };
      const isOfThisVersion = row.schema_version === schemaVersion;
      return { installation: String(row.installation), revision: isOfThisVersion ? Number(row.revision) : 0 };
    },
    write: ({ installation, revision }) =>
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
