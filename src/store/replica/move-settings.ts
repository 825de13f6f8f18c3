import { existsSync } from 'node:fs';
import { Fault } from '../../errors.ts';
import { createTables, hasTable, nameIn } from '../../postgres/create-tables.ts';
import { type Database as Shared, type Queries, sql } from '../../postgres/sql.ts';
import { type FileDatabase, openDatabase } from '../database/database.ts';
import { migrate, readSchemaVersion } from '../database/migrate.ts';
import {
  applyRows,
  type ChangedRow,
  collectChanges,
  isEmpty,
  noteAllRows,
  removeAllRows,
  watchChanges,
  listTables,
  openCopyPosition,
} from './changed-rows.ts';
import {
  acceptChanges,
  acceptOnDatabase,
  findMove,
  migrationTables,
  refuseChanges,
  refuseOnDatabase,
  writeMove,
} from './moved-database.ts';
import { pullRows, pushRows, storeTables } from './shared-rows.ts';

type Place = {
  /** kindred.sqlite of a data folder. */
  readonly file: string;
  readonly shared: Shared;
  readonly schema: string;
  /** Of the migration, a UUID. */
  readonly id: string;
};

/** Opened for one step only: a service may use the file at the same time. */
const withFile = async <T>(
  file: string,
  work: (local: FileDatabase, position: ReturnType<typeof openCopyPosition>) => T | Promise<T>,
): Promise<T> => {
  const local = openDatabase(file);
  try {
    migrate(local, file);
    return await work(local, openCopyPosition(local, readSchemaVersion(local)));
  } finally {
    local.close();
  }
};

const countRows = (local: FileDatabase): number =>
  listTables(local).reduce(
    (sum, { name }) => sum + Number(local.get(`SELECT count(*) AS rows FROM main.${name}`)?.['rows']),
    0,
  );

const nothingToMove = (place: string): Fault =>
  new Fault('not-found', `There are no settings in ${place}.`, {
    nextStep: 'Check the first argument, --data and KINDRED_DATABASE_URL.',
  });

const isFinished = (): Fault =>
  new Fault('conflict', 'Everything was moved already.', {
    nextStep: 'Run the command again without --cancel. To go back, move in the other direction.',
  });

/** Whether this migration has moved the settings here. Refuses a database that has settings of somebody else. */
const hasArrived = async (queries: Queries, { schema, id }: Pick<Place, 'schema' | 'id'>) => {
  const move = await findMove(queries, schema);
  if (move?.id === id && move.state === 'here') return true;
  if (!(await hasTable(queries, schema, 'store_state'))) return false;
  const { revision } = await pullRows(queries, schema, Number.MAX_SAFE_INTEGER);
  if (revision === 0 || move?.state === 'gone' || move?.state === 'arriving') return false;
  throw new Fault('conflict', 'The database has settings already.', {
    nextStep:
      'Name an empty database, or start a node with an empty data folder to use the settings that it has.',
  });
};

/** What an earlier installation left when it moved away. */
const clear = async (queries: Queries, schema: string): Promise<void> => {
  for (const table of ['store_row', 'quota_used', 'usage_hours', 'usage_count'])
    if (await hasTable(queries, schema, table))
      await queries.query(sql`DELETE FROM ${nameIn(schema, table)}`);
  await queries.query(sql`
    UPDATE ${nameIn(schema, 'store_state')} SET revision = 0, pruned_to = 0, installation = gen_random_uuid()`);
};

/** All rows of the file, which nobody changes meanwhile. */
const readAllRows = (local: FileDatabase): readonly ChangedRow[] => {
  const tables = listTables(local);
  watchChanges(local, tables);
  noteAllRows(local, tables);
  return collectChanges(local, tables);
};

