import { createTurns } from '../../../files/in-turn.ts';
import { type Database, sql } from '../../../postgres/sql.ts';
import type { LiveDatasets, LiveRow } from './live-datasets.ts';

/** Reads what this and other processes made live or changed, and announces it to threads beside this one. */
export const followLive = (
  database: Database,
  live: LiveDatasets,
  announce: (row: LiveRow) => Promise<void>,
) => {
  const link = watchLink();
  const inTurn = createTurns();
  let seenRevision = 0;
  const readNewer = async (): Promise<void> => {
    const rows = await link.follow(
      database.query<LiveRow>(sql`
      SELECT d.dataset, v.version, v.generation::float8 AS generation, v.kind, d.revision::float8 AS revision, v.about,
        v.size, v.current_size, v.applied_through::float8 AS applied_through
      FROM kindred.dataset d JOIN kindred.version v ON v.dataset = d.dataset AND v.version = d.live
      WHERE d.revision > ${seenRevision}::bigint AND v.state = 'complete' ORDER BY d.revision`),
    );
    for (const row of rows) {
      live.take(row);
      seenRevision = Math.max(seenRevision, row.revision);
    }
    await Promise.all(rows.map(announce));
  };
  return {
    // One after the other: who waits for its change also waits for threads that are being told of it.
    refresh: () => inTurn(readNewer),
    isReachable: link.isReachable,
  };
};

/** A question that is not answered for so long: the database hangs. */
const hangsAfterMs = 4_000;

/** Whether a database answers, told by questions that are asked anyway. */
const watchLink = (monotonicMs: () => number = () => performance.now()) => {
  let failed = false;
  /** When each question was asked that has no answer yet. */
  const open = new Map<symbol, number>();
  return {
    follow: async <T>(answer: Promise<T>): Promise<T> => {
      const question = Symbol();
      open.set(question, monotonicMs());
      try {
        const result = await answer;
        failed = false;
        // Older ones hang in a connection that was lost.
        open.clear();
        return result;
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        open.delete(question);
      }
    },
    isReachable: (): boolean => {
      const [oldest = Infinity] = open.values();
      return !failed && monotonicMs() - oldest < hangsAfterMs;
    },
  };
};
