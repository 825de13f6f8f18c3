import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../files/side-database.ts';

const columns = `(subscription_id, hour_ms, node, website_id, calls, over_rate, over_quota, used, last_ms)`;

/** Of a quota only the beginning of its period is known. */
const add = `WHERE true ON CONFLICT DO UPDATE SET website_id = max(website_id, excluded.website_id),
  calls = calls + excluded.calls, over_rate = over_rate + excluded.over_rate,
  over_quota = over_quota + excluded.over_quota, used = used + excluded.used, last_ms = max(last_ms, excluded.last_ms);`;

const hourOf = (name: string): string => `json_extract(hour.value, '$.${name}')`;
const quotaOf = (name: string): string => `json_extract(quota.value, '$.${name}')`;

/** A node of an older release: what it has not sent is in its outbox. Its totals are those of all nodes, and not counted here. */
const fromOutbox = `
  INSERT INTO counts ${columns} SELECT ${hourOf('subscriptionId')}, ${hourOf('hourMs')}, '', ${hourOf('websiteId')},
    ${hourOf('calls')}, ${hourOf('overRate')}, ${hourOf('overQuota')}, 0, ${hourOf('lastMs')}
    FROM outbox, json_each(batch, '$.hours') AS hour ${add}
  INSERT INTO counts ${columns} SELECT ${quotaOf('counter.subscriptionId')}, ${quotaOf('counter.startMs')}, '', 0, 0, 0, 0,
    ${quotaOf('calls')}, 0 FROM outbox, json_each(batch, '$.quota') AS quota ${add}
  DELETE FROM outbox;`;

const movedOf = (counter: string, name: string): string =>
  `coalesce((SELECT json_extract(counts, '$.${name}') FROM moved_counts WHERE counter = ${counter}), 0)`;
const hourName = `'hour/' || website_id || '/' || subscription_id || '/' || hour_ms`;
const quotaName = `'quota/' || subscription_id || '/' || per || '/' || start_ms`;

/** One machine of an older release. What was moved to a database is counted there. */
const fromTotals = `
  CREATE TABLE IF NOT EXISTS moved_counts (migration TEXT, counter TEXT, counts TEXT);
  CREATE TABLE IF NOT EXISTS moved_batches (number INTEGER);
  DELETE FROM moved_counts WHERE NOT EXISTS (SELECT 1 FROM moved_batches);
  INSERT INTO counts ${columns} SELECT subscription_id, hour_ms, '', website_id, calls - ${movedOf(hourName, 'calls')},
    over_rate - ${movedOf(hourName, 'overRate')}, over_quota - ${movedOf(hourName, 'overQuota')}, 0, last_ms
    FROM usage_hours ${add}
  INSERT INTO counts ${columns} SELECT subscription_id, start_ms, '', 0, 0, 0, 0, calls - ${movedOf(quotaName, 'calls')}, 0
    FROM quota_used ${add}
  DELETE FROM usage_hours; DELETE FROM quota_used; DELETE FROM moved_counts; DELETE FROM moved_batches;`;

const hasRows = (database: DatabaseSync, table: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined &&
  database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;

/**
 * Takes over what an older release counted in this file: totals by hour, and totals of each period of a quota. The tables stay:
 * an older process may still write to them, which the next start finds.
 */
export const convertOldTables = (database: DatabaseSync): void => {
  const isOfNode = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'outbox'`).get() !== undefined;
  const [table, script] = isOfNode ? ['outbox', fromOutbox] : ['usage_hours', fromTotals];
  if (!hasRows(database, table)) return;
  // Another process may have been faster: then the tables are empty.
  inTransaction(database, () => database.exec(script));
};
