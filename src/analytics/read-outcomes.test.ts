import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openAnalyticsFile } from './analytics-file.ts';
import { createCallCounter } from './call-counter.ts';
import { readAnalytics } from './read-analytics.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-11-15T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'kindred-outcomes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let opened = 0;

const openCounting = (path = join(folder, `${(opened += 1)}.sqlite`)) => {
  const clock = { nowMs: noon };
  const file = openAnalyticsFile(path);
  const counter = createCallCounter({
    file,
    now: () => clock.nowMs,
    mayKeep: () => true,
    onFlushFailed: (error) => {
      throw error;
    },
  });
  const analytics = readAnalytics({ file, flush: () => counter.flush() });
  const close = () => {
    counter.close();
    file.close();
  };
  return { clock, counter, analytics, close };
};
const range = (from: number, to: number) => ({
  from: new Date(noon + from * hourMs),
  to: new Date(noon + to * hourMs),
});
const sale = (event: string, boxId: number | null, more: object = {}) => ({
  websiteId: 1,
  boxId,
  action: 'order' as const,
  event,
  order: event,
  currency: 'EUR',
  amount: 10,
  ...more,
});

describe('outcomes', () => {
  it('add up by box, currency and hour, with what names no box', () => {
    const { clock, counter, analytics, close } = openCounting();
    counter.countSale(sale('a', 7));
    counter.countSale(sale('b', 7, { currency: 'USD', amount: 99.999 }));
    counter.countSale(sale('c', null));
    counter.countInteraction({ websiteId: 1, boxId: 8, kind: 'pattern', action: 'clicked', list: 'q' });
    clock.nowMs += hourMs;
    counter.countSale(sale('a', 7, { action: 'cart' }));
    counter.countSale(sale('d', 7, { websiteId: 2 }));
    expect(analytics.outcomes(1, range(0, 2))).toEqual({
      clicks: 1,
      carts: 1,
      orders: 3,
      revenue: [
        { currency: 'USD', amount: 100 },
        { currency: 'EUR', amount: 20 },
      ],
    });
    expect(analytics.outcomes(1, range(0, 1), 7)).toMatchObject({ clicks: 0, carts: 0, orders: 2 });
    const byBox = analytics.outcomesByBox(1, range(0, 2));
    expect([...byBox.keys()].sort()).toEqual([7, 8, null]);
    expect(byBox.get(null)?.orders).toBe(1);
    expect(analytics.outcomes(3, range(0, 2))).toEqual({ clicks: 0, carts: 0, orders: 0, revenue: [] });
    close();
  });

  it('of campaigns have both sides, most answers first', () => {
    const { counter, analytics, close } = openCounting();
    const call = { websiteId: 1, boxId: 7, status: 200, elapsedMs: 1, input: null };
    const bought = { ...sale('a', 7), campaigns: [5] };
    counter.count({ ...call, campaigns: [5] });
    counter.countSale(bought);
    counter.count({ ...call, campaigns: [5, 6] });
    const shown = { websiteId: 1, boxId: 7, kind: 'identifier' as const, action: 'shown' as const };
    counter.countInteraction({ ...shown, list: 'a', arms: [{ ruleId: 6, side: 'with' }] });
    counter.countInteraction({ ...shown, list: 'b', arms: [{ ruleId: 6, side: 'without' }] });
    const none = { shown: 0, clicked: 0, carts: 0, orders: 0 };
    expect(analytics.campaigns(1, range(0, 1))).toEqual([
      {
        ruleId: 5,
        answers: 2,
        with: none,
        without: none,
        difference: null,
        outcomes: {
          clicks: 0,
          carts: 0,
          orders: 1,
          revenue: [{ currency: bought.currency, amount: bought.amount }],
        },
      },
      {
        ruleId: 6,
        answers: 1,
        with: { ...none, shown: 1 },
        without: { ...none, shown: 1 },
        difference: expect.objectContaining({ value: 0 }) as object,
        outcomes: { clicks: 0, carts: 0, orders: 0, revenue: [] },
      },
    ]);
    expect(analytics.campaigns(1, range(0, 1), 8)).toEqual([]);
    expect(analytics.campaigns(1, range(5, 6))).toEqual([]);
    close();
  });

  it('survive a second opening, and begin in a file of an older release', () => {
    const path = join(folder, 'older.sqlite');
    const first = openCounting(path);
    first.counter.countSale(sale('a', 7));
    first.close();
    const older = new DatabaseSync(path);
    older.exec('DROP TABLE campaign_use; DROP TABLE campaign_sales');
    older.close();
    const second = openCounting(path);
    expect(second.analytics.outcomes(1, range(0, 1)).orders).toBe(1);
    expect(second.analytics.campaigns(1, range(0, 1))).toEqual([]);
    second.close();
  });
});
