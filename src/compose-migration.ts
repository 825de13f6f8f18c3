import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFiles, openEngineOf } from './compose.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import { createFolderMover } from './engine/embedded/move-versions.ts';
import { moveUsageToDatabase, moveUsageToFile } from './limits/postgres/move-usage.ts';
import { configOf, copyContent, type Layout } from './migration/layouts.ts';
import { chooseRecord, openJournal } from './migration/journal.ts';
import type { MigrationParts, StoreMover, VersionMover } from './migration/migrate.ts';
import { defaultSchema } from './postgres/create-tables.ts';
import type { Database } from './postgres/sql.ts';
import { openPool } from './postgres/open-pool.ts';
import { createDatabaseMover, createFileMover } from './store/replica/move-settings.ts';

const createStoreMover = (
  config: Config,
  { from, id }: { from: Layout; id: string },
  database: Database,
): StoreMover => {
  const place = { file: dataFiles(config).database, shared: database, schema: defaultSchema, id };
  const usage = { file: join(config.dataDir, 'usage.sqlite'), database, schema: defaultSchema };
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

/** Opens the versions at both places as a service would, which verifies their checksums. */
const findDifferences = async (from: Config, to: Config): Promise<readonly string[]> => {
  const here = await openEngineOf(from);
  try {
    const there = await openEngineOf(to);
    try {
      const damaged = there.problems().map(({ dataset, message }) => `${dataset}: ${message}`);
      const read = (engine: Engine, dataset: string): string => {
        const products = engine.products(dataset);
        const live = engine.keywords(dataset)?.version ?? 'nothing live';
        return products ? `${products.version} with ${products.size} products` : live;
      };
      const others = (await readdir(dataFiles(from).versions))
        .map((dataset) => ({ dataset, old: read(here, dataset), copy: read(there, dataset) }))
        .filter(({ old, copy }) => old !== copy)
        .map(({ dataset, old, copy }) => `${dataset}: ${old}, there ${copy}`);
      return [...damaged, ...others];
    } finally {
      await there.close();
    }
  } finally {
    await here.close();
  }
};

type MigrationOptions = Pick<MigrationParts, 'progress' | 'signal' | 'reachStep'> & {
  readonly from: Layout;
  readonly to: Layout;
};

/** Opens what a migration of this data folder needs. */
export const openMigration = async (
  config: Config,
  { from, to, ...options }: MigrationOptions,
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
    findDifferences: () => findDifferences(configOf(from, config), configOf(to, config)),
    close: () => database.close(),
  };
};
