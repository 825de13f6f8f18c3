import type { Quota } from '../domain/subscription.ts';

/** Half open: `endMs` belongs to the next one. */
export type Period = { readonly startMs: number; readonly endMs: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The calendar period, in UTC, that a moment belongs to. Weeks begin on Monday. */
export const findPeriod = (per: Quota['per'], nowMs: number): Period => {
  switch (per) {
    case 'hour':
      return periodFrom(nowMs - modulo(nowMs, hourMs), hourMs);
    case 'day':
      return periodFrom(nowMs - modulo(nowMs, dayMs), dayMs);
    case 'week': {
      // 1 January 1970 was a Thursday, three days after a Monday.
      return periodFrom(nowMs - modulo(nowMs + 3 * dayMs, 7 * dayMs), 7 * dayMs);
    }
    case 'month': {
      const now = new Date(nowMs);
      const month = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset);
      return { startMs: month(0), endMs: month(1) };
    }
  }
};

const periodFrom = (startMs: number, lengthMs: number): Period => ({ startMs, endMs: startMs + lengthMs });

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;
