import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schedule } from './campaign.ts';
import { findQuietStretch, isScheduled } from './campaign-schedule.ts';

const sunday = Date.parse('2026-11-15T12:00:00Z');
const always: Schedule = { from: null, until: null, weekdays: [] };

describe('isScheduled', () => {
  it.each<[string, Partial<Schedule>, boolean]>([
    ['always', {}, true],
    ['from this moment', { from: '2026-11-15T12:00:00Z' }, true],
    ['from the next second', { from: '2026-11-15T12:00:01Z' }, false],
    ['until this moment', { until: '2026-11-15T12:00:00Z' }, false],
    ['until the next second', { until: '2026-11-15T12:00:01Z' }, true],
    ['on Sundays', { weekdays: [7] }, true],
    ['on Mondays', { weekdays: [1] }, false],
    ['on Sundays of another month', { weekdays: [7], until: '2026-11-01T00:00:00Z' }, false],
  ])('%s', (_name, schedule, expected) => {
    expect(isScheduled({ ...always, ...schedule }, sunday)).toBe(expected);
  });
});

describe('findQuietStretch', () => {
  it('is endless without schedules', () => {
    expect(findQuietStretch([{ schedule: always }], sunday)).toEqual({
      fromMs: Number.NEGATIVE_INFINITY,
      untilMs: Number.POSITIVE_INFINITY,
    });
  });

  it('ends at midnight for a campaign of some weekdays', () => {
    expect(findQuietStretch([{ schedule: { ...always, weekdays: [1] } }], sunday)).toEqual({
      fromMs: Date.parse('2026-11-15T00:00:00Z'),
      untilMs: Date.parse('2026-11-16T00:00:00Z'),
    });
  });

  it('never reaches over a moment at which a campaign begins or ends', () => {
    const moment = fc.integer({ min: -400, max: 400 }).map((hours) => sunday + hours * 3_600_000);
    const optional = fc.option(moment.map((ms) => new Date(ms).toISOString()));
    const schedule = fc.record({
      from: optional,
      until: optional,
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(schedule, { maxLength: 4 }), moment, moment, (schedules, now, other) => {
        const { fromMs, untilMs } = findQuietStretch(
          schedules.map((each) => ({ schedule: each })),
          now,
        );
        expect(fromMs <= now && now < untilMs).toBe(true);
        if (other < fromMs || other >= untilMs) return;
        for (const each of schedules) expect(isScheduled(each, other)).toBe(isScheduled(each, now));
      }),
      { numRuns: 500 },
    );
  });
});
