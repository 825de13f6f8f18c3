import { Fault } from '../../../errors.ts';
import type { Database, Queries } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';

/** A second address for questions: a replica that follows the primary server. */
export type ReadReplica = {
  /** Asks the replica how far it is. Never fails: a replica that is away is not asked. */
  refresh(): Promise<void>;
  /** The database for a reader of this revision: the replica once it has it, the primary server until then. */
  databaseFor(revision: number): Database;
};

type ReplicaParts = {
  readonly primary: Database;
  readonly replica: Queries;
  /** After a failure the replica is not asked for so long. */
  readonly pauseMs?: number;
  /** Milliseconds that only grow. */
  readonly monotonicMs?: () => number;
};

const defaults = { pauseMs: 2_000 } as const;

/**
 * SQLSTATE classes and codes of statements that a replica refuses and the primary server answers: replay of a removal
 * cancelled it, or a table is not there yet.
 */
const replicaStates = /^(40001|40P01|42P01|25006)$/;

const isOfReplica = (error: unknown): boolean => {
  if (error instanceof Fault) return error.code === 'unavailable';
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' && replicaStates.test(code);
};

/**
 * Revisions become visible in the order of their numbers, on a replica too: one that has revision n has all rows that any
 * reader of a revision up to n needs. So a reader never sees an older state than its own, and what was acknowledged is
 * found by the next question.
 */
export const createReadReplica = (parts: ReplicaParts): ReadReplica => {
  const { primary, replica, pauseMs = defaults.pauseMs, monotonicMs = () => performance.now() } = parts;
  let reached = -1;
  let awayUntilMs = 0;
  const setAway = (): void => {
    awayUntilMs = monotonicMs() + pauseMs;
    // It may come back as another server, or from an older backup.
    reached = -1;
  };
  return {
    refresh: async () => {
      if (monotonicMs() < awayUntilMs) return;
      try {
        const [row] = await replica.query<{ revision: number }>(
          sql`SELECT coalesce(max(revision), 0)::float8 AS revision FROM kindred.dataset`,
        );
        reached = row?.revision ?? -1;
      } catch {
        setAway();
      }
    },
    databaseFor: (revision) => ({
      ...primary,
      query: async (statement) => {
        if (reached < revision) return primary.query(statement);
        try {
          return await replica.query(statement);
        } catch (error) {
          if (!isOfReplica(error)) throw error;
          setAway();
          return primary.query(statement);
        }
      },
    }),
  };
};
