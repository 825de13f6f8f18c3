import type { Engine, KeywordEntry, ThreadReader, VersionSummary } from '../engine.ts';
import { discardMergedChanges, listLastChanges } from './changes/change-log.ts';
import { type Database, sql } from '../../postgres/sql.ts';
import { followLive } from './live/follow-live.ts';
import { createLiveDatasets, type LiveRow } from './live/live-datasets.ts';
import { explainQuestion } from './live/explain-question.ts';
import { revisionChannel, takePublisherLease } from './datasets/lock-dataset.ts';
import { writeKeywords } from './building/keyword-writer.ts';
import { createProductBuilder } from './building/product-builder.ts';
import { readProducts, toCurrentProduct } from './products/stored-row.ts';
import { prepareCluster } from './sql/cluster.ts';
import { readScript, sessionSettings } from './sql/read-sql.ts';
import { changeLiveVersion, makeVersionLive } from './live/make-live.ts';
import {
  discardOldVersions,
  discardVersion,
  listVersions,
  removeVersion,
  startVersion,
  sweepVersions,
} from './versions/version-rows.ts';
import { verifyVersions } from './live/verify-versions.ts';
import { openPool, type PoolOptions } from '../../postgres/open-pool.ts';

export type PostgresEngineOptions = {
  readonly database: Database;
  readonly clock?: () => Date;
  /** How often to look for versions and changes of other processes, besides notifications. */
  readonly pollMs?: number;
  /** With at most so many rows to compare, all are compared; otherwise the vector index is asked. */
  readonly exactLimit?: number;
  /** With so many rows or more a version is spread over the workers, where the database is the coordinator of a Citus cluster. */
  readonly distributeFrom?: number;
  /** Versions kept for a rollback, the live one included. */
  readonly keepVersions?: number;
  /** Called when something else is live; a change is acknowledged, and a version made live, when this has ended. */
  readonly announce?: (row: LiveRow) => Promise<void>;
};

const defaults = {
  pollMs: 1_000,
  exactLimit: 20_000,
  distributeFrom: 2_000_000,
  keepVersions: 5,
  threads: 1,
} as const;

/** Two processes that start at once must not both create the tables. */
const schemaLock = 7_201_512;

/** An engine on PostgreSQL with pgvector. Several processes, on several machines, may use one database. */
export const openPostgresEngine = async ({
  database,
  clock = () => new Date(),
  pollMs = defaults.pollMs,
  exactLimit = defaults.exactLimit,
  distributeFrom = defaults.distributeFrom,
  keepVersions = defaults.keepVersions,
  announce = () => Promise.resolve(),
}: PostgresEngineOptions): Promise<Engine> => {
  await database.transaction(async (queries) => {
    await queries.query(sql`SELECT pg_advisory_xact_lock(${schemaLock})`);
    await queries.script(readScript('schema'));
  });
  await prepareCluster(database);
  const live = createLiveDatasets(database, exactLimit);
  const { refresh, isReachable } = followLive(database, live, announce);
  await refresh();
  const refreshQuietly = (): void => {
    // The database is away: what is in memory serves, and the next poll tries again.
    refresh().catch(() => undefined);
  };
  await database.listen(revisionChannel, refreshQuietly);
  const poller = setInterval(refreshQuietly, pollMs);
  poller.unref();
  return {
    products: (dataset) => live.products(dataset),
    keywords: (dataset) => live.keywords(dataset),
    makeLive: async (dataset, version) => {
      await makeVersionLive(database, dataset, version);
      await refresh();
      await discardOldVersions(database, dataset, keepVersions);
      await discardMergedChanges(database, dataset);
      await sweepVersions(database, dataset);
    },
    change: async (dataset, changes) => {
      await changeLiveVersion(database, dataset, changes);
      await refresh();
    },
    changes: (dataset, limit) => listLastChanges(database, dataset, limit),
    product: async (dataset, identifier) => {
      const generation = live.generation(dataset);
      const stored = generation && (await readProducts(database, generation, [identifier]));
      const [found = null] = stored?.values() ?? [];
      return found && toCurrentProduct(found.product);
    },
    buildProducts: async (dataset, draft, { asOf = null }: { asOf?: number | null } = {}) => {
      const lease = await takePublisherLease(database, dataset);
      try {
        const started = await startVersion(database, dataset, 'products', clock());
        await database.script(readScript('products', { generation: started.generation }));
        return createProductBuilder({ database, dataset, draft, asOf, lease, started, distributeFrom });
      } catch (error) {
        await lease.release();
        throw error;
      }
    },
    buildKeywords: (dataset, language, entries) => buildKeywords(database, clock, dataset, language, entries),
    versions: (dataset) => listVersions(database, dataset),
    discard: (dataset, version) => discardVersion(database, dataset, version),
    verify: (dataset) => verifyVersions(database, dataset),
    problems: () => live.problems(),
    isReachable,
    plan: async (dataset) => {
      const generation = live.generation(dataset);
      return generation && explainQuestion(database, generation, exactLimit);
    },
    close: async () => {
      clearInterval(poller);
      await database.close();
    },
  };
};

/** What is live, for a thread beside the one that has opened the engine, which lists the rows that it has announced. */
export const openPostgresReader = (
  { database, exactLimit = defaults.exactLimit }: PostgresEngineOptions,
  listLive: (dataset: string | null) => Promise<readonly LiveRow[]>,
): ThreadReader => {
  const live = createLiveDatasets(database, exactLimit);
  const refresh = async (dataset: string | null): Promise<void> =>
    (await listLive(dataset)).forEach((row) => live.take(row));
  return { ...live, refresh, refreshAll: () => refresh(null), close: () => database.close() };
};

const buildKeywords = async (
  database: Database,
  clock: () => Date,
  dataset: string,
  language: string,
  entries: Iterable<KeywordEntry>,
): Promise<VersionSummary> => {
  const lease = await takePublisherLease(database, dataset);
  try {
    const started = await startVersion(database, dataset, 'keywords', clock());
    try {
      await database.script(readScript('keywords', { generation: started.generation }));
      return await writeKeywords(database, dataset, started, language, entries);
    } catch (error) {
      await removeVersion(database, dataset, started.version, started.generation);
      throw error;
    }
  } finally {
    await lease.release();
  }
};

/** Connections with the settings that the engine's statements rely on. */
export const openEnginePool = (options: Omit<PoolOptions, 'session'>): Database =>
  openPool({ ...options, session: sessionSettings });
