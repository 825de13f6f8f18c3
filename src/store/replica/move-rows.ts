import { Fault } from '../../errors.ts';
import { createTables, hasTable, nameIn } from '../../postgres/create-tables.ts';
import type { Database as Shared, Queries } from '../../postgres/database.ts';
import { sql } from '../../postgres/sql.ts';
import type { FileDatabase } from '../database/database.ts';
import { readSchemaVersion } from '../database/migrate.ts';
import { applyRows, removeAllRows } from './apply-rows.ts';
import { type ChangedRow, collectChanges, isEmpty, noteAllRows, watchChanges } from './changed-rows.ts';
import { openCopyPosition } from './copy-position.ts';
import {
  acceptOnDatabase,
  findMove,
  migrationTables,
  otherMove,
  readMove,
  writeMove,
} from './moved-database.ts';
import { acceptChanges } from './refuse-changes.ts';
import { pullRows, pushRows, storeTables } from './shared-rows.ts';
import { listTables } from './tables.ts';

export type RowMove = {
  readonly local: FileDatabase;
  /** Of `local`, for messages. */
  readonly file: string;
  readonly shared: Shared;
  readonly schema: string;
  /** Of this migration. */
  readonly id: string;
};

const settingsTables = ['store_row', 'store_day'] as const;
const usageTables = ['quota_used', 'usage_hours', 'usage_node'] as const;

const clear = async (queries: Queries, schema: string, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    if (await hasTable(queries, schema, table))
      await queries.query(sql`DELETE FROM ${nameIn(schema, table)}`);
  }
  await queries.query(sql`
    UPDATE ${nameIn(schema, 'store_state')} SET revision = 0, pruned_to = 0, installation = gen_random_uuid()`);
};

type DatabaseMove = Pick<RowMove, 'shared' | 'schema' | 'id'>;

/** Refuses a database that has settings of somebody else. Changes nothing. True: it was prepared before. */
export const checkDatabase = async ({ shared, schema, id }: DatabaseMove): Promise<boolean> => {
  const move = await findMove(shared, schema);
  if (move?.id === id) return move.state !== 'leaving';
  if (move?.state === 'arriving') throw otherMove();
  if (move?.state === 'gone' || !(await hasTable(shared, schema, 'store_state'))) return false;
  const { revision } = await pullRows(shared, schema, Number.MAX_SAFE_INTEGER);
  if (revision > 0)
    throw new Fault('conflict', 'The database has settings already.', {
      nextStep:
        'Name an empty database, or start a node with an empty data folder to use the settings that it has.',
    });
  return false;
};

export const prepareDatabase = async ({ shared, schema, id }: DatabaseMove): Promise<void> => {
  if (await checkDatabase({ shared, schema, id })) return;
  await createTables(shared, storeTables(schema));
  await createTables(shared, migrationTables(schema));
  await acceptOnDatabase(shared, schema, null);
  await shared.transaction(async (queries) => {
    // What an earlier installation left when it moved away.
    await clear(queries, schema, [...settingsTables, ...usageTables]);
    await writeMove(queries, schema, { id, state: 'arriving' });
  });
};

/** All rows of the file, which nobody changes meanwhile. */
const readAllRows = (local: FileDatabase): readonly ChangedRow[] => {
  const tables = listTables(local);
  watchChanges(local, tables);
  noteAllRows(local, tables);
  return collectChanges(local, tables);
};

/** The rows of a file become the first revision of the database. May be run again until `finishInDatabase`. */
export const moveRowsToDatabase = async ({ local, shared, schema, id }: RowMove): Promise<number> => {
  const rows = readAllRows(local);
  await shared.transaction(async (queries) => {
    const move = await readMove(queries, schema);
    // It was finished before, and nodes may use it already.
    if (move?.id === id && move.state === 'here') return;
    if (move?.id !== id || move.state !== 'arriving') throw otherMove();
    // What this migration wrote before it was interrupted. Calls that it moved are not moved again: they stay.
    await clear(queries, schema, settingsTables);
    await pushRows(queries, schema, 0, rows);
  });
  return rows.length;
};

/** The file is a copy of the database from now on. */
export const finishInDatabase = async ({ local, shared, schema, id }: RowMove): Promise<void> => {
  const { installation, revision } = await pullRows(shared, schema, Number.MAX_SAFE_INTEGER);
  openCopyPosition(local, readSchemaVersion(local)).write({ installation, revision });
  await writeMove(shared, schema, { id, state: 'here' });
};

/**
 * The file is a store of its own from now on, and the database refuses changes. The file still says of which database it was
 * the copy: a node that has it open asks that database, and is refused.
 */
export const finishInFile = async ({ local, shared, schema, id }: RowMove): Promise<void> => {
  await writeMove(shared, schema, { id, state: 'gone' });
  acceptChanges(local);
};

/** Refuses a file with settings that are not a copy of this database. */
export const prepareFile = async ({ local, file, shared, schema }: RowMove): Promise<void> => {
  const position = openCopyPosition(local, readSchemaVersion(local)).read();
  const { installation } = await pullRows(shared, schema, Number.MAX_SAFE_INTEGER);
  if (position.installation === installation || isEmpty(local, listTables(local))) return;
  throw new Fault('conflict', `${file} has settings of its own.`, {
    nextStep: 'Name the data folder of a node that uses the database, or an empty one.',
  });
};

/** The file becomes what the database is, which nobody changes meanwhile. */
export const moveRowsToFile = async (parts: RowMove): Promise<number> => {
  const { local, shared, schema, id } = parts;
  const move = await readMove(shared, schema);
  // It was finished before, and a service may use the file already.
  if (move?.id === id && move.state === 'gone') return 0;
  await prepareFile(parts);
  // From when it was moved to the database.
  acceptChanges(local);
  const pulled = await pullRows(shared, schema, 0);
  local.script('PRAGMA foreign_keys = OFF');
  try {
    local.transaction(() => {
      const tables = listTables(local);
      removeAllRows(local, tables);
      applyRows(local, tables, pulled.rows);
      const { installation, revision } = pulled;
      openCopyPosition(local, readSchemaVersion(local)).write({ installation, revision });
    });
  } finally {
    local.script('PRAGMA foreign_keys = ON');
  }
  return pulled.rows.length;
};
