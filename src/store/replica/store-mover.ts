import { existsSync } from 'node:fs';
import { Fault } from '../../errors.ts';
import type { Database as Shared } from '../../postgres/database.ts';
import { createTables, hasTable } from '../../postgres/create-tables.ts';
import { type FileDatabase, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import {
  checkDatabase,
  finishInDatabase,
  finishInFile,
  moveRowsToDatabase,
  moveRowsToFile,
  prepareDatabase,
  prepareFile,
  type RowMove,
} from './move-rows.ts';
import {
  acceptOnDatabase,
  findMove,
  migrationTables,
  otherMove,
  refuseOnDatabase,
  writeMove,
} from './moved-database.ts';
import { acceptChanges, refuseChanges } from './refuse-changes.ts';
import { pullRows } from './shared-rows.ts';
import { listTables } from './tables.ts';

type Place = {
  /** kindred.sqlite of a data folder. */
  readonly file: string;
  readonly shared: Shared;
  readonly schema: string;
  /** Of the migration, a UUID. */
  readonly id: string;
};

/** Opened for one step only: a service may use the file at the same time. */
const withFile = async <T>(place: Place, work: (move: RowMove) => T | Promise<T>): Promise<T> => {
  const local = openDatabase(place.file);
  try {
    migrate(local, place.file);
    return await work({ ...place, local });
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

/** Moves the rows of a data folder to a database. The steps are those of `StoreMover`. */
export const createDatabaseMover = (place: Place) => {
  const accept = (): Promise<void> => withFile(place, ({ local }) => acceptChanges(local));
  return {
    check: async (): Promise<number> => {
      if (!existsSync(place.file)) throw nothingToMove(place.file);
      await checkDatabase(place);
      return withFile(place, ({ local }) => countRows(local));
    },
    prepare: () => prepareDatabase(place),
    refuse: () => withFile(place, ({ local }) => refuseChanges(local)),
    accept,
    cancel: async (): Promise<void> => {
      const { shared, schema, id } = place;
      if ((await findMove(shared, schema))?.state === 'here') throw isFinished();
      await accept();
      await writeMove(shared, schema, { id, state: 'gone' });
    },
    move: () => withFile(place, moveRowsToDatabase),
    finish: () => withFile(place, finishInDatabase),
  };
};

/** Moves the rows of a database to a data folder. */
export const createFileMover = (place: Place) => {
  const { shared, schema, id } = place;
  const accept = (): Promise<void> => acceptOnDatabase(shared, schema, { id, state: 'here' });
  const isGone = async (): Promise<boolean> => (await findMove(shared, schema))?.state === 'gone';
  return {
    check: async (): Promise<number> => {
      if (!(await hasTable(shared, schema, 'store_state'))) throw nothingToMove('the database');
      const move = await findMove(shared, schema);
      if (move !== null && move.id !== id && move.state !== 'here') throw otherMove();
      if (move?.state !== 'gone' && existsSync(place.file)) await withFile(place, prepareFile);
      const { rows } = await pullRows(shared, schema, 0);
      return rows.filter(({ row }) => row !== null).length;
    },
    prepare: () => createTables(shared, migrationTables(schema)),
    refuse: async (): Promise<void> => {
      if (!(await isGone())) await refuseOnDatabase(shared, schema, id);
    },
    accept,
    cancel: async (): Promise<void> => {
      if (await isGone()) throw isFinished();
      await accept();
    },
    move: () => withFile(place, moveRowsToFile),
    finish: () => withFile(place, finishInFile),
  };
};
