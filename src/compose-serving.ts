import { join } from 'node:path';
import { type AnalyticsFile, openAnalyticsFile } from './analytics/analytics-file.ts';
import { openEngineBackup } from './compose.ts';
import { dataFiles, localVersions } from './data-files.ts';
import { openSharedPool } from './compose-shared.ts';
import type { Config } from './config.ts';
import { type Decoder, openDecoder } from './embedder/decoding/decoder.ts';
import { type Announced, engines, type ThreadReaderOptions } from './compose-engine.ts';
import type { ThreadReader } from './engine/engine.ts';
import { createLimiter, type Limiter, type Usage } from './limits/limiter.ts';
import { openQuotaLedger } from './limits/quota-ledger.ts';
import { createRateWindows } from './limits/rate-windows.ts';

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
  /** Limits shared by all threads of this process, or by all nodes on one database. */
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

/** Quotas of all processes on this data folder, and rates of all threads that share `rates`. */
const openFileLimits = (
  dataDir: string,
  onFailed: ReportFailure,
  rates: SharedArrayBuffer | undefined,
): Limits => {
  const ledger = openQuotaLedger(join(dataDir, 'usage.sqlite'));
  const limiter = createLimiter({
    ledger,
    windows: createRateWindows(rates),
    onFlushFailed: (error) => onFailed(error, 'quota could not be written; tried again in a second'),
  });
  return { limiter, usage: ledger, runsSchedule: () => true, close: async () => limiter.close() };
};

/**
 * What all nodes on one database share. Each thread leases calls and counts them like a node of its own; only the main
 * thread runs scheduled work.
 */
const openDatabaseLimits = async (
  config: Config,
  onFailed: ReportFailure,
  thread: number,
): Promise<Limits> => {
  const [{ createTablesFirst, defaultSchema: schema }, { leaseTables, openLease }, limits] =
    await Promise.all([
      import('./postgres/create-tables.ts'),
      import('./postgres/open-lease.ts'),
      import('./limits/postgres/open-shared-limits.ts'),
    ]);
  // A call waits no longer than its connection does, once; then this node counts alone until the database is back.
  const pool = await openSharedPool(config, thread === 0 ? 4 : 2);
  const database = createTablesFirst(pool, limits.limitTables(schema), leaseTables(schema));
  const schedule = thread === 0 ? await openLease({ database, schema, name: 'schedule' }) : null;
  const { limiter, usage, close } = limits.openSharedLimits({
    database,
    schema,
    file: join(config.dataDir, thread === 0 ? 'shared-usage.sqlite' : `shared-usage-${thread}.sqlite`),
    onFailed: throttle((error) => onFailed(error, 'limits cannot be shared; counting alone meanwhile')),
  });
  return {
    limiter,
    usage,
    runsSchedule: () => schedule?.isHeld() ?? false,
    close: async () => {
      await close();
      await schedule?.close();
      await pool.close();
    },
  };
};

/** What this machine counted. */
export const openCounts = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  openAnalyticsFile(join(dataDir, 'analytics.sqlite'));

/** What this machine counted; with a shared store also what other nodes did. The main thread sends it for all threads. */
const openAnalytics = async (config: Config, onFailed: ReportFailure, thread: number) => {
  const file = openCounts(config);
  const closeFile = async (): Promise<void> => file.close();
  if (config.store !== 'postgres') return { file, close: closeFile };
  const { markUnsent, shareAnalytics } = await import('./analytics/shared/share-analytics.ts');
  if (thread > 0) return { file: markUnsent(file), close: closeFile };
  const database = await openSharedPool(config, 1);
  const shared = shareAnalytics({
    file,
    database,
    onFailed: throttle((error) => onFailed(error, 'counts cannot be shared; sent when the database is back')),
  });
  const close = async (): Promise<void> => {
    await shared.end();
    await database.close();
    file.close();
  };
  return { file: shared, close };
};

/** `thread`: 0 is the main thread. `rates`: memory in which all threads of this process count calls. */
export const composeServing = async (
  config: Config,
  onFailed: ReportFailure,
  { thread = 0, rates }: { readonly thread?: number; readonly rates?: SharedArrayBuffer | undefined } = {},
): Promise<ServingParts> => {
  const { dataDir } = config;
  const { close, ...limits } =
    config.store === 'postgres'
      ? await openDatabaseLimits(config, onFailed, thread)
      : openFileLimits(dataDir, onFailed, rates);
  const analytics = await openAnalytics(config, onFailed, thread);
  return {
    ...limits,
    analyticsFile: analytics.file,
    openDecoder: () => openDecoder({ processes: 1 }),
    backup: openEngineBackup(config),
    close: async () => {
      await close();
      await analytics.close();
    },
  };
};

export type { Announced };

/** What is live, for a thread that serves beside the one that has opened everything. */
export const openThreadReader = (
  config: Config,
  options: Omit<ThreadReaderOptions, 'folder'>,
): Promise<ThreadReader> =>
  engines[config.engine].openReader(config, {
    ...options,
    ...localVersions(config),
    folder: dataFiles(config).versions,
  });
