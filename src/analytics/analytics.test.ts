import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CountedCall } from './analytics.ts';
import { openAnalyticsFile } from './analytics-file.ts';
import { createCallCounter } from './call-counter.ts';
import { createHeavyHitters } from './heavy-hitters.ts';
import { createHistogram, observe, quantile } from './histogram.ts';
import { readAnalytics } from './read-analytics.ts';

const hourMs = 3_600_000;
const noon = Date.parse('2026-11-15T12:00:00Z');

let folder: string;
const closers: (() => void)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-analytics-'));
});

afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await rm(folder, { recursive: true, force: true });
});

const open = (clock: { nowMs: number }) => {
  const file = openAnalyticsFile(join(folder, 'analytics.sqlite'));
  const failed: unknown[] = [];
  const counter = createCallCounter({
    file,
    now: () => clock.nowMs,
    mayKeep: (text) => !text.includes('@'),
    onFlushFailed: (error) => failed.push(error),
  });
  closers.push(() => {
    counter.close();
    file.close();
    expect(failed).toEqual([]);
  });
  return { counter, analytics: readAnalytics({ file, flush: () => counter.flush() }) };
};

const call = (change: Partial<CountedCall> & { text?: string; found?: boolean } = {}): CountedCall => {
  const { text = 'sofa', found = true, ...rest } = change;
  return {
    websiteId: 1,
    boxId: 7,
    status: 200,
    elapsedMs: 1,
    input: { kind: 'pattern', text, found },
    ...rest,
  };
};

const day = { from: new Date(noon - 24 * hourMs), to: new Date(noon + hourMs) };

describe('analytics', () => {
  it('distinguishes not counted from no calls', () => {
    const clock = { nowMs: noon - 2 * hourMs };
    const { counter, analytics } = open(clock);
    expect(analytics.totals(1, { from: new Date(0), to: new Date(hourMs) })).toBeNull();
    counter.count(call());
    counter.flush();
    clock.nowMs = noon;
    counter.flush();
    const series = analytics.series(1, { from: new Date(noon - 3 * hourMs), to: new Date(noon + 1) }, 1);
    expect(series.map(({ calls }) => calls)).toEqual([null, 1, null, 0]);
    expect(analytics.totals(2, day)).toMatchObject({ calls: 0, p50Ms: null });
  });

  it('adds up the counts of several processes', () => {
    const clock = { nowMs: noon };
    const [one, two] = [open(clock), open(clock)];
    one.counter.count(call());
    two.counter.count(call({ found: false, text: 'zofa' }));
    two.counter.count(call({ status: 400, input: null, boxId: null }));
    two.counter.flush();
    expect(one.analytics.totals(1, day)).toMatchObject({ calls: 3, found: 1, notFound: 1, errors: 1 });
    expect(one.analytics.tops(1, day).pattern).toEqual({
      all: [
        { text: 'sofa', count: 1 },
        { text: 'zofa', count: 1 },
      ],
      failed: [{ text: 'zofa', count: 1 }],
    });
    expect(one.analytics.hours(1, day).map(({ boxId, calls }) => [boxId, calls])).toEqual([
      [null, 1],
      [7, 2],
    ]);
  });

  it('keeps websites and boxes apart, and drops what looks personal', () => {
    const clock = { nowMs: noon };
    const { counter, analytics } = open(clock);
    counter.count(call({ text: 'ann@shop.example' }));
    counter.count(call({ websiteId: 2, boxId: 9 }));
    expect(analytics.totals(1, day)?.calls).toBe(1);
    expect(analytics.totals(1, day, 9)?.calls).toBe(0);
    expect(analytics.tops(1, day).pattern.all).toEqual([]);
    expect(analytics.traffic(1, 9, new Date(noon))).toBeNull();
    expect(analytics.traffic(2, 9, new Date(noon))?.at(-1)).toBe(1);
  });

  it('survives the end of the process', () => {
    const clock = { nowMs: noon };
    open(clock).counter.count(call());
    for (const close of closers.splice(0)) close();
    expect(open(clock).analytics.totals(1, day)?.calls).toBe(1);
  });
});

describe('heavy hitters', () => {
  it('never lose a frequent text, and never overstate a count', () => {
    const hitters = createHeavyHitters(10);
    for (let round = 0; round < 1000; round += 1) {
      hitters.add('often');
      if (round % 3 === 0) hitters.add('sometimes');
      hitters.add(`once ${round}`);
    }
    const [first, second] = hitters.top(2);
    expect(first?.text).toBe('often');
    expect(first?.count).toBeLessThanOrEqual(1000);
    expect(first?.count).toBeGreaterThan(900);
    expect(second?.text).toBe('sometimes');
  });
});

describe('histogram', () => {
  it('computes a quantile to within a tenth', () => {
    const histogram = createHistogram();
    for (let ms = 1; ms <= 1000; ms += 1) observe(histogram, ms);
    for (const [share, exact] of [
      [0.5, 500],
      [0.95, 950],
      [0.99, 990],
    ] as const) {
      expect(Math.abs((quantile(histogram, share) ?? 0) - exact) / exact).toBeLessThan(0.1);
    }
    expect(quantile(createHistogram(), 0.5)).toBeNull();
  });
});