/** In one transaction, so that a database has all settings or none. The file is a copy of its first revision then. */
const moveToDatabase = async (place: Place): Promise<number> => {
  const { file, shared, schema, id } = place;
  await createTables(shared, storeTables(schema));
  await createTables(shared, migrationTables(schema));
  return withFile(file, async (local, position) => {
    const rows = readAllRows(local);
    await shared.transaction(async (queries) => {
      await queries.query(sql`SELECT FROM ${nameIn(schema, 'store_state')} FOR UPDATE`);
      if (await hasArrived(queries, place)) return;
      await acceptOnDatabase(queries, schema);
      await clear(queries, schema);
      await pushRows(queries, schema, 0, rows);
      await writeMove(queries, schema, { id, state: 'here' });
    });
    const { installation } = await pullRows(shared, schema, Number.MAX_SAFE_INTEGER);
    position.write({ installation, revision: 1 });
    return rows.length;
  });
};

/** Moves the settings of a data folder to a database. The steps are those of `StoreMover`. */
export const createDatabaseMover = (place: Place) => {
  const { file, shared } = place;
  const accept = (): Promise<void> => withFile(file, acceptChanges);
  return {
    check: async (): Promise<number> => {
      if (!existsSync(file)) throw nothingToMove(file);
      await hasArrived(shared, place);
      return withFile(file, countRows);
    },
    refuse: () => withFile(file, refuseChanges),
    accept,
    cancel: async (): Promise<void> => {
      if (await hasArrived(shared, place)) throw isFinished();
      await accept();
    },
    move: () => moveToDatabase(place),
  };
};

/** Refuses a file with settings that are not a copy of this database. */
const refuseOwnSettings = ({ file, shared, schema }: Place): Promise<void> =>
  withFile(file, async (local, position) => {
    const { installation } = await pullRows(shared, schema, Number.MAX_SAFE_INTEGER);
    if (position.read().installation === installation || isEmpty(local, listTables(local))) return;
    throw new Fault('conflict', `${file} has settings of its own.`, {
      nextStep: 'Name the data folder of a node that uses the database, or an empty one.',
    });
  });

/** The file becomes what the database is, which nobody changes meanwhile. */
const copyToFile = async ({ file, shared, schema }: Place): Promise<number> => {
  const { rows, installation, revision } = await pullRows(shared, schema, 0);
  return withFile(file, (local, position) => {
    // From when it was moved to the database.
    acceptChanges(local);
    local.script('PRAGMA foreign_keys = OFF');
    local.transaction(() => {
      const tables = listTables(local);
      removeAllRows(local, tables);
      applyRows(local, tables, rows);
      position.write({ installation, revision });
    });
    return rows.length;
  });
};

/**
 * Moves the settings of a database to a data folder. The database refuses changes from then on. The file still says of which
 * database it was the copy: a node that has it open asks that database, and is refused.
 */
export const createFileMover = (place: Place) => {
  const { file, shared, schema, id } = place;
  const isGone = async (): Promise<boolean> => (await findMove(shared, schema))?.state === 'gone';
  const accept = (): Promise<void> =>
    shared.transaction(async (queries) => {
      await acceptOnDatabase(queries, schema);
      await writeMove(queries, schema, { id, state: 'here' });
    });
  return {
    check: async (): Promise<number> => {
      if (!(await hasTable(shared, schema, 'store_state'))) throw nothingToMove('the database');
      const move = await findMove(shared, schema);
      if (move !== null && move.id !== id && move.state !== 'here')
        throw new Fault(
          'conflict',
          'Another run of `kindred migrate` is moving the contents of this database.',
          {
            nextStep:
              'Run the other one again on the data folder where it began, to its end or with --cancel.',
          },
        );
      if (move?.state !== 'gone' && existsSync(file)) await refuseOwnSettings(place);
      const { rows } = await pullRows(shared, schema, 0);
      return rows.filter(({ row }) => row !== null).length;
    },
    refuse: async (): Promise<void> => {
      await createTables(shared, migrationTables(schema));
      if (!(await isGone())) await refuseOnDatabase(shared, schema, id);
    },
    accept,
    cancel: async (): Promise<void> => {
      if (await isGone()) throw isFinished();
      await accept();
    },
    move: async (): Promise<number> => {
      // It was finished before, and a service may use the file already.
      if (await isGone()) return 0;
      await refuseOwnSettings(place);
      const rows = await copyToFile(place);
      await writeMove(shared, schema, { id, state: 'gone' });
      return rows;
    },
  };
};
