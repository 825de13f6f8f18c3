import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../domain/subscription.ts';
import { parseNetwork } from './network.ts';
import { createQuotas, createUsageCounter } from './quotas.ts';
import { allocateRateWindows, createRateWindows, type RateClaim, type RateWindows } from './rate-windows.ts';

const start = Date.parse('2026-03-04T05:06:07Z');
const home = parseNetwork('192.0.2.1');

const claim = (changes: Partial<RateClaim> = {}): RateClaim => ({
  subscriptionId: 1,
  network: home,
  rate: { calls: 2, perSeconds: 10 },
  addressRate: null,
  ...changes,
});

describe('parseNetwork', () => {
  it.each([
    ['192.0.2.1', { high: 1, low: 0xc0000201 }],
    ['0.0.0.0', { high: 1, low: 0 }],
    ['255.255.255.255', { high: 1, low: 0xffffffff }],
    ['::ffff:192.0.2.1', { high: 1, low: 0xc0000201 }],
    ['2001:db8:1:2::1', { high: 0x20010db8, low: 0x00010002 }],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', { high: 0x20010db8, low: 0x00010002 }],
    ['not an address', { high: 0xffffffff, low: 0xffffffff }],
    ['', { high: 0xffffffff, low: 0xffffffff }],
  ])('of %j is %j', (address, expected) => {
    expect(parseNetwork(address)).toEqual(expected);
  });

  it('tells networks of IPv6 apart, and not the hosts in one', () => {
    expect(parseNetwork('2001:db8:1:2::9')).toEqual(parseNetwork('2001:db8:1:2::1'));
    expect(parseNetwork('2001:db8:1:3::1')).not.toEqual(parseNetwork('2001:db8:1:2::1'));
  });
});

const used = (windows: RateWindows, of: RateClaim, atMs = start): number[] =>
  windows.statuses(of, atMs).map(({ rate, remaining }) => rate.calls - remaining);

describe('rate windows', () => {
  it('let calls through up to the rate, and say how long to wait', () => {
    const windows = createRateWindows();
    expect([windows.take(claim(), start), windows.take(claim(), start)]).toEqual([0, 0]);
    const wait = windows.take(claim(), start);
    expect(wait).toBeGreaterThanOrEqual(10_000);
    expect(windows.take(claim(), start + wait)).toBe(0);
  });

  it('count nothing for a call that was refused, and nothing for a question', () => {
    const windows = createRateWindows();
    for (let i = 0; i < 5; i++) windows.waitMs(claim(), start);
    for (let i = 0; i < 5; i++) windows.take(claim(), start);
    expect(used(windows, claim())).toEqual([2]);
  });

  it('keep subscriptions, addresses and lengths of windows apart', () => {
    const windows = createRateWindows();
    const one = { calls: 1, perSeconds: 10 };
    expect(windows.take(claim({ rate: one }), start)).toBe(0);
    expect(windows.take(claim({ rate: one, subscriptionId: 2 }), start)).toBe(0);
    expect(windows.take(claim({ rate: { calls: 1, perSeconds: 20 } }), start)).toBe(0);
    const byAddress = (address: string) =>
      claim({ rate: null, addressRate: one, network: parseNetwork(address) });
    expect(windows.take(byAddress('192.0.2.1'), start)).toBe(0);
    expect(windows.take(byAddress('192.0.2.2'), start)).toBe(0);
    expect(windows.take(byAddress('192.0.2.1'), start)).toBeGreaterThan(0);
  });

  it('refuse when either rate is used up, and count in neither', () => {
    const windows = createRateWindows();
    const both = claim({ rate: { calls: 5, perSeconds: 10 }, addressRate: { calls: 1, perSeconds: 10 } });
    windows.take(both, start);
    expect(windows.take(both, start)).toBeGreaterThan(0);
    expect(used(windows, both)).toEqual([1, 1]);
  });

  it('are without limit where there is no rate', () => {
    const windows = createRateWindows();
    for (let i = 0; i < 100; i++) expect(windows.take(claim({ rate: null }), start)).toBe(0);
    expect(windows.statuses(claim({ rate: null }), start)).toEqual([]);
  });

  it('say exactly when the next call fits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 60 }),
        (calls, gaps) => {
          const windows = createRateWindows();
          const limited = claim({ rate: { calls, perSeconds: 10 } });
          let at = start;
          for (const gap of gaps) {
            at += gap;
            const waitMs = windows.take(limited, at);
            if (waitMs === 0) continue;
            expect(windows.waitMs(limited, at + waitMs - 1)).toBeGreaterThan(0);
            expect(windows.waitMs(limited, at + Math.ceil(waitMs))).toBe(0);
          }
        },
      ),
      { verbose: true },
    );
  });

  it('keep calls when the clock is set back, and block for one window only after it was far ahead', () => {
    const windows = createRateWindows();
    windows.take(claim(), start + 5000);
    expect(used(windows, claim())).toEqual([1]);
    const far = claim({ subscriptionId: 2 });
    for (const offset of [0, 2000]) windows.take(far, start + 3_600_000 + offset);
    expect(used(windows, far)).toEqual([2]);
    expect(windows.waitMs(far, start)).toBe(8050);
    expect(windows.take(far, start + 8050)).toBe(0);
  });

  it('of more addresses than there is room for forget the one whose calls are oldest', () => {
    const windows = createRateWindows();
    const rate = { calls: 1, perSeconds: 3600 };
    const from = (low: number) => claim({ rate, network: { high: 1, low }, addressRate: rate });
    const callFrom = (low: number) => windows.take({ ...from(low), rate: null }, start + low * 30);
    expect(windows.take(claim({ rate }), start)).toBe(0);
    const passed = Array.from({ length: 100_000 }, (_, low) => callFrom(low)).filter((ms) => ms === 0);
    expect(passed).toHaveLength(100_000);
    expect(callFrom(99_999)).toBeGreaterThan(0);
    const forgotten = Array.from({ length: 100 }, (_, low) => callFrom(low)).filter((ms) => ms === 0);
    expect(forgotten.length).toBeGreaterThan(50);
    // Addresses take no room of subscriptions.
    expect(windows.take(claim({ rate }), start)).toBeGreaterThan(0);
  });
});

