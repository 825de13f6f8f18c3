import { randomUUID } from 'node:crypto';
import { createTablesFirst, defaultSchema, nameIn, type Tables } from '../../postgres/create-tables.ts';
import { type Database, sql } from '../../postgres/sql.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../errors.ts';
import {
  type DatasetLease,
  type DatasetLeases,
  importRunningFault,
  type LeasedJob,
} from '../dataset-leases.ts';

export const sharedLeaseDefaults = {
  /** After so long without a renewal another node takes over. */
  seconds: 15,
  renewMs: 3_000,
  /** How often a node looks what others import. */
  lookMs: 1_000,
} as const;

type Parts = {
  readonly rows: LeaseRows;
  readonly jobs: Pick<JobRows, 'announce' | 'settle'>;
  /** Identifies this process, or the one that started it for an import. */
  readonly holder: string;
  readonly seconds: number;
  readonly renewMs: number;
  /** Milliseconds that only grow. */
  readonly monotonicMs: () => number;
};

const lostFault = (): Fault =>
  new Fault('conflict', 'Another node has taken over this import.', {
    nextStep: 'Follow it there: every node lists it.',
  });

/** Renews the right until it is released or lost. */
const keepLease = (
  job: LeasedJob,
  { fence, takenAtMs }: { readonly fence: number; readonly takenAtMs: number },
  parts: Parts,
): DatasetLease => {
  const { dataset } = job;
  const { rows, holder, seconds, monotonicMs } = parts;
  const lost = new AbortController();
  let heldUntilMs = takenAtMs + seconds * 1000;
  const renew = async (): Promise<void> => {
    // Counted from before the statement: no other node has it while this one thinks that it does.
    const askedAtMs = monotonicMs();
    if (await rows.renew(dataset, holder, fence)) heldUntilMs = askedAtMs + seconds * 1000;
    else lost.abort(lostFault());
  };
  let renewing = Promise.resolve();
  let waiting = 0;
  const renewNext = (): Promise<void> => {
    waiting += 1;
    const next = renewing.then(() => (lost.signal.aborted ? undefined : renew()));
    renewing = next
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return next;
  };
  // While the database is away nobody can take it either: it is renewed when it is back. A slow one is asked once at a time.
  const renewIfIdle = (): void => void (waiting === 0 && renewNext().catch(() => undefined));
  const timer = setInterval(renewIfIdle, parts.renewMs).unref();
  lost.signal.addEventListener('abort', () => clearInterval(timer));
  const isHeld = (): boolean => !lost.signal.aborted && monotonicMs() < heldUntilMs;
  return {
    lost: lost.signal,
    isHeld,
    confirm: async (signal) => {
      for (;;) {
        await renewNext().catch(() => undefined);
        lost.signal.throwIfAborted();
        if (isHeld()) return;
        signal.throwIfAborted();
        await sleep(parts.renewMs / 3, undefined, { signal });
      }
    },
    release: async (isEnded) => {
      clearInterval(timer);
      await renewing;
      // What the database does not learn now: the right ends by itself, and the next node sees that the import has ended.
      if (isEnded) await parts.jobs.settle(job).catch(() => undefined);
      await rows.release(dataset, holder).catch(() => undefined);
    },
  };
};

/** For several nodes: rights with an end by the clock of the database. */
export const createSharedLeases = (parts: Parts) => {
  const { rows, holder, monotonicMs } = parts;
  let taken: ReadonlySet<string> = new Set();
  const forget = (dataset: string): void => {
    taken = new Set([...taken].filter((each) => each !== dataset));
  };
  const tryTake = async (job: LeasedJob): Promise<DatasetLease | null> => {
    const takenAtMs = monotonicMs();
    const fence = await rows.take(job.dataset, holder);
    if (fence === null) return null;
    taken = new Set([...taken, job.dataset]);
    const lease = keepLease(job, { fence, takenAtMs }, parts);
    const release: DatasetLease['release'] = async (isEnded) => {
      await lease.release(isEnded);
      forget(job.dataset);
    };
    return { ...lease, release };
  };
  const take: DatasetLeases['take'] = async (job) => {
    const lease = await tryTake(job);
    if (lease === null) throw importRunningFault();
    // A command that runs an import by itself may end in the middle of it: then a node goes on.
    await parts.jobs.announce(job);
    return lease;
  };
  return {
    areShared: true,
    /** Reads what other nodes import. */
    look: async (): Promise<void> => {
      taken = new Set(await rows.listTaken());
    },
    tryTake,
    isTaken: (dataset: string): boolean => taken.has(dataset),
    take,
  };
};

export type SharedLeases = ReturnType<typeof createSharedLeases>;

type Options = {
  readonly database: Database;
  readonly schema?: string;
  /** The name under which another process has the right already; a new one otherwise. */
  readonly holder?: string;
  readonly seconds?: number;
  readonly renewMs?: number;
  readonly monotonicMs?: () => number;
};

export type SharedImports = Awaited<ReturnType<typeof openSharedImports>>;

