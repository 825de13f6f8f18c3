import { describe, expect, it } from 'vitest';
import { choosePace, hasRequests } from './work-pace.ts';

const shareOf = (sinceRequestMs: number): number => {
  const { workMs, pauseMs } = choosePace(sinceRequestMs);
  return workMs / (workMs + pauseMs);
};

describe('the pace of work that nobody waits for', () => {
  it.each([0, 1, 20, 49])('leaves most of the time to requests when the last one came %d ms ago', (ms) => {
    expect(choosePace(ms).workMs).toBeLessThanOrEqual(0.25);
    expect(shareOf(ms)).toBeLessThanOrEqual(0.2);
  });

  it.each([50, 1_000, Number.POSITIVE_INFINITY])('takes most of it after %d ms, in short stretches', (ms) => {
    expect(choosePace(ms).workMs).toBeLessThanOrEqual(3);
    expect(shareOf(ms)).toBeGreaterThan(0.5);
  });

  it('counts a pause as busy when the event loop did more than wake up', () => {
    expect([0, 0.1, 0.5, 4].map(hasRequests)).toEqual([false, false, true, true]);
  });
});
