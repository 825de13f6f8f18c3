import { basename, join } from 'node:path';
import { createShopperBehaviour, type ShopperBehaviour } from './learning/behaviour.ts';
import { type AnalyticsFile, openAnalyticsFile } from './analytics/analytics-file.ts';
import type { Config, EngineName } from './config.ts';
import { type Decoder, openDecoder } from './embedder/decoding/decoder.ts';
import { createLimiter, type Limiter, type Usage } from './limits/limiter.ts';
import { openQuotaLedger } from './limits/quota-ledger.ts';
import { openSharedWindows } from './limits/shared-windows.ts';
import type { Embedder } from './embedder/embedder.ts';
import { createEmbeddedBackup } from './engine/embedded/backup.ts';
import type { Problem } from './engine/embedded/live-versions.ts';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from './engine/embedded/embedded.ts';
import { createPostgresBackup } from './engine/postgres/backup.ts';
import type { Files } from './files/files.ts';
import type { Engine, Progress } from './engine/engine.ts';
import type { EngineBackup } from './engine/engine-backup.ts';
import type { Fetch } from './ingest/fetch/fetch.ts';
import { createGuardedFetch, type GuardedFetch } from './ingest/fetch/guarded-fetch.ts';
import { createImportJobs, type ImportJobs } from './imports/import-jobs.ts';
import type { ReachCrashPoint } from './ingest/crash-points.ts';
import { createPublishing, type Publishing } from './imports/publishing.ts';
import { refuseLostDatabase } from './store/database/refuse-lost-database.ts';
import { openReplica } from './store/replica/open-replica.ts';
import { openStore } from './store/sqlite/open-store.ts';
import { openKeyring } from './store/keys/keyring.ts';
import type { Store } from './store/store.ts';

/** Everything except HTTP and the command line: what the service and the commands share. */
export type Kindred = {
  readonly config: Config;
  readonly store: Store;
  readonly engine: Engine;
  /**
   * Opened on first use, so that a command that embeds nothing loads no model. `progress` receives the
   * progress of a download.
   */
  readonly embedder: (model: string | null, progress?: Progress) => Promise<Embedder>;
  readonly behaviour: ShopperBehaviour;
  readonly publishing: Publishing;
  readonly imports: ImportJobs;
  /** Reaches only the public internet and the private hosts that the configuration allows. */
  readonly fetch: Fetch;
  close(): Promise<void>;
};

/** Paths inside the data folder; those of versions may be in a folder that several machines share. */
export const dataFiles = ({ dataDir, sharedDir }: Config) => ({
  database: join(dataDir, 'kindred.sqlite'),
  versions: join(sharedDir ?? dataDir, 'versions'),
  models: join(dataDir, 'models'),
});

type EngineModule = {
  readonly open: (config: Config, options: EmbeddedEngineOptions) => Promise<Engine>;
  readonly createBackup: (folder: string) => EngineBackup;
};

