import { setTimeout as wait } from 'node:timers/promises';
import { shareRun } from '../../domain/memoize.ts';
import { Fault, isUnavailable } from '../../errors.ts';
import { createTablesFirst, defaultSchema } from '../../postgres/create-tables.ts';
import { openPool } from '../../postgres/open-pool.ts';
import type { ChangedRow } from './changed-rows.ts';
import { channelOf, pruneRows, pullRows, pushRows, storeTables } from './shared-rows.ts';

export type Remote = ReturnType<typeof openRemote>;

export type RemoteOptions = {
  readonly url: string;
  readonly schema?: string;
  /** Milliseconds that a change waits for the database at most. */
  readonly waitMs?: number;
};

const remoteDefaults = { waitMs: 2_000, lookMs: 1_000, lookWhileAwayMs: 200, pruneMs: 3_600_000 } as const;

/** What whoever needs it is told while it is away. */
export const unavailable = (cause?: unknown): Fault =>
  new Fault('unavailable', 'The database of the configuration cannot be reached.', {
    nextStep: 'Try again in a moment. What is configured goes on serving; only changes wait.',
    retryAfterSeconds: 1,
    cause,
  });

/** For what is no absence of the database: nobody waits for it who could handle it. */
const fail = (error: unknown): void =>
  void setImmediate(() => {
    throw error;
  });

/** The shared database as the store sees it. */
export const openRemote = ({
  url,
  schema = defaultSchema,
  waitMs = remoteDefaults.waitMs,
}: RemoteOptions) => {
  const statementTimeoutMs = Math.ceil(waitMs * 0.75);
  const pool = openPool({ url, connections: 2, statementTimeoutMs, answerTimeoutMs: statementTimeoutMs });
  const database = createTablesFirst(pool, storeTables(schema));
  let isAway = false;
  let heardAt = Date.now();
  const closing = new AbortController();

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    // Before whoever asks has waited in vain: others are refused at once.
    const late = setTimeout(() => {
      isAway = true;
    }, waitMs / 2);
    try {
      const answer = await question();
      heardAt = Date.now();
      isAway = false;
      return answer;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      isAway = true;
      throw unavailable(error);
    } finally {
      clearTimeout(late);
    }
  };

  const keepLooking = async (look: () => Promise<void>): Promise<void> => {
    let pruneAt = Date.now() + remoteDefaults.lookMs;
    while (!closing.signal.aborted) {
      await look();
      if (Date.now() >= pruneAt) {
        pruneAt = Date.now() + remoteDefaults.pruneMs;
        // What cannot be pruned now is pruned in an hour.
        await pruneRows(database, schema).catch(() => undefined);
      }
      const pauseMs = isAway ? remoteDefaults.lookWhileAwayMs : remoteDefaults.lookMs;
      await wait(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  };

  return {
    /** Everything that changed after a revision. Also asked while the database seems to be away: it may be back. */
    pull: (since: number) => ask(() => pullRows(database, schema, since)),
    /** Stores rows as the next revision, which is returned; null: `position` is not the current one. */
    push: (position: number, rows: readonly ChangedRow[]) =>
      ask(() => pushRows(database, schema, position, rows)),
    /** Calls `look` soon after something may have changed, and from time to time. */
    watch: (look: () => Promise<void>): void => {
      const lookOnce = shareRun(look);
      keepLooking(lookOnce).catch(fail);
      database.listen(channelOf(schema), () => void lookOnce().catch(fail)).catch(fail);
    },
    link: { isReachable: () => !isAway, heardAt: () => heardAt },
    close: (): void => {
      closing.abort();
      pool.close().catch(() => undefined);
    },
  };
};
