import type { Queries } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';

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