const openPostgres = async (config: Config): Promise<Engine> => {
  const { openEnginePool } = await import('./engine/postgres/open-engine-pool.ts');
  const { openPostgresEngine } = await import('./engine/postgres/postgres.ts');
  const { databaseUrl, databaseConnections: connections, databaseTimeoutMs: statementTimeoutMs } = config;
  const database = openEnginePool({ url: databaseUrl ?? '', connections, statementTimeoutMs });
  try {
    return await openPostgresEngine({ database });
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** The engines by their names in KINDRED_ENGINE. A new one is added here and to `engineNames`. */
const engines: Readonly<Record<EngineName, EngineModule>> = {
  embedded: { open: (_, options) => openEmbeddedEngine(options), createBackup: createEmbeddedBackup },
  postgres: { open: openPostgres, createBackup: createPostgresBackup },
};

/** What the engine stores, for a backup of the data folder. The engine need not be open. */
export const openEngineBackup = (config: Config) => {
  const { versions } = dataFiles(config);
  return { name: basename(versions), backup: engines[config.engine].createBackup(versions) };
};

/** Opens an engine on a folder of its own, such as a temporary one. */
export const openEngine = (folder: string): Promise<Engine> => openEmbeddedEngine({ folder });

/** Each model is opened once, when first needed: its runtime is the heaviest part of the program. */
const openModels = (config: Config, fetch: GuardedFetch['fetch']) => {
  const opened = new Map<string | null, Promise<Embedder>>();
  const open = async (model: string | null, report: Progress): Promise<Embedder> => {
    const { openModel } = await import('./embedder/models/open-model.ts');
    const { models: folder } = dataFiles(config);
    const progress = (file: string, done: number, total: number | null): void =>
      report(`Downloading ${file}`, done, total);
    return openModel(model, { url: config.hubUrl, offline: config.offline, folder, fetch, progress });
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

type ComposeOptions = {
  /** Called when a version cannot be read while the last good one serves. */
  readonly report?: (problem: Problem) => void;
  /** Called when the record of an import is damaged and was set aside. */
  readonly onDamagedImport?: (file: string) => void;
  /** For tests that end the process in the middle of an import. */
  readonly reachCrashPoint?: ReachCrashPoint;
  readonly files?: Files;
  /** False in a process that only publishes: it skips the caches that fast answers need. */
  readonly serves?: boolean;
  /** Replaces the models that datasets name. For tests. */
  readonly embedder?: Kindred['embedder'];
};

/** A failing disk fails at every call: log at most this often. */
const logEveryMs = 10_000;

const throttle = (report: (error: unknown) => void): ((error: unknown) => void) => {
  let quietUntilMs = 0;
  return (error) => {
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + logEveryMs;
    report(error);
  };
};

/** Parts that only a process that answers requests needs, besides `Kindred`. */
export type ServingParts = {
  /** Limits shared by all processes that serve this data folder, or by all nodes on one database. */
  readonly limiter: Limiter;
  readonly usage: Usage;
  /** Of several nodes one runs scheduled work. */
  readonly runsSchedule: () => boolean;
  readonly analyticsFile: AnalyticsFile;
  /** Decodes pictures in child processes. */
  readonly openDecoder: () => Decoder;
  readonly backup: ReturnType<typeof openEngineBackup>;
  close(): Promise<void>;
};

type ReportFailure = (error: unknown, message: string) => void;

type Limits = Pick<ServingParts, 'limiter' | 'usage' | 'runsSchedule' | 'close'>;

/** Limits that all processes on this data folder share. */
const openFileLimits = (dataDir: string, onFailed: ReportFailure): Limits => {
  const ledger = openQuotaLedger(join(dataDir, 'usage.sqlite'));
  const windows = openSharedWindows({
    folder: join(dataDir, 'rates'),
    now: () => Date.now(),
    onFailed: throttle((error) => onFailed(error, 'rates cannot be shared; counting alone meanwhile')),
  });
  const limiter = createLimiter({
    ledger,
    windows,
    onFlushFailed: (error) => onFailed(error, 'quota could not be written; tried again in a second'),
  });
  return { limiter, usage: ledger, runsSchedule: () => true, close: async () => limiter.close() };
};

/** What all nodes on one database share. */
const openDatabaseLimits = async (config: Config, onFailed: ReportFailure): Promise<Limits> => {
  const [{ openPool }, { createTablesFirst, defaultSchema: schema }, { leaseTables, openLease }, limits] =
    await Promise.all([
      import('./postgres/open-pool.ts'),
      import('./postgres/create-tables.ts'),
      import('./postgres/open-lease.ts'),
      import('./limits/postgres/open-shared-limits.ts'),
    ]);
  const pool = openPool({
    url: config.databaseUrl ?? '',
    connections: 4,
    // A call waits no longer than this, once; then this node counts alone until the database is back.
    statementTimeoutMs: config.databaseWaitMs,
    answerTimeoutMs: config.databaseWaitMs,
  });
  const database = createTablesFirst(pool, limits.limitTables(schema), leaseTables(schema));
  const schedule = await openLease({ database, schema, name: 'schedule' });
  const { limiter, usage, close } = limits.openSharedLimits({
    database,
    schema,
    file: join(config.dataDir, 'shared-usage.sqlite'),
    onFailed: throttle((error) => onFailed(error, 'limits cannot be shared; counting alone meanwhile')),
  });
  return {
    limiter,
    usage,
    runsSchedule: () => schedule.isHeld(),
    close: async () => {
      await close();
      await schedule.close();
      await pool.close();
    },
  };
};

export const composeServing = async (config: Config, onFailed: ReportFailure): Promise<ServingParts> => {
  const { dataDir } = config;
  const { close, ...limits } =
    config.store === 'postgres'
      ? await openDatabaseLimits(config, onFailed)
      : openFileLimits(dataDir, onFailed);
  const analyticsFile = openAnalyticsFile(join(dataDir, 'analytics.sqlite'));
  return {
    ...limits,
    analyticsFile,
    openDecoder: () => openDecoder({ processes: 1 }),
    backup: openEngineBackup(config),
    close: async () => {
      await close();
      analyticsFile.close();
    },
  };
};

/** The configuration alone. Each process and thread has a connection of its own. */
export const openConfiguration = (config: Config): Store => {
  const { databaseUrl: url, databaseWaitMs: waitMs } = config;
  const shared = config.store === 'postgres' && url !== null;
  return openStore({
    file: dataFiles(config).database,
    keyring: openKeyring(config),
    ...(shared && { open: (file) => openReplica(file, { url, waitMs }) }),
  });
};

/** The only place that names concrete parts. */
export const compose = async (
  config: Config,
  {
    report = () => undefined,
    onDamagedImport,
    reachCrashPoint,
    files,
    serves = true,
    embedder: given,
  }: ComposeOptions = {},
): Promise<Kindred> => {
  const { database, versions } = dataFiles(config);
  // A copy of a shared store may be lost: it is read again.
  if (config.store === 'sqlite') refuseLostDatabase(database, versions);
  const store = openConfiguration(config);
  try {
    const engine = await engines[config.engine].open(config, {
      folder: versions,
      onProblem: report,
      serves,
      ...(files && { files }),
    });
    const guarded = createGuardedFetch({ allow: config.allowPrivate });
    const models = openModels(config, guarded.fetch);
    const embedder = given ?? models.embedder;
    const behaviour = createShopperBehaviour(config.dataDir, () => new Date());
    const publishing = createPublishing({
      store,
      behaviour,
      engine,
      embedder,
      dataDir: config.dataDir,
      fetch: guarded.fetch,
      now: () => new Date(),
      recheckAfterMs: config.pictureRecheckDays * 24 * 60 * 60 * 1000,
      ...(reachCrashPoint && { reachCrashPoint }),
    });
    const imports = createImportJobs({
      publishing,
      fetch: guarded.fetch,
      dataDir: config.dataDir,
      now: () => new Date(),
      ...(reachCrashPoint && { reachCrashPoint }),
      ...(onDamagedImport && { onDamaged: onDamagedImport }),
    });
    const close = async (): Promise<void> => {
      await guarded.close();
      await models.close();
      await engine.close();
      store.close();
    };
    return { config, store, engine, embedder, behaviour, publishing, imports, fetch: guarded.fetch, close };
  } catch (error) {
    store.close();
    throw error;
  }
};
