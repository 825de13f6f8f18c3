import { type Database, type Queries, sql } from '../../../postgres/sql.ts';
import { randomUUID } from 'node:crypto';
import { Fault } from '../../../errors.ts';

export type LockedDataset = {
  readonly live: string | null;
  /** Number of the last live change. */
  readonly lastChange: number;
};

/** Locks a dataset until the end of the transaction; null for one that was never published. */
export const lockDataset = async (queries: Queries, dataset: string): Promise<LockedDataset | null> => {
  const [row] = await queries.query<{ live: string | null; last_change: number }>(sql`
    SELECT live, last_change::float8 AS last_change FROM kindred.dataset WHERE dataset = ${dataset} FOR UPDATE`);
  return row ? { live: row.live, lastChange: row.last_change } : null;
};

/** The channel on which nodes learn that a dataset has a new revision. */
export const revisionChannel = 'kindred_revision';

/*
 * Revisions are taken under this lock: they become visible in the order of their numbers, and a node that has seen
 * revision n misses none below it.
 */
const revisionLock = 7_201_513;

/** Gives the dataset a new revision, and tells the other nodes when the transaction ends. */
export const announceRevision = async (queries: Queries, dataset: string): Promise<void> => {
  await queries.query(sql`SELECT pg_advisory_xact_lock(${revisionLock})`);
  await queries.query(sql`
    UPDATE kindred.dataset SET revision = nextval('kindred.revision') WHERE dataset = ${dataset}`);
  await queries.query(sql`SELECT pg_notify(${revisionChannel}, ${dataset})`);
};

const leaseDefaults = { seconds: 30, renewMs: 10_000 } as const;

const conflict = (): Fault =>
  new Fault('conflict', 'Another version of this dataset is being built.', {
    nextStep: 'Wait until it is finished, then try again.',
  });

export type PublisherLease = Awaited<ReturnType<typeof takePublisherLease>>;

/** The right to build a version of a dataset. A process that ends without releasing it loses it after half a minute. */
export const takePublisherLease = async (database: Database, dataset: string) => {
  const publisher = randomUUID();
  const until = sql`now() + make_interval(secs => ${leaseDefaults.seconds}::int)`;
  const taken = await database.query(sql`
    INSERT INTO kindred.dataset AS d (dataset, publisher, publisher_until) VALUES (${dataset}, ${publisher}, ${until})
    ON CONFLICT (dataset) DO UPDATE SET publisher = excluded.publisher, publisher_until = excluded.publisher_until
    WHERE d.publisher IS NULL OR d.publisher_until < now()
    RETURNING dataset`);
  if (taken.length === 0) throw conflict();
  const renew = async (queries: Queries): Promise<void> => {
    const renewed = await queries.query(sql`
      UPDATE kindred.dataset SET publisher_until = ${until} WHERE dataset = ${dataset} AND publisher = ${publisher}
      RETURNING dataset`);
    if (renewed.length === 0) throw conflict();
  };
  // A failed renewal is found out when the version is completed.
  const timer = setInterval(() => {
    renew(database).catch(() => undefined);
  }, leaseDefaults.renewMs);
  timer.unref();
  return {
    /** Throws `conflict` when another publisher has taken over. */
    renew,
    release: async (): Promise<void> => {
      clearInterval(timer);
      await database.query(sql`
        UPDATE kindred.dataset SET publisher = NULL, publisher_until = NULL
        WHERE dataset = ${dataset} AND publisher = ${publisher}`);
    },
  };
};
