import { shareRun } from '../../domain/memoize.ts';
import { type Database, type Queries, sql } from '../../postgres/sql.ts';
import { keepHoursForMs, type NodeCount, openQuotaLedger, type QuotaLedger } from '../quota-ledger.ts';
import { nameIn } from '../../postgres/create-tables.ts';

const removeEveryMs = 3_600_000;

type SharedLedgerParts = {
  /** What this node counted, and what others counted as last read. */
  readonly file: string;
  readonly database: Database;
  readonly schema: string;
  /** Called when the database is away. Nothing is lost: counts stay in the file until they are sent. */
  readonly onFailed: (error: unknown) => void;
  readonly exchangeEveryMs?: number;
};

/**
 * Quotas that several nodes share. Each node counts in a file of its own, sends its counts to PostgreSQL every half
 * second, and reads those of the others. A count is the sum of what each node counted, so that nothing is counted twice or
 * lost when a node, the database or the network between them fails.
 */
export const openSharedLedger = (parts: SharedLedgerParts): QuotaLedger & { exchange(): Promise<void> } => {
  const { file, database, schema, onFailed, exchangeEveryMs = 500 } = parts;
  const local = openQuotaLedger(file);
  const listeners: (() => void)[] = [];
  let readAt: string | null = null;

  const exchange = async (): Promise<void> => {
    const own = local.listUnsent(rowsPerStatement);
    if (own.length > 0) await sendCounts(database, schema, own);
    if (local.isOpen()) local.markSent(own);
    for (let isLast = false; !isLast && local.isOpen(); ) {
      const page = await readCounts(database, schema, readAt);
      if (!local.isOpen()) return;
      if (local.merge(page.counts)) for (const listener of listeners) listener();
      [readAt, isLast] = [page.at, page.isLast];
    }
  };
  const exchangeOnce = shareRun(() => exchange().catch(onFailed));

  const timer = setInterval(() => void exchangeOnce(), exchangeEveryMs).unref();
  const removal = setInterval(
    () => void removeOldCounts(database, schema, Date.now()).catch(onFailed),
    removeEveryMs,
  ).unref();
  exchangeOnce().catch(onFailed);
  return {
    ...local,
    onTotals: (listener) => void listeners.push(listener),
    exchange: async () => {
      // One that is under way may have begun before the last count.
      await exchangeOnce.ended();
      await exchangeOnce();
    },
    close: () => {
      clearInterval(timer);
      clearInterval(removal);
      local.close();
    },
  };
};

/** Transactions become visible in another order than they began: the last seconds are asked for again. */
const overlap = '10 seconds';

/** A page is merged in some 20 ms, during which nothing else runs. */
export const rowsPerStatement = 5_000;

/** Stores what nodes counted. Counts only grow, so they may be sent again, in any order. */
export const sendCounts = async (
  queries: Queries,
  schema: string,
  counts: readonly NodeCount[],
): Promise<void> => {
  const list = <K extends keyof NodeCount>(key: K) => counts.map((count) => count[key]);
  await queries.query(sql`
    INSERT INTO ${nameIn(schema, 'usage_count')} AS known
    SELECT *, clock_timestamp() FROM unnest(${list('node')}::text[], ${list('subscriptionId')}::bigint[],
      ${list('hourMs')}::bigint[], ${list('websiteId')}::bigint[], ${list('calls')}::bigint[],
      ${list('overRate')}::bigint[], ${list('overQuota')}::bigint[], ${list('used')}::bigint[],
      ${list('lastMs')}::bigint[])
    ON CONFLICT (node, subscription_id, hour_ms) DO UPDATE SET
      website_id = greatest(known.website_id, excluded.website_id), calls = greatest(known.calls, excluded.calls),
      over_rate = greatest(known.over_rate, excluded.over_rate),
      over_quota = greatest(known.over_quota, excluded.over_quota), used = greatest(known.used, excluded.used),
      last_ms = greatest(known.last_ms, excluded.last_ms), changed_at = excluded.changed_at`);
};

type Page = {
  readonly counts: readonly NodeCount[];
  /** To read on from: the last row comes again, because others may have been changed at the same moment. */
  readonly at: string;
  /** False: there is more. */
  readonly isLast: boolean;
};

/**
 * What changed since `since`, of the server's clock, the oldest first; null: from the beginning. What nodes of older releases
 * count is in two tables of totals.
 */
export const readCounts = async (
  queries: Queries,
  schema: string,
  since: string | null,
  rows: number = rowsPerStatement,
): Promise<Page> => {
  const [now] = await queries.query<{ at: string }>(sql`SELECT (now() - ${overlap}::interval)::text AS at`);
  const changed = sql`changed_at >= ${since ?? '-infinity'}::timestamptz`;
  const found = await queries.query<NodeCount & { readonly changed: string }>(sql`
    SELECT node, subscription_id::float8 AS "subscriptionId", hour_ms::float8 AS "hourMs",
      website_id::float8 AS "websiteId", calls::float8 AS calls, over_rate::float8 AS "overRate",
      over_quota::float8 AS "overQuota", used::float8 AS used, last_ms::float8 AS "lastMs", changed_at::text AS changed
    FROM (
      SELECT node, subscription_id, hour_ms, website_id, calls, over_rate, over_quota, used, last_ms, changed_at
      FROM ${nameIn(schema, 'usage_count')} WHERE ${changed}
      UNION ALL SELECT 'earlier', subscription_id, hour_ms, website_id, calls, over_rate, over_quota, 0, last_ms, changed_at
      FROM ${nameIn(schema, 'usage_hours')} WHERE ${changed}
      UNION ALL SELECT 'earlier quota ' || per, subscription_id, start_ms, 0, 0, 0, 0, calls, 0, changed_at
      FROM ${nameIn(schema, 'quota_used')} WHERE ${changed}
    ) AS counted ORDER BY changed_at LIMIT ${rows}`);
  const counts = found.map(({ changed: _, ...count }) => count);
  const last = found.at(-1);
  const isLast = found.length < rows || last === undefined;
  return { counts, isLast, at: isLast ? (now?.at ?? '-infinity') : last.changed };
};

/** Usage by hour is shown for 400 days; no period of a quota is as long. */
export const removeOldCounts = async (queries: Queries, schema: string, nowMs: number): Promise<void> => {
  const before = nowMs - keepHoursForMs;
  await queries.query(sql`DELETE FROM ${nameIn(schema, 'usage_count')} WHERE hour_ms < ${before}`);
  await queries.query(sql`DELETE FROM ${nameIn(schema, 'usage_hours')} WHERE hour_ms < ${before}`);
  await queries.query(sql`DELETE FROM ${nameIn(schema, 'quota_used')} WHERE start_ms < ${before}`);
};
