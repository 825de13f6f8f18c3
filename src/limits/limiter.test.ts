import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Subscription } from '../domain/subscription.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { openQuotaLedger } from './quota-ledger.ts';
import { findPeriod } from './quota-period.ts';

const noon = Date.UTC(2026, 10, 15, 12, 0, 0);
const subscription = (limits: Partial<Subscription>): Subscription => ({
  id: 1,
  websiteId: 1,
  name: 'shop',
  kind: 'secret',
  state: 'active',
  rate: null,
  quota: null,
  addressRate: null,
  operations: [],
  boxIds: [],
  origins: [],
  ...limits,
});

let folder: string;
const opened: Limiter[] = [];
const open = (onFlushFailed: (error: unknown) => void = (error) => expect.fail(String(error))): Limiter => {
  const limiter = createLimiter({
    ledger: openQuotaLedger(join(folder, 'usage.sqlite')),
    onFlushFailed,
    flushEveryMs: 1_000_000,
  });
  opened.push(limiter);
  return limiter;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-limits-'));
});
afterEach(() => {
  for (const limiter of opened.splice(0)) limiter.close();
  rmSync(folder, { recursive: true, force: true });
});

const passed = (limiter: Limiter, who: Subscription, times: readonly number[]): number[] =>
  times.filter((time) => limiter.admit(who, time).ok);

describe('rate', () => {
  const limited = subscription({ rate: { calls: 100, perSeconds: 10 } });

  it('admits exactly the limit in a burst', () => {
    expect(passed(open(), limited, Array<number>(500).fill(noon))).toHaveLength(100);
  });

  it('says when to retry, and admits a call then', () => {
    const limiter = open();
    passed(limiter, limited, Array<number>(100).fill(noon));
    const refused = limiter.admit(limited, noon + 2500);
    expect(refused).toEqual({ ok: false, kind: 'rate', retryAfterSeconds: 8 });
    expect(limiter.admit(limited, noon + 2500 + 8000)).toEqual({ ok: true });
  });

  it('admits at least 99 % for a caller at full speed', () => {
    const everyTenMs = Array.from({ length: 100_000 }, (_, index) => noon + index * 10);
    const count = passed(open(), limited, everyTenMs).length;
    expect(count).toBeGreaterThanOrEqual(9_900);
    expect(count).toBeLessThanOrEqual(10_000);
  });

  it('never exceeds the limit in any interval, whatever the arrivals', () => {
    const few = subscription({ rate: { calls: 5, perSeconds: 2 } });
    const gaps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, (steps) => {
        let at = noon;
        const times = passed(
          open(),
          few,
          steps.map((step) => (at += step)),
        );
        times.forEach((time, index) => {
          const sixth = times[index + 5];
          if (sixth !== undefined) expect(sixth - time).toBeGreaterThanOrEqual(2000);
        });
        opened.pop()?.close();
      }),
      { numRuns: 50 },
    );
  });

  it('holds when the clock is set back', () => {
    const limiter = open();
    passed(limiter, limited, Array<number>(100).fill(noon));
    expect(limiter.admit(limited, noon - 60_000).ok).toBe(false);
  });

  it('blocks for one window only after the clock was an hour ahead and is set right', () => {
    const limiter = open();
    const hourMs = 3_600_000;
    const ahead = Array.from({ length: 200 }, () => limiter.admit(limited, noon + hourMs).ok);
    expect(ahead.filter(Boolean)).toHaveLength(100);
    const refused = limiter.admit(limited, noon);
    expect(refused).toMatchObject({ ok: false, kind: 'rate' });
    expect(refused.ok || refused.retryAfterSeconds).toBeLessThanOrEqual(11);
    const later = Array.from({ length: 200 }, () => limiter.admit(limited, noon + 11_000).ok);
    expect(later.filter(Boolean)).toHaveLength(100);
  });

  it('counts subscriptions separately, and refuses none without limits', () => {
    const limiter = open();
    passed(limiter, limited, Array<number>(100).fill(noon));
    expect(limiter.admit({ ...limited, id: 2 }, noon).ok).toBe(true);
    expect(passed(limiter, subscription({ id: 3 }), Array<number>(1000).fill(noon))).toHaveLength(1000);
  });
});

describe('quota', () => {
  const limited = subscription({ quota: { calls: 3, per: 'day' } });

  it('is renewed at the end of the UTC day', () => {
    const limiter = open();
    expect(passed(limiter, limited, [noon, noon, noon])).toHaveLength(3);
    expect(limiter.admit(limited, noon)).toEqual({
      ok: false,
      kind: 'quota',
      retryAfterSeconds: 12 * 3600,
    });
    expect(limiter.admit(limited, noon + 12 * 3_600_000 - 1).ok).toBe(false);
    expect(limiter.admit(limited, noon + 12 * 3_600_000).ok).toBe(true);
  });

  it('is known to the next process after a flush', () => {
    const first = open();
    passed(first, limited, [noon, noon]);
    first.flush();
    expect(passed(open(), limited, [noon, noon])).toHaveLength(1);
  });

  it('is shared by two processes after both have flushed', () => {
    const [one, other] = [open(), open()];
    const many = subscription({ quota: { calls: 100, per: 'month' } });
    passed(one, many, Array<number>(60).fill(noon));
    passed(other, many, Array<number>(39).fill(noon));
    one.flush();
    other.flush();
    expect(passed(other, many, [noon, noon])).toHaveLength(1);
  });

  it('is not used by calls that the rate refused', () => {
    const both = subscription({
      rate: { calls: 1, perSeconds: 1 },
      quota: { calls: 2, per: 'hour' },
    });
    const limiter = open();
    expect(passed(limiter, both, [noon, noon, noon, noon, noon + 5000])).toHaveLength(2);
    expect(limiter.admit(both, noon + 10_000)).toMatchObject({ kind: 'quota' });
  });

  it('keeps counting when a write fails, and writes later', () => {
    const reported: unknown[] = [];
    const ledger = openQuotaLedger(join(folder, 'usage.sqlite'));
    let full = true;
    const limiter = createLimiter({
      ledger: {
        ...ledger,
        add: (batch) => {
          if (full) throw new Error('disk full');
          return ledger.add(batch);
        },
      },
      onFlushFailed: (error) => reported.push(error),
    });
    opened.push(limiter);
    passed(limiter, limited, [noon, noon]);
    limiter.flush();
    expect(reported).toHaveLength(1);
    full = false;
    limiter.flush();
    expect(passed(open(), limited, [noon, noon])).toHaveLength(1);
  });
});

describe('calendar period', () => {
  const period = (per: 'hour' | 'day' | 'week' | 'month', at: string) => {
    const { startMs, endMs } = findPeriod(per, Date.parse(at));
    return [new Date(startMs).toISOString().slice(0, 16), new Date(endMs).toISOString().slice(0, 16)];
  };

  it('begins at the hour, day, Monday or month in UTC', () => {
    expect(period('hour', '2026-11-15T12:34:56Z')).toEqual(['2026-11-15T12:00', '2026-11-15T13:00']);
    expect(period('day', '2026-11-15T23:59:59Z')).toEqual(['2026-11-15T00:00', '2026-11-16T00:00']);
    expect(period('week', '2026-11-15T12:00:00Z')).toEqual(['2026-11-09T00:00', '2026-11-16T00:00']);
    expect(period('week', '2026-11-16T00:00:00Z')).toEqual(['2026-11-16T00:00', '2026-11-23T00:00']);
    expect(period('month', '2026-12-31T23:00:00Z')).toEqual(['2026-12-01T00:00', '2027-01-01T00:00']);
  });
});
