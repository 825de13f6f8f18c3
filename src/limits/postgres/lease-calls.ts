import { nameIn } from '../../postgres/create-tables.ts';
import type { Queries } from '../../postgres/database.ts';
import { sql } from '../../postgres/sql.ts';

/** Calls of one window that a node asks for. */
export type LeaseRequest = {
  readonly name: string;
  /** Calls that fit into the window. */
  readonly most: number;
  readonly perSeconds: number;
  readonly slots: number;
  /** Calls that wait. */
  readonly wanted: number;
  /** Calls that may come before the lease ends. */
  readonly spare: number;
};

export type Lease = {
  readonly name: string;
  readonly granted: number;
  readonly spared: number;
  /** Calls in the window, these included. */
  readonly used: number;
  /** Milliseconds until calls leave the window; 0: it is empty. */
  readonly waitMs: number;
};

/** A lease lasts for so many slots. */
export const leaseSlots = 2;

/** In the order of their names, so that two nodes never wait for each other. */
export const leaseCalls = async (
  queries: Queries,
  schema: string,
  requests: readonly LeaseRequest[],
): Promise<readonly Lease[]> => {
  const sorted = requests.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const list = <K extends keyof LeaseRequest>(key: K) => sorted.map((request) => request[key]);
  return queries.query<Lease>(sql`
    SELECT asked.name, leased.granted, leased.spared, leased.used, leased.wait_ms AS "waitMs"
    FROM unnest(${list('name')}::text[], ${list('most')}::integer[], ${list('perSeconds')}::float8[],
      ${list('slots')}::integer[], ${list('wanted')}::integer[], ${list('spare')}::integer[])
      AS asked (name, most, seconds, slots, wanted, spare),
    LATERAL ${nameIn(schema, 'lease_calls')}(asked.name, asked.most, asked.seconds, asked.slots, ${leaseSlots}, asked.wanted,
      asked.spare) AS leased`);
};

export const removeOldWindows = async (queries: Queries, schema: string): Promise<void> => {
  await queries.query(sql`DELETE FROM ${nameIn(schema, 'rate_window')} WHERE expires_at < now()`);
};
