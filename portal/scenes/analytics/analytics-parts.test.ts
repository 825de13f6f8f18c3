import { describe, expect, it } from 'vitest';
import { judgeDifference } from './judge-difference.ts';
import { axisFormat, timeFormat } from './time-format.ts';

describe('judgeDifference', () => {
  it.each([
    [0.01, 0.2, 'better'],
    [-0.2, -0.01, 'worse'],
    [-0.1, 0.1, 'open'],
    [0, 0.1, 'open'],
    [-0.1, 0, 'open'],
  ])('calls an interval from %d to %d %s', (low, high, expected) => {
    expect(judgeDifference({ low, high })).toBe(expected);
  });
});

describe('axisFormat', () => {
  it.each([
    ['hour', 1, '09:00 AM'],
    ['hour', 7, 'Nov 15'],
    ['day', 30, 'Nov 15'],
  ] as const)('writes an %s of %i days as %s', (step, days, expected) => {
    const format = new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...axisFormat(step, days) });
    expect(format.format(new Date('2026-11-15T09:00:00Z')).replaceAll('\u202f', ' ')).toBe(expected);
  });
});

describe('timeFormat', () => {
  const write = (step: 'hour' | 'day', days: number): string =>
    new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...timeFormat(step, days) }).format(
      new Date('2026-11-15T09:00:00Z'),
    );

  it.each([
    ['hour', 1, '09:00 AM'],
    ['hour', 7, 'Nov 15, 09 AM'],
    ['day', 7, 'Nov 15'],
    ['day', 90, 'Nov 15'],
  ] as const)('writes an %s of %i days as %s', (step, days, expected) => {
    expect(write(step, days).replaceAll('\u202f', ' ')).toBe(expected);
  });
});