/** What nodes on one database share of imports. */
export const openSharedImports = async (options: Options) => {
  const { schema = defaultSchema, holder = randomUUID(), seconds = sharedLeaseDefaults.seconds } = options;
  const { renewMs = sharedLeaseDefaults.renewMs, monotonicMs = () => performance.now() } = options;
  const database = createTablesFirst(options.database, importTables(schema));
  const jobs = createJobRows(database, schema);
  const rows = createLeaseRows(database, schema, seconds);
  const leases = createSharedLeases({ rows, jobs, holder, seconds, renewMs, monotonicMs });
  // The database may be away at the start: the service looks again every second.
  await leases.look().catch(() => undefined);
  return { holder, leases, jobs, close: () => options.database.close() };
};

const importTables = (schema: string): Tables => ({
  schema,
  script: new URL('shared-imports.sql', import.meta.url),
  lastTable: 'import_job',
});

/** The statements on the rights to import. All times are those of the database. */
export const createLeaseRows = (database: Database, schema: string, seconds: number) => {
  const table = nameIn(schema, 'import_lease');
  const until = sql`now() + make_interval(secs => ${seconds})`;
  return {
    /** The number of the right; null while another holder has it. */
    take: async (dataset: string, holder: string): Promise<number | null> => {
      const [row] = await database.query<{ fence: string }>(sql`
        INSERT INTO ${table} AS held VALUES (${dataset}, ${holder}, ${until}, 1)
        ON CONFLICT (dataset) DO UPDATE SET holder = excluded.holder, until = excluded.until,
          fence = held.fence + CASE WHEN held.holder = excluded.holder AND held.until >= now() THEN 0 ELSE 1 END
        WHERE held.holder = excluded.holder OR held.until < now() RETURNING fence::text`);
      return row === undefined ? null : Number(row.fence);
    },
    /** False when another holder took it. One that has ended and that nobody took is renewed too. */
    renew: async (dataset: string, holder: string, fence: number): Promise<boolean> => {
      const rows = await database.query(sql`
        UPDATE ${table} SET until = ${until}
        WHERE dataset = ${dataset} AND holder = ${holder} AND fence = ${fence} RETURNING dataset`);
      return rows.length > 0;
    },
    release: async (dataset: string, holder: string): Promise<void> => {
      await database.query(sql`
        UPDATE ${table} SET until = '-infinity' WHERE dataset = ${dataset} AND holder = ${holder}`);
    },
    /** Datasets that somebody has the right to import. */
    listTaken: async (): Promise<string[]> => {
      const rows = await database.query<{ dataset: string }>(
        sql`SELECT dataset FROM ${table} WHERE until >= now()`,
      );
      return rows.map(({ dataset }) => dataset);
    },
  };
};

export type LeaseRows = ReturnType<typeof createLeaseRows>;

const listedAtMost = 1_000;

/** The statements on imports that wait or run, on any node. */
export const createJobRows = (database: Database, schema: string) => {
  const [jobs, leases, due] = ['import_job', 'import_lease', 'import_due'].map((name) =>
    nameIn(schema, name),
  );
  return {
    /** A second call does nothing. */
    announce: async ({ dataset, id, website }: LeasedJob): Promise<void> => {
      await database.query(sql`
        INSERT INTO ${jobs} (dataset, id, website) VALUES (${dataset}, ${id}, ${website})
        ON CONFLICT DO NOTHING`);
    },
    /** It has ended, or is no longer known. */
    settle: async ({ dataset, id }: Pick<LeasedJob, 'dataset' | 'id'>): Promise<void> => {
      await database.query(sql`DELETE FROM ${jobs} WHERE dataset = ${dataset} AND id = ${id}`);
    },
    /** Imports that nobody runs: first those of the websites with the fewest running ones, then the oldest. */
    listWaiting: (): Promise<readonly LeasedJob[]> =>
      database.query<LeasedJob>(sql`
        WITH running AS (
          SELECT website, count(*) AS datasets FROM ${jobs} JOIN ${leases} held USING (dataset)
          WHERE held.until >= now() GROUP BY website
        )
        SELECT job.dataset, job.id, job.website
        FROM ${jobs} job LEFT JOIN ${leases} held USING (dataset) LEFT JOIN running USING (website)
        WHERE held.until IS NULL OR held.until < now()
        ORDER BY coalesce(running.datasets, 0), job.queued_at, job.id LIMIT ${listedAtMost}`),
    /** True for the first node that asks for this time of the dataset's schedule. */
    claimDue: async (dataset: string, at: Date): Promise<boolean> => {
      const rows = await database.query(sql`
        INSERT INTO ${due} AS known VALUES (${dataset}, ${at.toISOString()})
        ON CONFLICT (dataset) DO UPDATE SET at = excluded.at WHERE known.at < excluded.at RETURNING dataset`);
      return rows.length > 0;
    },
  };
};

export type JobRows = ReturnType<typeof createJobRows>;
