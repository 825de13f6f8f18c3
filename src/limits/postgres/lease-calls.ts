import { nameIn } from '../../postgres/create-tables.ts';
import { type Queries, sql } from '../../postgres/sql.ts';

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

/**
 * Calls of one window that a node may make. Moments are of the node's clock that only grows. `askedAtMs`: the lease ends by it, since the server cannot have booked it earlier. The calls that were waited for are
 * reserved from the start. They are granted, so a node that is too busy to make them in time makes them late.
 */
export const holdLease = (
  { granted, spared, booking }: Pick<Lease, 'granted' | 'spared' | 'booking'>,
  { lastsMs }: Pick<LeaseRequest, 'lastsMs'>,
  askedAtMs: number,
) => {
  let [reserved, spare, made] = [granted, spared, 0];
  let lastMadeMs = askedAtMs;
  const countSpare = (nowMs: number): number => (nowMs < askedAtMs + lastsMs ? spare : 0);
  return {
    /** Calls that nobody has asked for, while the lease lasts. */
    countSpare,
    /** Keeps a spare call for a caller who is about to make it. */
    reserve: (): void => {
      spare -= 1;
      reserved += 1;
    },
    /** Whether a call may be made: one that was reserved also after the end of the lease. */
    hasCall: (nowMs: number): boolean => reserved > 0 || countSpare(nowMs) > 0,
    takeOne: (nowMs: number): void => {
      if (reserved > 0) reserved -= 1;
      else spare -= 1;
      made += 1;
      lastMadeMs = nowMs;
    },
    /** Ends the lease: what the server needs to know of it. */
    settle: (): Settlement => {
      const returned = reserved + spare;
      [reserved, spare] = [0, 0];
      return { booking, returned, made, earlierMs: lastsMs - (lastMadeMs - askedAtMs) };
    },
  };
};

export type HeldLease = ReturnType<typeof holdLease>;

export const noLease: HeldLease = {
  countSpare: () => 0,
  reserve: () => undefined,
  hasCall: () => false,
  takeOne: () => undefined,
  settle: () => ({ booking: 0, returned: 0, made: 0, earlierMs: 0 }),
};
