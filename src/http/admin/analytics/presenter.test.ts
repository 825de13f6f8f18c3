import { describe, expect, it } from 'vitest';
import type { HourlyBoxTotals, Totals } from '../../../analytics/analytics.ts';
import { presentBoxes, presentPeriod, presentTops } from './presenter.ts';

const totals: Totals = { calls: 3, found: 2, notFound: 1, errors: 0, p50Ms: 1, p95Ms: 2, p99Ms: null };
const hour = (boxId: number | null, calls: number, notFound: number): HourlyBoxTotals => ({
  ...totals,
  at: '2026-11-15T12:00:00.000Z',
  boxId,
  calls,
  notFound,
});

describe('analytics for the portal', () => {
  it('has no period when nothing was counted in it', () => {
    const range = { from: new Date(0), to: new Date(3_600_000) };
    const share = { pattern: null, identifier: 0.5 };
    const outcomes = { clicks: 1, carts: 2, orders: 3, revenue: [{ currency: 'EUR', amount: 4 }] };
    const credited = { carts: 1, orders: 1, revenue: [] };
    const counted = (sums: Totals | null) => ({
      totals: () => sums,
      clickThrough: () => share,
      outcomes: () => outcomes,
      shown: () => 9,
      credited: () => ({ ...credited, clicks: 0 }),
    });
    expect(presentPeriod(counted(null), 1, range, undefined)).toBeNull();
    expect(presentPeriod(counted(totals), 1, range, undefined)).toEqual({
      ...totals,
      ...outcomes,
      shown: 9,
      credited,
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-01T01:00:00.000Z',
      clickThrough: { suggestions: null, lookAlikes: 0.5 },
    });
  });

  it('sums the hours of each box, most calls first, and leaves out removed boxes and calls without one', () => {
    const names: Record<number, string> = { 1: 'similar', 2: 'related' };
    const hours = [hour(1, 2, 1), hour(2, 9, 0), hour(1, 3, 2), hour(7, 50, 0), hour(null, 40, 0)];
    const none = { clicks: 0, carts: 0, orders: 0, revenue: [] };
    const outcomes = new Map([[1, { ...none, clicks: 4 }]]);
    expect(presentBoxes(hours, outcomes, (id) => names[id] ?? '')).toEqual([
      { box: 'related', calls: 9, notFound: 0, ...none },
      { box: 'similar', calls: 5, notFound: 3, ...none, clicks: 4 },
    ]);
  });

  it('keeps patterns and identifiers, and those without a result, apart', () => {
    const list = (text: string) => [{ text, count: 1 }];
    const tops = {
      pattern: { all: list('a'), failed: list('b') },
      identifier: { all: list('c'), failed: list('d') },
    };
    const product = { dataset: 'catalogue', displayText: 'Chair' };
    expect(presentTops(tops, (identifier) => (identifier === 'c' ? product : null))).toEqual({
      patterns: [{ text: 'a', count: 1 }],
      failedPatterns: [{ text: 'b', count: 1 }],
      identifiers: [{ text: 'c', count: 1, product }],
      failedIdentifiers: [{ text: 'd', count: 1, product: null }],
    });
  });
});
