import { randomUUID } from 'node:crypto';
import { nameIn, type Tables } from './create-tables.ts';
import { type Database, sql } from './sql.ts';

export const leaseTables = (schema: string): Tables => ({
  schema,
  script: new URL('lease.sql', import.meta.url),
  lastTable: 'lease',
});

type LeaseParts = {
  readonly database: Database;
  readonly schema: string;
  readonly name: string;
  readonly seconds?: number;
  readonly renewMs?: number;
  /** Milliseconds that only grow. */
  readonly monotonicMs?: () => number;
};

const defaults = { seconds: 15, renewMs: 3_000 } as const;

/**
 * A right that one node at a time has, until it ends or cannot reach the database: takes it when it is free, renews it, and
 * gives it back at the end.
 */
export const openLease = async (parts: LeaseParts) => {
  const { database, schema, name, seconds = defaults.seconds, renewMs = defaults.renewMs } = parts;
  const { monotonicMs = () => performance.now() } = parts;
  const holder = randomUUID();
  const table = nameIn(schema, 'lease');
  let heldUntilMs = 0;

  const renew = async (): Promise<void> => {
    // Counted from before the statement: another node never gets it while this one still thinks it has it.
    const askedAtMs = monotonicMs();
    const renewed = await database.query(sql`
      INSERT INTO ${table} AS held VALUES (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE held.holder = excluded.holder OR held.until < now() RETURNING name`);
    heldUntilMs = renewed.length > 0 ? askedAtMs + seconds * 1000 : 0;
  };
  let renewing = Promise.resolve();
  // The database is away: the lease ends by itself.
  const renewQuietly = (): Promise<void> => {
    renewing = renewing.then(renew).catch(() => undefined);
    return renewing;
  };

  await renewQuietly();
  const timer = setInterval(() => void renewQuietly(), renewMs).unref();
  return {
    isHeld: (): boolean => monotonicMs() < heldUntilMs,
    close: async (): Promise<void> => {
      clearInterval(timer);
      await renewing;
      heldUntilMs = 0;
      await database
        .query(sql`DELETE FROM ${table} WHERE name = ${name} AND holder = ${holder}`)
        .catch(() => undefined);
    },
  };
};
