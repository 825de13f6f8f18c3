import { describe, expect, it } from 'vitest';
import type { Quota, Subscription } from '../domain/subscription.ts';
import { createQuotas, createUsageCounter } from './quotas.ts';

const noon = Date.UTC(2026, 10, 15, 12);
const hourMs = 3_600_000;
const perHour: Quota = { calls: 3, per: 'hour' };

describe('quotas', () => {
  it('are used up by calls, and are there again in the next period', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) {
      expect(quotas.waitMs(1, perHour, noon)).toBe(0);
      quotas.count(1, perHour, noon);
    }
    expect(quotas.waitMs(1, perHour, noon + 1)).toBe(hourMs - 1);
    expect(quotas.waitMs(1, perHour, noon + hourMs)).toBe(0);
  });

  it('begin with what other processes have counted', () => {
    const quotas = createQuotas({ used: () => 2 });
    expect(quotas.waitMs(1, perHour, noon)).toBe(0);
    quotas.count(1, perHour, noon);
    expect(quotas.waitMs(1, perHour, noon)).toBe(hourMs);
  });

  it('of subscriptions are counted apart', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) quotas.count(1, perHour, noon);
    expect(quotas.waitMs(2, perHour, noon)).toBe(0);
  });

  it('follow the totals of all processes after each write', () => {
    const totals = { used: 0 };
    const quotas = createQuotas({ used: () => totals.used });
    quotas.count(1, perHour, noon);
    totals.used = 3;
    expect(quotas.waitMs(1, perHour, noon)).toBe(0);
    quotas.refresh();
    expect(quotas.waitMs(1, perHour, noon)).toBe(hourMs);
  });

  it('follow what others have counted where nothing was counted here', () => {
    const totals = { used: 0 };
    const quotas = createQuotas({ used: () => totals.used });
    expect(quotas.waitMs(1, perHour, noon)).toBe(0);
    totals.used = 3;
    quotas.refresh();
    expect(quotas.waitMs(1, perHour, noon)).toBe(0);
    quotas.refresh(true);
    expect(quotas.waitMs(1, perHour, noon)).toBe(hourMs);
  });

  it('begin anew when the period of the quota is changed', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) quotas.count(1, perHour, noon);
    expect(quotas.waitMs(1, { calls: 3, per: 'day' }, noon)).toBe(0);
  });

  it('may be raised and lowered while they are used', () => {
    const quotas = createQuotas({ used: () => 0 });
    for (let call = 0; call < 3; call += 1) quotas.count(1, perHour, noon);
    expect(quotas.waitMs(1, { ...perHour, calls: 4 }, noon)).toBe(0);
    expect(quotas.waitMs(1, { ...perHour, calls: 1 }, noon)).toBe(hourMs);
  });
});

describe('the counter of usage', () => {
  const subscription = { id: 4, websiteId: 2 } as Subscription;

  it('counts by hour and outcome, and knows the last call that was admitted', () => {
    const usage = createUsageCounter();
    usage.count(subscription, 'calls', noon + 5);
    usage.count(subscription, 'calls', noon + 9, 4);
    usage.count(subscription, 'overRate', noon + 20);
    usage.count(subscription, 'overQuota', noon + hourMs);
    expect(usage.pending()).toEqual([
      {
        websiteId: 2,
        subscriptionId: 4,
        hourMs: noon,
        calls: 2,
        overRate: 1,
        overQuota: 0,
        used: 4,
        lastMs: noon + 9,
      },
      {
        websiteId: 2,
        subscriptionId: 4,
        hourMs: noon + hourMs,
        calls: 0,
        overRate: 0,
        overQuota: 1,
        used: 0,
        lastMs: 0,
      },
    ]);
    usage.markWritten();
    expect(usage.pending()).toEqual([]);
  });
});
