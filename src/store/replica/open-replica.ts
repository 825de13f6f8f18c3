import { Fault, isUnavailable } from '../../errors.ts';
import { type Database, type FileDatabase, openDatabase } from '../database/database.ts';
import { migrate, readSchemaVersion } from '../database/migrate.ts';
import {
  collectChanges,
  forgetChanges,
  isEmpty,
  noteAllRows,
  watchChanges,
  type CopyPosition,
  listTables,
  openCopyPosition,
} from './changed-rows.ts';
import { writeAsCopy } from './moved-database.ts';
import { openRemote, type Remote, type RemoteOptions } from './remote.ts';
import { catchUp, createReplicatedDatabase } from './replicated-database.ts';
import type { Pulled } from './shared-rows.ts';

/** Opens the copy of a shared database in `file`, and brings it up to date. Without the database it serves as it is. */
export const openReplica = async (file: string, options: RemoteOptions): Promise<Database> => {
  const remote = openRemote(options);
  try {
    const local = openDatabase(file);
    try {
      return await openCopy(writeAsCopy(local), remote, file);
    } catch (error) {
      local.close();
      throw error;
    }
  } catch (error) {
    remote.close();
    throw error;
  }
};

const openCopy = async (local: FileDatabase, remote: Remote, file: string): Promise<Database> => {
  // What a power cut takes from the copy is read again: the shared database has it.
  local.script('PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
  migrate(local, file);
  const position = openCopyPosition(local, readSchemaVersion(local));
  const tables = listTables(local);
  watchChanges(local, tables);
  const parts = { local, remote, tables, position };
  const pulled = await pullFirst(remote, position);
  if (pulled !== null) {
    refuseOtherDatabase(position, pulled, file);
    if (position.read().revision < 0 && !isEmpty(local, tables)) await shareOwnRows(parts, pulled, file);
    else await catchUp(parts, pulled);
  }
  return createReplicatedDatabase(parts);
};

/** Null: the database is away, and there is a copy to serve from. */
const pullFirst = async (remote: Remote, position: CopyPosition): Promise<Pulled | null> => {
  const { revision } = position.read();
  try {
    return await remote.pull(Math.max(0, revision));
  } catch (error) {
    if (revision < 0 || !isUnavailable(error)) throw error;
    return null;
  }
};

const refuseOtherDatabase = (position: CopyPosition, { installation }: Pulled, file: string): void => {
  const known = position.read().installation;
  if (known === '' || known === installation) return;
  throw new Fault('conflict', `${file} is a copy of another database than KINDRED_DATABASE_URL names.`, {
    nextStep: 'Correct the address, or start with an empty data folder.',
  });
};

/** The first node of an installation brings its configuration along. */
const shareOwnRows = async (
  { local, remote, tables, position }: Parameters<typeof catchUp>[0],
  { revision, installation }: Pulled,
  file: string,
): Promise<void> => {
  if (revision > 0)
    throw new Fault('conflict', `${file} has a configuration of its own, and so has the database.`, {
      nextStep: 'Start with an empty data folder to use that of the database.',
    });
  const rows = local.transaction(() => {
    noteAllRows(local, tables);
    const all = collectChanges(local, tables);
    forgetChanges(local);
    return all;
  });
  const next = await remote.push(0, rows);
  if (next === null)
    throw new Fault('conflict', 'Another node has just written its configuration to the database.', {
      nextStep: 'Start with an empty data folder to use that of the database.',
    });
  local.transaction(() => position.write({ installation, revision: next }));
};
