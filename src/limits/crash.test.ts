import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Subscription } from '../domain/subscription.ts';
import type { Database } from '../postgres/sql.ts';
import { openSharedLedger } from './postgres/shared-ledger.ts';
import { openQuotaLedger } from './quota-ledger.ts';

/* Used quota is known after the process that counted it was killed. */

const noon = Date.UTC(2026, 10, 15, 12);
const subscription = {
  id: 7,
  websiteId: 3,
  quota: { calls: 100, per: 'day' },
  rate: null,
  addressRate: null,
};

const nameOf = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Another process counts calls in a ledger, waits until they are written, and is killed. */
const countAndDie = async (openLedger: string, calls: number): Promise<void> => {
  const script = `
    import { createLimiter } from ${nameOf('limiter.ts')};
    import { openQuotaLedger } from ${nameOf('quota-ledger.ts')};
    import { openSharedLedger } from ${nameOf('postgres/shared-ledger.ts')};
    const away = { query: () => Promise.reject(new Error('away')), transaction: () => Promise.reject(new Error('away')) };
    const ledger = ${openLedger};
    const limiter = createLimiter({ ledger, onFlushFailed: (error) => { throw error; }, flushEveryMs: 20 });
    for (let call = 0; call < ${calls}; call += 1) limiter.admit(${JSON.stringify(subscription)}, ${noon});
    setInterval(() => {
      if (ledger.used(7, { startMs: ${Date.UTC(2026, 10, 15)}, endMs: ${Date.UTC(2026, 10, 16)} }) === 0) return;
      process.stdout.write('written\\n');
    }, 20);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  child.kill('SIGKILL');
  await once(child, 'close');
};

describe('used quota', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-crash-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('of one machine is known to the next process', async () => {
    const file = join(folder, 'usage.sqlite');
    await countAndDie(`openQuotaLedger(${JSON.stringify(file)})`, 5);
    const ledger = openQuotaLedger(file);
    expect(ledger.quotaUsed(subscription as unknown as Subscription, new Date(noon))).toBe(5);
    expect(ledger.lastUsedAt(3, 7)).toBe(new Date(noon).toISOString());
    ledger.close();
  });

  it('of a node is known to the next process while the database is away', async () => {
    const file = join(folder, 'shared-usage.sqlite');
    const open = `openSharedLedger({ file: ${JSON.stringify(file)}, database: away, schema: 'kindred', onFailed: () => undefined })`;
    await countAndDie(open, 5);
    const failures: unknown[] = [];
    const away = () => Promise.reject(new Error('away'));
    const database = { query: away, transaction: away } as unknown as Database;
    const onFailed = (error: unknown) => failures.push(error);
    const ledger = openSharedLedger({ file, database, schema: 'kindred', onFailed });
    await ledger.exchange();
    expect(ledger.quotaUsed(subscription as unknown as Subscription, new Date(noon))).toBe(5);
    expect(ledger.unsentCalls?.()).toBe(5);
    expect(failures.length).toBeGreaterThan(0);
    ledger.close();
  });
});
