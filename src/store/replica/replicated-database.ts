import { Fault } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import { applyRows, removeAllRows } from './apply-rows.ts';
import { type ChangedRow, collectChanges, forgetChanges } from './changed-rows.ts';
import type { CopyPosition } from './copy-position.ts';
import type { Remote } from './remote.ts';
import type { Pulled } from './shared-rows.ts';
import type { ReplicatedTable } from './tables.ts';

/** A transaction meets a change of another node at most so often; then its caller tries again. */
const mostAttempts = 20;

/** The transaction was made without the last change of another node: it is rolled back and made again. */
class Outdated extends Error {}

const isUnavailable = (error: unknown): boolean => error instanceof Fault && error.code === 'unavailable';

type Parts = {
  readonly local: Database;
  readonly remote: Remote;
  readonly tables: readonly ReplicatedTable[];
  readonly position: CopyPosition;
};

/** Brings this copy to a revision of the shared database. */
export const createCatchUp = ({ local, remote, tables, position }: Parts) => {
  const put = (pulled: Pulled, isWhole: boolean): void => {
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
    remote.tell(position.read().revision);
  };
  /** A database that was restored from a backup is behind its copies: they become what it is. */
  const takeAll = (): void => put(remote.pull(0), true);
  /** Of two threads: what was pulled may be old when it arrives. So the database is asked where it is now. */
  const applyOlder = (here: number): void => {
    const now = remote.pull(here);
    if (now.revision < here) takeAll();
    else if (now.revision > here) put(now, false);
    else remote.tell(here);
  };
  return {
    apply: (pulled: Pulled): void => {
      const here = position.read();
      const isOld = here.revision > pulled.revision && pulled.revision > pulled.since;
      // A new copy has nothing that could have been removed.
      if (here.revision >= 0 && here.revision < pulled.prunedTo) takeAll();
      else if (isOld) remote.tell(here.revision);
      else if (here.revision > pulled.revision) applyOlder(here.revision);
      // Another process of this machine may have applied it already.
      else if (here.revision === pulled.revision) remote.tell(here.revision);
      else if (here.revision < pulled.since && pulled.since > 0) put(remote.pull(here.revision), false);
      else put(pulled, false);
    },
  };
};

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * A copy of the configuration that all nodes share. Reads are answered from the copy. A transaction runs on the copy
 * and is committed there when the shared database has accepted its rows; otherwise it is rolled back, the copy is
 * brought up to date, and it runs again. So every transaction sees all others, and none is acknowledged before the
 * shared database has it.
 */
export const createReplicatedDatabase = (parts: Parts): Database => {
  const { local, remote, tables, position } = parts;
  const catchUp = createCatchUp(parts);
  let isWriting = false;

  const push = (rows: readonly ChangedRow[]): void => {
    const { installation, revision } = position.read();
    const next = remote.push(revision, rows);
    if (next === null) throw new Outdated();
    position.write({ installation, revision: next });
    forgetChanges(local);
  };

  const runOnce = <T>(work: () => T): Outcome<T> & { readonly isPushed: boolean } => {
    let isPushed = false;
    try {
      const value = local.transaction(() => {
        const result = work();
        if (result instanceof Promise)
          throw new TypeError('A transaction cannot wait: its work must be synchronous.');
        const rows = collectChanges(local, tables);
        if (rows.length > 0) {
          push(rows);
          isPushed = true;
        }
        return result;
      });
      if (isPushed) remote.tell(position.read().revision);
      return { value, isPushed };
    } catch (error) {
      return { error, isPushed: false };
    }
  };

  /** Whether this copy was behind; then it no longer is. */
  const wasBehind = (): boolean => {
    const { revision } = position.read();
    const pulled = remote.pull(revision);
    if (pulled.revision === revision) return false;
    catchUp.apply(pulled);
    return true;
  };

  /** What changed nothing or refused may have done so because this copy is old. */
  const isOutdated = (outcome: Outcome<unknown>): boolean => {
    try {
      return wasBehind();
    } catch (error) {
      if ('error' in outcome && !(outcome.error instanceof Outdated)) throw outcome.error;
      throw error;
    }
  };

  const transaction = <T>(work: () => T): T => {
    if (local.inTransaction()) {
      if (!isWriting) throw new Error('A snapshot cannot write.');
      return local.transaction(work);
    }
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      isWriting = true;
      const outcome = runOnce(work);
      isWriting = false;
      if (outcome.isPushed && 'value' in outcome) return outcome.value;
      if ('error' in outcome && isUnavailable(outcome.error)) throw outcome.error;
      if (isOutdated(outcome)) continue;
      if ('value' in outcome) return outcome.value;
      if (!(outcome.error instanceof Outdated)) throw outcome.error;
    }
    throw new Fault('unavailable', 'Other nodes change the configuration at the same time.', {
      nextStep: 'Try again in a moment.',
      retryAfterSeconds: 1,
    });
  };

  remote.watch((pulled) => {
    try {
      catchUp.apply(pulled);
    } catch (error) {
      // The next look sends it again.
      if (!isUnavailable(error)) throw error;
    }
  });

  return {
    ...local,
    run: (sql, ...values) =>
      local.inTransaction() ? local.run(sql, ...values) : transaction(() => local.run(sql, ...values)),
    transaction,
    link: remote.link,
    close: () => {
      remote.close();
      local.close();
    },
  };
};
