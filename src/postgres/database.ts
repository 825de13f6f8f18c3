import type { Sql } from './sql.ts';

export type Queries = {
  /** The rows of one statement. `R` is what the statement selects. */
  query<R extends object>(statement: Sql): Promise<readonly R[]>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
};

/** A PostgreSQL database. Failures to reach it are faults with the code `unavailable`. */
export type Database = Queries & {
  /** All statements of `work` take effect, or none. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Calls `onMessage` for notifications on a channel, for as long as the connection lasts. */
  listen(channel: string, onMessage: () => void): Promise<void>;
  close(): Promise<void>;
};
