import type { FileDatabase } from '../database/database.ts';
import { listTables, writingTable } from './tables.ts';

const prefix = 'refuse_moved_';
const events = ['INSERT', 'UPDATE', 'DELETE'] as const;

/**
 * From now on every process that changes the store, also one that has it open, gets a fault. Reads go on. It is
 * stored in the file, so that nothing is accepted that the new place would not have.
 */
export const refuseChanges = (database: FileDatabase): void =>
  database.transaction(() => {
    database.run(`CREATE TABLE IF NOT EXISTS ${writingTable} (only_row INTEGER PRIMARY KEY) STRICT`);
    for (const { name } of listTables(database))
      for (const event of events)
        database.run(
          `CREATE TRIGGER IF NOT EXISTS ${prefix}${event}_${name} BEFORE ${event} ON main.${name}
           WHEN NOT EXISTS (SELECT 1 FROM ${writingTable})
           BEGIN SELECT RAISE(ABORT, 'the settings were moved'); END`,
        );
  });

/** The store accepts changes again. */
export const acceptChanges = (database: FileDatabase): void => {
  const names = database
    .all(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE ?`, `${prefix}%`)
    .map(({ name }) => String(name));
  if (names.length === 0) return;
  database.transaction(() => {
    for (const name of names) database.run(`DROP TRIGGER IF EXISTS ${name}`);
    database.run(`DROP TABLE IF EXISTS ${writingTable}`);
  });
};

/**
 * The file after it became the copy of a shared database: its transactions write into it, and those of a service that
 * still takes it for its own store are refused. The mark is gone before a transaction ends, so that nobody else sees it.
 */
export const writeAsCopy = (database: FileDatabase): FileDatabase => {
  const isRefusing = (): boolean =>
    database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', writingTable) !== undefined;
  return {
    ...database,
    transaction: (work) =>
      database.transaction(() => {
        if (!isRefusing()) return work();
        database.run(`INSERT INTO ${writingTable} VALUES (1)`);
        const result = work();
        database.run(`DELETE FROM ${writingTable}`);
        return result;
      }),
  };
};
