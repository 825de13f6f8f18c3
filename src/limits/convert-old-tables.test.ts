import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Counts, openQuotaLedger } from './quota-ledger.ts';

const day = Date.UTC(2026, 10, 15);
const hourMs = 3_600_000;
const today = { startMs: day, endMs: day + 24 * hourMs };

const oldTables = `
  CREATE TABLE quota_used (subscription_id INTEGER NOT NULL, per TEXT NOT NULL, start_ms INTEGER NOT NULL,
    calls INTEGER NOT NULL, PRIMARY KEY (subscription_id, per, start_ms)) STRICT, WITHOUT ROWID;
  CREATE TABLE usage_hours (website_id INTEGER NOT NULL, subscription_id INTEGER NOT NULL, hour_ms INTEGER NOT NULL,
    calls INTEGER NOT NULL, over_rate INTEGER NOT NULL, over_quota INTEGER NOT NULL, last_ms INTEGER NOT NULL,
    PRIMARY KEY (website_id, subscription_id, hour_ms)) STRICT, WITHOUT ROWID;
  INSERT INTO quota_used VALUES (7, 'day', ${day}, 30);
  INSERT INTO usage_hours VALUES (3, 7, ${day}, 10, 1, 0, ${day + 5}), (3, 7, ${day + hourMs}, 20, 0, 2, ${day + hourMs + 5});`;

describe('what an older release counted', () => {
  let file: string;
  let opened: Counts[];
  beforeEach(() => {
    file = join(mkdtempSync(join(tmpdir(), 'kindred-counts-')), 'usage.sqlite');
    opened = [];
  });
  afterEach(() => {
    for (const ledger of opened) ledger.close();
    rmSync(join(file, '..'), { recursive: true, force: true });
  });
  const writeOld = (more = ''): void => {
    const old = new DatabaseSync(file);
    old.exec(oldTables + more);
    old.close();
  };
  const open = (): Counts => {
    const ledger = openQuotaLedger(file);
    opened.push(ledger);
    return ledger;
  };
  const callsByHour = (ledger: Counts) =>
    ledger.hours(3, 7, new Date(today.startMs), new Date(today.endMs)).map(({ calls }) => calls);

  it('is known, once, and counted on', () => {
    writeOld();
    for (const ledger of [open(), open()]) {
      expect(ledger.used(7, today)).toBe(30);
      expect(callsByHour(ledger)).toEqual([10, 20]);
      expect(ledger.lastUsedAt(3, 7)).toBe(new Date(day + hourMs + 5).toISOString());
    }
    const added = {
      websiteId: 3,
      subscriptionId: 7,
      overRate: 0,
      overQuota: 0,
      calls: 4,
      used: 4,
      lastMs: day,
    };
    opened[0]?.add([{ ...added, hourMs: day }]);
    expect(opened[1]?.used(7, today)).toBe(34);
    expect(callsByHour(open())).toEqual([14, 20]);
  });

  it('and still counts after the upgrade is found by the next start', () => {
    writeOld();
    const ledger = open();
    const old = new DatabaseSync(file);
    old.exec(`INSERT INTO quota_used VALUES (7, 'day', ${day}, 2);
      INSERT INTO usage_hours VALUES (3, 7, ${day}, 2, 0, 0, ${day + 9});`);
    old.close();
    expect(ledger.used(7, today)).toBe(30);
    expect([open().used(7, today), ledger.used(7, today), open().used(7, today)]).toEqual([32, 32, 32]);
    expect(callsByHour(ledger)).toEqual([12, 20]);
  });

  it('and moved to a database is counted there', () => {
    writeOld(`
      CREATE TABLE moved_counts (migration TEXT NOT NULL, counter TEXT NOT NULL, counts TEXT NOT NULL);
      CREATE TABLE moved_batches (migration TEXT NOT NULL, number INTEGER NOT NULL, batch TEXT NOT NULL);
      INSERT INTO moved_batches VALUES ('id', 1, '{"quota":[],"hours":[]}');
      INSERT INTO moved_counts VALUES ('id', 'quota/7/day/${day}', '{"calls":25,"overRate":0,"overQuota":0}'),
        ('id', 'hour/3/7/${day}', '{"calls":10,"overRate":1,"overQuota":0}');`);
    expect(open().used(7, today)).toBe(5);
    expect(callsByHour(open())).toEqual([20]);
  });

  it('and moved back from a database stays', () => {
    writeOld(`
      CREATE TABLE moved_counts (migration TEXT NOT NULL, counter TEXT NOT NULL, counts TEXT NOT NULL);
      CREATE TABLE moved_batches (migration TEXT NOT NULL, number INTEGER NOT NULL, batch TEXT NOT NULL);
      INSERT INTO moved_counts VALUES ('id', 'quota/7/day/${day}', '{"calls":25,"overRate":0,"overQuota":0}');`);
    expect(open().used(7, today)).toBe(30);
    expect(callsByHour(open())).toEqual([10, 20]);
  });

  it('on a node is what that node has not sent: the others are totals of the database', () => {
    const batch = {
      quota: [{ counter: { subscriptionId: 7, per: 'day', startMs: day }, calls: 2 }],
      hours: [
        { websiteId: 3, subscriptionId: 7, hourMs: day, calls: 2, overRate: 0, overQuota: 0, lastMs: day },
      ],
    };
    writeOld(`
      CREATE TABLE node (id TEXT NOT NULL) STRICT;
      INSERT INTO node VALUES ('11111111-1111-4111-8111-111111111111');
      CREATE TABLE outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, batch TEXT NOT NULL) STRICT;
      INSERT INTO outbox (batch) VALUES ('${JSON.stringify(batch)}'), ('${JSON.stringify(batch)}');`);
    const ledger = open();
    expect([ledger.used(7, today), ledger.unsentCalls()]).toEqual([4, 4]);
    expect(callsByHour(ledger)).toEqual([4]);
  });
});
