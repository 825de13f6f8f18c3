import { nameIn } from '../../postgres/create-tables.ts';
import type { Database } from '../../postgres/database.ts';
import { sql } from '../../postgres/sql.ts';
import type { HourlyCount, QuotaCounter, UsageBatch } from '../usage.ts';
import { keepHoursForMs } from '../usage-tables.ts';

/** Counts of one node that are not yet in the shared database. Numbers grow by one. */
export type NumberedBatch = { readonly number: number; readonly batch: UsageBatch };

/** Totals of all nodes. */
export type UsageTotals = {
  /** Of the server's clock: the next question asks for what changed since. */
  readonly at: string;
  readonly quota: readonly (QuotaCounter & { readonly calls: number })[];
  readonly hours: readonly HourlyCount[];
};

/** Transactions become visible in another order than they began: the last seconds are asked for again. */
const overlap = '10 seconds';

/** Adds batches that were not added before, in one transaction: a batch that is sent twice counts once. */
export const sendBatches = (
  database: Database,
  schema: string,
  node: string,
  batches: readonly NumberedBatch[],
): Promise<void> =>
  database.transaction(async (queries) => {
    const [seen] = await queries.query<{ last: number }>(sql`
      INSERT INTO ${nameIn(schema, 'usage_node')} AS known VALUES (${node}, 0)
      ON CONFLICT (node) DO UPDATE SET last_batch = known.last_batch RETURNING last_batch::float8 AS last`);
    const fresh = batches.filter(({ number }) => number > (seen?.last ?? 0));
    const quota = fresh.flatMap(({ batch }) => batch.quota);
    const hours = fresh.flatMap(({ batch }) => batch.hours);
    await queries.query(sql`
      INSERT INTO ${nameIn(schema, 'quota_used')} AS total
      SELECT id, per, start_ms, sum(calls), clock_timestamp()
      FROM unnest(${quota.map(({ counter }) => counter.subscriptionId)}::bigint[],
        ${quota.map(({ counter }) => counter.per)}::text[], ${quota.map(({ counter }) => counter.startMs)}::bigint[],
        ${quota.map(({ calls }) => calls)}::bigint[]) AS counted (id, per, start_ms, calls)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (subscription_id, per, start_ms)
      DO UPDATE SET calls = total.calls + excluded.calls, changed_at = excluded.changed_at`);
    const list = <K extends keyof HourlyCount>(key: K) => hours.map((hour) => hour[key]);
    await queries.query(sql`
      INSERT INTO ${nameIn(schema, 'usage_hours')} AS total
      SELECT website, id, hour_ms, sum(calls), sum(over_rate), sum(over_quota), max(last_ms), clock_timestamp()
      FROM unnest(${list('websiteId')}::bigint[], ${list('subscriptionId')}::bigint[], ${list('hourMs')}::bigint[],
        ${list('calls')}::bigint[], ${list('overRate')}::bigint[], ${list('overQuota')}::bigint[],
        ${list('lastMs')}::bigint[])
        AS counted (website, id, hour_ms, calls, over_rate, over_quota, last_ms)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (website_id, subscription_id, hour_ms) DO UPDATE SET calls = total.calls + excluded.calls,
        over_rate = total.over_rate + excluded.over_rate,
        over_quota = total.over_quota + excluded.over_quota,
        last_ms = greatest(total.last_ms, excluded.last_ms), changed_at = excluded.changed_at`);
    const last = Math.max(seen?.last ?? 0, ...batches.map(({ number }) => number));
    await queries.query(
      sql`UPDATE ${nameIn(schema, 'usage_node')} SET last_batch = ${last} WHERE node = ${node}`,
    );
  });

/** Totals that changed since `at`, of the server's clock; null: all. */
export const readTotals = async (
  database: Database,
  schema: string,
  at: string | null,
): Promise<UsageTotals> => {
  const since = at ?? '-infinity';
  const [now] = await database.query<{ at: string }>(sql`SELECT now()::text AS at`);
  const quota = await database.query<UsageTotals['quota'][number]>(sql`
    SELECT subscription_id::float8 AS "subscriptionId", per, start_ms::float8 AS "startMs", calls::float8 AS calls
    FROM ${nameIn(schema, 'quota_used')} WHERE changed_at > ${since}::timestamptz - ${overlap}::interval`);
  const hours = await database.query<HourlyCount>(sql`
    SELECT website_id::float8 AS "websiteId", subscription_id::float8 AS "subscriptionId",
      hour_ms::float8 AS "hourMs", calls::float8 AS calls, over_rate::float8 AS "overRate",
      over_quota::float8 AS "overQuota", last_ms::float8 AS "lastMs"
    FROM ${nameIn(schema, 'usage_hours')} WHERE changed_at > ${since}::timestamptz - ${overlap}::interval`);
  return { at: now?.at ?? since, quota, hours };
};

/** Usage by hour is shown for 400 days; no period of a quota is as long. */
export const removeOldUsage = async (database: Database, schema: string, nowMs: number): Promise<void> => {
  const before = nowMs - keepHoursForMs;
  await database.query(sql`DELETE FROM ${nameIn(schema, 'usage_hours')} WHERE hour_ms < ${before}`);
  await database.query(sql`DELETE FROM ${nameIn(schema, 'quota_used')} WHERE start_ms < ${before}`);
};
