import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openEngineOf } from './compose.ts';
import { dataFiles } from './data-files.ts';
import { openSharedPlaces, type SharedPlaces } from './compose-shared.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import { createFolderMover } from './engine/embedded/move-versions.ts';
import { adoptVersions } from './engine/embedded/shared/adopt-versions.ts';
import { listDatasets } from './engine/embedded/storage/version-folder.ts';
import { Fault } from './errors.ts';
import { diskFiles } from './files/files.ts';
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

type Places = { readonly from: Config; readonly to: Config; readonly shared: SharedPlaces | null };

const createVersionMover = ({ from, to, shared }: Places): VersionMover => {
  const [source, target] = [dataFiles(from), dataFiles(to)];
  const mover = createFolderMover(source.versions, target.versions);
  if (shared !== null && to.objects !== null) return createObjectsMover(mover, source.versions, shared);
  return {
    ...mover,
    ...(shared && {
      refuse: () => shared.rows.setMoved(true),
      accept: () => shared.rows.setMoved(false),
      cancel: () => shared.rows.setMoved(false),
    }),
    copy: async (progress, signal) => {
      // The other way is done by each node when it starts: it has files of its own to share.
      if (to.sharedDir === null) await copyContent(source.content, target.content, signal);
      // An engine copies what is live to this machine first.
      if (shared !== null) await (await openEngineOf(from)).close();
      return mover.copy(progress, signal);
    },
  };
};

/** From a folder to what nodes share. */
const createObjectsMover = (
  mover: ReturnType<typeof createFolderMover>,
  root: string,
  { rows, objects }: SharedPlaces,
): VersionMover => ({
  ...mover,
  check: async (isBegun) => {
    if (!isBegun && (await rows.list()).some(({ moved }) => !moved))
      throw new Fault('conflict', 'The database has versions of another installation.', {
        nextStep: 'Name another database and another place in KINDRED_OBJECTS.',
      });
    return mover.check(true);
  },
  copy: async (progress, signal) => {
    await rows.setMoved(false);
    const datasets = await listDatasets(diskFiles, root);
    let copied = 0;
    for (const [at, dataset] of datasets.entries()) {
      signal?.throwIfAborted();
      const check = async (): Promise<void> => undefined;
      copied += await adoptVersions({ rows, objects, check }, { root, dataset });
      progress('Copying versions', at + 1, datasets.length);
    }
    return copied;
  },
  cancel: async () => {
    await mover.accept();
    await rows.setMoved(true);
  },
  finish: async () => undefined,
});

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
  const places = { from: configOf(from, config), to: configOf(to, config) };
  const shared = await openSharedPlaces(configOf('mixed', config));
  const database = openPool({ url: config.databaseUrl ?? '', connections: 2, statementTimeoutMs: 0 });
  return {
    ...options,
    record,
    journal,
    store: createStoreMover(config, record, database),
    versions: createVersionMover({ ...places, shared }),
    findDifferences: () => findDifferences(places.from, places.to),
    close: async () => {
      await database.close();
      await shared?.close();
    },
  };
};
