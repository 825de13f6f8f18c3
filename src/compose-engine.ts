import type { Config, EngineName } from './config.ts';
import type { Embedder } from './embedder/embedder.ts';
import { createEmbeddedBackup } from './engine/embedded/backup.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from './engine/embedded/embedded.ts';
import { openServingReader, type ServingReaderOptions } from './engine/embedded/serving-reader.ts';
import type { SharedVersion } from './engine/embedded/storage/load-version.ts';
import type { Engine, EngineBackup, Progress, ThreadReader } from './engine/engine.ts';
import { createPostgresBackup } from './engine/postgres/backup.ts';
import type { LiveRow } from './engine/postgres/live/live-datasets.ts';
import type { Database } from './postgres/sql.ts';
import type { GuardedFetch } from './ingest/fetch/guarded-fetch.ts';

/** What is live of a dataset, for another thread. */
export type Announced = SharedVersion | LiveRow;

type EngineOptions = Omit<EmbeddedEngineOptions, 'announce'> & {
  /** Called when something else is live, before a change is acknowledged. Null: the version is the same. */
  readonly announce?: (dataset: string, live: Announced | null) => Promise<void>;
};

export type ThreadReaderOptions = Omit<ServingReaderOptions, 'findShared'> & {
  /** What was announced last: of one dataset, or of each. */
  readonly listLive: (dataset: string | null) => Promise<readonly Announced[]>;
};

type EngineModule = {
  readonly open: (config: Config, options: EngineOptions) => Promise<Engine>;
  /** For a thread beside the one that has opened the engine. */
  readonly openReader: (config: Config, options: ThreadReaderOptions) => Promise<ThreadReader>;
  readonly createBackup: (folder: string) => EngineBackup;
};

const openEmbeddedThread: EngineModule['openReader'] = async (_, { listLive, ...options }) =>
  openServingReader({
    ...options,
    findShared: async (dataset, version) => {
      const [known] = await listLive(dataset);
      return known && 'manifest' in known && known.manifest.version === version ? known : null;
    },
  });

/** Threads divide the connections of their process. */
const openDatabase = async (config: Config, threads: number): Promise<Database> => {
  const { openEnginePool } = await import('./engine/postgres/postgres.ts');
  return openEnginePool({
    url: config.databaseUrl ?? '',
    connections: Math.max(1, Math.floor(config.databaseConnections / threads)),
    statementTimeoutMs: config.databaseTimeoutMs,
  });
};

const openPostgresThread: EngineModule['openReader'] = async (config, { listLive }) => {
  const { openPostgresReader } = await import('./engine/postgres/postgres.ts');
  const database = await openDatabase(config, config.threads);
  return openPostgresReader({ database }, async (dataset) =>
    (await listLive(dataset)).filter((live) => 'revision' in live),
  );
};

const openPostgres: EngineModule['open'] = async (config, { announce }) => {
  const { openPostgresEngine } = await import('./engine/postgres/postgres.ts');
  // Nothing to announce to: the process answers on one thread, imports or runs a command.
  const database = await openDatabase(config, announce === undefined ? 1 : config.threads);
  try {
    return await openPostgresEngine({
      database,
      ...(announce && { announce: (row) => announce(row.dataset, row) }),
    });
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** The engines by their names in KINDRED_ENGINE. A new one is added here and to `engineNames`. */
export const engines: Readonly<Record<EngineName, EngineModule>> = {
  embedded: {
    open: (_, options) => openEmbeddedEngine(options),
    openReader: openEmbeddedThread,
    createBackup: createEmbeddedBackup,
  },
  postgres: { open: openPostgres, openReader: openPostgresThread, createBackup: createPostgresBackup },
};

/** Each model is opened once, when first needed: its runtime is the heaviest part of the program. */
export const openModels = (config: Config, folder: string, fetch: GuardedFetch['fetch']) => {
  const opened = new Map<string | null, Promise<Embedder>>();
  const open = async (model: string | null, report: Progress): Promise<Embedder> => {
    const { openModel } = await import('./embedder/open/open-model.ts');
    const { hubUrl: url, offline } = config;
    const progress: Progress = (file, done, total) => report(`Downloading ${file}`, done, total);
    return openModel(model, { url, offline, folder, fetch, progress });
  };
  return {
    embedder: (model: string | null, progress: Progress = () => undefined): Promise<Embedder> => {
      const before = opened.get(model);
      if (before !== undefined) return before;
      const opening = open(model, progress);
      opened.set(model, opening);
      // A failed download may succeed at the next attempt.
      opening.catch(() => opened.delete(model));
      return opening;
    },
    close: async (): Promise<void> => {
      for (const opening of opened.values()) await (await opening.catch(() => null))?.close();
    },
  };
};