describe('rate windows of several threads', () => {
  const rate = { calls: 5000, perSeconds: 3600 };
  const many = claim({ subscriptionId: 7, rate });
  const run = (memory: SharedArrayBuffer, body: string): Worker => {
    const source = `
      import { workerData } from 'node:worker_threads';
      import { createRateWindows } from ${JSON.stringify(new URL('rate-windows.ts', import.meta.url).href)};
      import { createThreadLock } from ${JSON.stringify(new URL('rate-windows.ts', import.meta.url).href)};
      const windows = createRateWindows(workerData);
      const claim = ${JSON.stringify(many)};
      ${body}`;
    return new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { workerData: memory });
  };

  it('admit exactly the limit, however they call at the same time', async () => {
    const memory = allocateRateWindows();
    const callOften = `
      for (let call = 0; call < 4000; call += 1) windows.take(claim, Date.now());`;
    await Promise.all([1, 2, 3].map(() => once(run(memory, callOften), 'exit')));
    const windows = createRateWindows(memory);
    expect(used(windows, many, Date.now())).toEqual([5000]);
    expect(windows.take(many, Date.now())).toBeGreaterThan(0);
  });

  it('go on counting when a thread is ended in the middle of a call', async () => {
    const memory = allocateRateWindows();
    const worker = run(
      memory,
      `windows.take(claim, Date.now());
      createThreadLock(workerData)(() => process.exit());`,
    );
    await once(worker, 'exit');
    expect(new Int32Array(memory)[0]).not.toBe(0);
    const windows = createRateWindows(memory);
    expect(windows.take(many, Date.now())).toBe(0);
    expect(used(windows, many, Date.now())).toEqual([2]);
    expect(new Int32Array(memory)[0]).toBe(0);
  });
});

describe('createQuotas', () => {
  const day = { calls: 2, per: 'day' } as const;
  const midnight = Date.parse('2026-03-05T00:00:00Z');

  it('waits for the end of the period once the quota is used', () => {
    const quotas = createQuotas({ used: () => 0 });
    expect(quotas.waitMs(1, day, start)).toBe(0);
    quotas.count(1, day, start);
    quotas.count(1, day, start);
    expect(quotas.waitMs(1, day, start)).toBe(midnight - start);
    expect(quotas.waitMs(1, day, midnight - 1)).toBe(1);
    expect(quotas.waitMs(1, day, midnight)).toBe(0);
    expect(quotas.waitMs(2, day, start)).toBe(0);
  });

  it('begins with what the ledger knows, and reads it once a period', () => {
    const asked: number[] = [];
    const quotas = createQuotas({ used: (_, { startMs }) => asked.push(startMs) * 0 + 2 });
    expect(quotas.waitMs(1, day, start)).toBeGreaterThan(0);
    quotas.waitMs(1, day, start + 1000);
    quotas.waitMs(1, day, midnight);
    expect(asked).toEqual([Date.parse('2026-03-04T00:00:00Z'), midnight]);
  });

  it('starts anew when the length of the period changes', () => {
    const quotas = createQuotas({ used: () => 0 });
    quotas.count(1, day, start);
    quotas.count(1, day, start);
    expect(quotas.waitMs(1, { calls: 2, per: 'hour' }, start)).toBe(0);
  });
});

describe('createUsageCounter', () => {
  const subscription = { id: 7, websiteId: 3 } as Subscription;

  it('counts outcomes by the hour; only an admitted call is a use', () => {
    const usage = createUsageCounter();
    usage.count(subscription, 'calls', start, 2);
    usage.count(subscription, 'overRate', start + 1000);
    usage.count(subscription, 'overQuota', start + 2000);
    usage.count(subscription, 'calls', start + 3_600_000);
    const hourMs = Date.parse('2026-03-04T05:00:00Z');
    const key = { websiteId: 3, subscriptionId: 7 };
    expect(usage.pending()).toEqual([
      { ...key, hourMs, calls: 1, overRate: 1, overQuota: 1, used: 2, lastMs: start },
      {
        ...key,
        hourMs: hourMs + 3_600_000,
        calls: 1,
        overRate: 0,
        overQuota: 0,
        used: 0,
        lastMs: start + 3_600_000,
      },
    ]);
    usage.markWritten();
    expect(usage.pending()).toEqual([]);
  });
});
