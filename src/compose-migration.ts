import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFiles, openEngineOf } from './compose.ts';
import type { Config } from './config.ts';
import { createFolderMover } from './engine/embedded/folder-mover.ts';
import { moveUsageToDatabase, moveUsageToFile } from './limits/postgres/move-usage.ts';
import { compareSides } from './migration/compare-sides.ts';
import { copyContent } from './migration/copy-content.ts';
import type { Side } from './migration/draw-questions.ts';
import { chooseRecord, openJournal } from './migration/journal.ts';
import { configOf, type Layout } from './migration/layouts.ts';
import type { MigrationParts, StoreMover, VersionMover } from './migration/migrate.ts';
import { defaultSchema } from './postgres/create-tables.ts';
import type { Database } from './postgres/database.ts';
import { openPool } from './postgres/open-pool.ts';
import { openKeyring } from './store/keys/keyring.ts';
import { openReplica } from './store/replica/open-replica.ts';
import { createDatabaseMover, createFileMover } from './store/replica/store-mover.ts';
import { openStore } from './store/sqlite/open-store.ts';

const createStoreMover = (
  config: Config,
  { from, id }: { from: Layout; id: string },
  database: Database,
): StoreMover => {
  const place = { file: dataFiles(config).database, shared: database, schema: defaultSchema, id };
  const usage = {
    file: join(config.dataDir, 'usage.sqlite'),
    database,
    schema: defaultSchema,
    migration: id,
  };
  return from === 'files'
    ? { ...createDatabaseMover(place), moveUsage: () => moveUsageToDatabase(usage) }
    : { ...createFileMover(place), moveUsage: () => moveUsageToFile(usage) };
};

const createVersionMover = (from: Config, to: Config): VersionMover => {
  const [source, target] = [dataFiles(from), dataFiles(to)];
  const mover = createFolderMover(source.versions, target.versions);
  return {
    ...mover,
    copy: async (progress, signal) => {
      // The other way is done by each node when it starts: it has files of its own to share.
      if (to.sharedDir === null) await copyContent(source.content, target.content, signal);
      return mover.copy(progress, signal);
    },
  };
};

/** A store and an engine as a service with this layout has them, beside the services that run. */
const openSide = async (
  layout: Layout,
  config: Config,
  folder: string,
): Promise<Side & { close(): Promise<void> }> => {
  const { databaseUrl: url, databaseWaitMs: waitMs } = config;
  const isShared = layout !== 'files' && url !== null;
  const engine = await openEngineOf(configOf(layout, config));
  try {
    const store = await openStore({
      file: isShared ? join(folder, `${layout}.sqlite`) : dataFiles(config).database,
      keyring: openKeyring(config),
      ...(isShared && { open: (file: string) => openReplica(file, { url, waitMs }) }),
    });
    return {
      store,
      engine,
      close: async () => {
        store.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
};

const compareLayouts =
  (config: Config, from: Layout, to: Layout, count: number): MigrationParts['compare'] =>
  async (progress) => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-migrate-'));
    const opened: (Side & { close(): Promise<void> })[] = [];
    try {
      for (const layout of [from, to]) opened.push(await openSide(layout, config, folder));
      const [here, there] = opened;
      if (!here || !there) throw new Error('Both sides are open.');
      return await compareSides(here, there, { count, progress });
    } finally {
      for (const side of opened) await side.close();
      await rm(folder, { recursive: true, force: true });
    }
  };

type MigrationOptions = Pick<MigrationParts, 'progress' | 'signal' | 'reachStep'> & {
  readonly from: Layout;
  readonly to: Layout;
  /** Answers that are compared at the end. */
  readonly answers: number;
};

/** Opens what a migration of this data folder needs. */
export const openMigration = async (
  config: Config,
  { from, to, answers, ...options }: MigrationOptions,
): Promise<MigrationParts & { close(): Promise<void> }> => {
  const journal = openJournal(config.dataDir);
  const record = chooseRecord(await journal.read(), from, to, new Date());
  const database = openPool({ url: config.databaseUrl ?? '', connections: 2, statementTimeoutMs: 0 });
  return {
    ...options,
    record,
    journal,
    store: createStoreMover(config, record, database),
    versions: createVersionMover(configOf(from, config), configOf(to, config)),
    compare: compareLayouts(config, from, to, answers),
    close: () => database.close(),
  };
};
