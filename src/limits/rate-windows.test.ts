import { describe, expect, it } from 'vitest';
import type { Subscription } from '../domain/subscription.ts';
import { parseNetwork } from './network.ts';
import { createQuotas } from './quotas.ts';
import { createLocalWindows, noNetwork, type RateClaim } from './rate-windows.ts';
import { createUsageCounter } from './usage-counter.ts';

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

describe('createLocalWindows', () => {
  it('lets calls through up to the rate, and says how long to wait', () => {
    const windows = createLocalWindows();
    expect([windows.take(claim(), start), windows.take(claim(), start)]).toEqual([0, 0]);
    const wait = windows.take(claim(), start);
    expect(wait).toBeGreaterThanOrEqual(10_000);
    expect(windows.take(claim(), start + wait)).toBe(0);
  });

  it('counts nothing for a call that was refused, and nothing for a question', () => {
    const windows = createLocalWindows();
    for (let i = 0; i < 5; i++) windows.waitMs(claim(), start);
    for (let i = 0; i < 5; i++) windows.take(claim(), start);
    expect(windows.slotCounts(start).reduce((sum, { calls }) => sum + calls, 0)).toBe(2);
  });

  it('keeps subscriptions, addresses and lengths of windows apart', () => {
    const windows = createLocalWindows();
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

  it('refuses when either rate is used up, and counts in neither', () => {
    const windows = createLocalWindows();
    const both = claim({ rate: { calls: 5, perSeconds: 10 }, addressRate: { calls: 1, perSeconds: 10 } });
    windows.take(both, start);
    expect(windows.take(both, start)).toBeGreaterThan(0);
    const counts = windows.slotCounts(start).map(({ network, calls }) => [network === noNetwork, calls]);
    expect(counts).toEqual([
      [true, 1],
      [false, 1],
    ]);
  });

  it('is without limit where there is no rate', () => {
    const windows = createLocalWindows();
    for (let i = 0; i < 100; i++) expect(windows.take(claim({ rate: null }), start)).toBe(0);
    expect(windows.slotCounts(start)).toEqual([]);
  });

  it('goes on from the counts of another process', () => {
    const [first, second] = [createLocalWindows(), createLocalWindows()];
    first.take(claim(), start);
    first.take(claim(), start);
    for (const slot of first.slotCounts(start)) second.restore(slot);
    expect(second.take(claim(), start)).toBeGreaterThan(0);
  });

  it('forgets windows whose calls have expired', () => {
    const windows = createLocalWindows();
    windows.take(claim(), start);
    windows.refresh(start);
    expect(windows.slotCounts(start)).toHaveLength(1);
    windows.refresh(start + 60_000);
    expect(windows.slotCounts(start)).toEqual([]);
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
    const quotas = createQuotas({ used: ({ startMs }) => asked.push(startMs) * 0 + 2 });
    expect(quotas.waitMs(1, day, start)).toBeGreaterThan(0);
    quotas.waitMs(1, day, start + 1000);
    quotas.waitMs(1, day, midnight);
    expect(asked).toEqual([Date.parse('2026-03-04T00:00:00Z'), midnight]);
  });

  it('hands out what is not written yet, also of a past period', () => {
    const quotas = createQuotas({ used: () => 0 });
    quotas.count(1, day, start);
    quotas.count(1, day, midnight);
    quotas.count(1, day, midnight + 5);
    expect(quotas.pending().map(({ calls }) => calls)).toEqual([1, 2]);
    quotas.markWritten([1, 9]);
    expect(quotas.pending()).toEqual([]);
    expect(quotas.waitMs(1, day, midnight + 5)).toBeGreaterThan(0);
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
    usage.count(subscription, 'calls', start);
    usage.count(subscription, 'overRate', start + 1000);
    usage.count(subscription, 'overQuota', start + 2000);
    usage.count(subscription, 'calls', start + 3_600_000);
    const hourMs = Date.parse('2026-03-04T05:00:00Z');
    const key = { websiteId: 3, subscriptionId: 7 };
    expect(usage.pending()).toEqual([
      { ...key, hourMs, calls: 1, overRate: 1, overQuota: 1, lastMs: start },
      { ...key, hourMs: hourMs + 3_600_000, calls: 1, overRate: 0, overQuota: 0, lastMs: start + 3_600_000 },
    ]);
    usage.markWritten();
    expect(usage.pending()).toEqual([]);
  });
});
