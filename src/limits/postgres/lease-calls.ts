import { nameIn } from '../../postgres/create-tables.ts';
import type { Queries } from '../../postgres/database.ts';
import { sql } from '../../postgres/sql.ts';

/** Calls of one window that a node asks for. */
export type LeaseRequest = {
  readonly name: string;
  /** Calls that fit into the window. */
  readonly most: number;
  readonly perSeconds: number;
  /** Parts of a window: bookings within one of them are kept together. */
  readonly grains: number;
  /** Calls that wait. */
  readonly wanted: number;
  /** Calls that may come before the lease ends. */
  readonly spare: number;
  /** The lease lasts for so long. */
  readonly lastsMs: number;
  /** Of the lease before. */
  readonly settled: Settlement;
};

/** What became of a lease. */
export type Settlement = {
  /** 0: there was none. */
  readonly booking: number;
  /** Calls that were not made. */
  readonly returned: number;
  /** Calls that were made, the last of them so long before the end. */
  readonly made: number;
  readonly earlierMs: number;
};

export type Lease = {
  readonly name: string;
  readonly granted: number;
  readonly spared: number;
  /** Calls in the window, these included. */
  readonly used: number;
  /** Milliseconds until calls leave the window; 0: it is empty. */
  readonly waitMs: number;
  /** Names the booking, to settle it: when it ends by the clock of the server. */
  readonly booking: number;
};

/** In the order of their names, so that two nodes never wait for each other. */
export const leaseCalls = async (
  queries: Queries,
  schema: string,
  requests: readonly LeaseRequest[],
): Promise<readonly Lease[]> => {
  const sorted = requests.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const list = <K extends keyof LeaseRequest>(key: K) => sorted.map((request) => request[key]);
  const listSettled = <K extends keyof Settlement>(key: K) => sorted.map(({ settled }) => settled[key]);
  return queries.query<Lease>(sql`
    SELECT asked.name, booked.granted, booked.spared, booked.used, booked.wait_ms AS "waitMs",
      booked.booking::float8 AS booking
    FROM unnest(${list('name')}::text[], ${list('most')}::integer[], ${list('perSeconds')}::float8[],
      ${list('grains')}::integer[], ${list('wanted')}::integer[], ${list('spare')}::integer[],
      ${list('lastsMs')}::float8[], ${listSettled('booking')}::bigint[], ${listSettled('returned')}::integer[],
      ${listSettled('made')}::integer[], ${listSettled('earlierMs')}::float8[])
      AS asked (name, most, seconds, grains, wanted, spare, lasts_ms, settled, returned, made, earlier_ms),
    LATERAL ${nameIn(schema, 'book_calls')}(asked.name, asked.most, asked.seconds, asked.grains, asked.wanted,
      asked.spare, asked.lasts_ms, asked.settled, asked.returned, asked.made, asked.earlier_ms) AS booked`);
};

export const removeOldWindows = async (queries: Queries, schema: string): Promise<void> => {
  await queries.query(sql`DELETE FROM ${nameIn(schema, 'rate_booking')} WHERE expires_at < now()`);
};
