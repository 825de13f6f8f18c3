import { Fault, isUnavailable } from '../../errors.ts';
import { createTurns } from '../../files/in-turn.ts';
import { type Database, type FileDatabase, refuseLooseChanges } from '../database/database.ts';
import {
  applyRows,
  type ChangedRow,
  collectChanges,
  forgetChanges,
  removeAllRows,
  type CopyPosition,
  type ReplicatedTable,
} from './changed-rows.ts';
import { type Remote, unavailable } from './remote.ts';
import type { Pulled } from './shared-rows.ts';

/** A transaction meets a change of another node at most so often; then its caller tries again. */
const mostAttempts = 20;

type Parts = {
  readonly local: FileDatabase;
  readonly remote: Remote;
  readonly tables: readonly ReplicatedTable[];
  readonly position: CopyPosition;
};

/** Puts a state of the shared database into this copy. `isWhole`: it is everything that there is. */
const putRows = ({ local, tables, position }: Parts, pulled: Pulled, isWhole = false): void => {
  // No part of a transaction: SQLite ignores it there.
  local.script('PRAGMA foreign_keys = OFF');
  try {
    local.transaction(() => {
      // Another process of this machine may have been faster.
      if (!isWhole && position.read().revision >= pulled.revision) return;
      if (isWhole) removeAllRows(local, tables);
      applyRows(local, tables, pulled.rows);
      forgetChanges(local);
      position.write({ installation: pulled.installation, revision: pulled.revision });
    });
  } finally {
    local.script('PRAGMA foreign_keys = ON');
  }
};

/** Brings this copy to a revision of the shared database. */
export const catchUp = async (parts: Parts, pulled: Pulled): Promise<void> => {
  const { remote, position } = parts;
  const here = position.read().revision;
  // A database that was restored from a backup is behind its copies, and removals that a copy has not heard of may be
  // forgotten: then the copy becomes what the database is. A new copy has nothing that could have been removed.
  const seemsAhead = here > pulled.revision && pulled.revision <= pulled.since;
  const isAhead = seemsAhead && (await remote.pull(here)).revision < here;
  if (isAhead || (here >= 0 && here < pulled.prunedTo)) putRows(parts, await remote.pull(0), true);
  else if (here < pulled.since && pulled.since > 0) putRows(parts, await remote.pull(here));
  else putRows(parts, pulled);
};

/** Thrown to roll back the local part of a transaction. */
const rollback = new Error('The shared database decides.');

type Attempt<T> = {
  readonly outcome: { readonly value: T } | { readonly error: unknown };
  readonly rows: readonly ChangedRow[];
  readonly revision: number;
};

/**
 * A copy of the configuration that all nodes share. Reads are answered from the copy. A transaction runs on the copy
 * and is rolled back; its rows are sent to the shared database and put into the copy when that has accepted them.
 * Otherwise the copy is brought up to date, and the transaction runs again. So every transaction sees all others, none
 * is acknowledged or seen before the shared database has it, and nothing but its caller waits for the database.
 */
export const createReplicatedDatabase = (parts: Parts): Database => {
  const { local, remote, tables, position } = parts;
  let isClosed = false;
  // One after the other: a second transaction would be made without the first one.
  const inTurn = createTurns();

  const tryLocally = <T>(work: () => T): Attempt<T> => {
    let rows: readonly ChangedRow[] = [];
    const done: { readonly value: T }[] = [];
    let revision = -1;
    try {
      local.transaction(() => {
        revision = position.read().revision;
        const result = work();
        if (result instanceof Promise)
          throw new TypeError('A transaction cannot wait: its work must be synchronous.');
        done.push({ value: result });
        rows = collectChanges(local, tables);
        throw rollback;
      });
    } catch (error) {
      if (error !== rollback) return { outcome: { error }, rows: [], revision };
    }
    const [outcome = { error: new Error('The work of a transaction did not run.') }] = done;
    return { outcome, rows, revision };
  };

  /** Whether this copy was behind; then it no longer is. */
  const wasBehind = async (): Promise<boolean> => {
    const { revision } = position.read();
    const pulled = await remote.pull(Math.max(0, revision));
    if (isClosed || pulled.revision === revision) return false;
    await catchUp(parts, pulled);
    return true;
  };

  /** What changed nothing or refused may have done so because this copy is old. */
  const isOutdated = async ({ outcome }: Attempt<unknown>): Promise<boolean> => {
    try {
      return await wasBehind();
    } catch (error) {
      throw 'error' in outcome ? outcome.error : error;
    }
  };

  const push = async ({ rows, revision: since }: Attempt<unknown>): Promise<boolean> => {
    const revision = await remote.push(since, rows);
    if (revision === null) return false;
    const { installation } = position.read();
    if (!isClosed) putRows(parts, { installation, since, revision, prunedTo: 0, rows });
    return true;
  };

  /** While the database is away, nobody waits for it. What is refused anyway says why, and a dry run has its result. */
  const refuseWhileAway = (work: () => unknown): void => {
    if (remote.link.isReachable()) return;
    const { outcome } = tryLocally(work);
    throw 'error' in outcome ? outcome.error : unavailable();
  };

  const runInTurn = async <T>(work: () => T): Promise<T> => {
    for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
      refuseWhileAway(work);
      const attempt = tryLocally(work);
      const { outcome, rows } = attempt;
      if ('error' in outcome && isUnavailable(outcome.error)) throw outcome.error;
      if (rows.length > 0 && 'value' in outcome && (await push(attempt))) return outcome.value;
      if ((await isOutdated(attempt)) || rows.length > 0) continue;
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    throw new Fault('unavailable', 'Other nodes change the configuration at the same time.', {
      nextStep: 'Try again in a moment.',
      retryAfterSeconds: 1,
    });
  };

  remote.watch(async () => {
    try {
      await inTurn(async () => isClosed || wasBehind());
    } catch (error) {
      // The next look finds it again.
      if (!isClosed && !isUnavailable(error)) throw error;
    }
  });

  return {
    ...refuseLooseChanges(local),
    transaction: async (work) => {
      refuseWhileAway(work);
      return inTurn(() => runInTurn(work));
    },
    link: remote.link,
    close: () => {
      isClosed = true;
      remote.close();
      local.close();
    },
  };
};
