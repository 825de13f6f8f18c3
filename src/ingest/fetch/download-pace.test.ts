import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paceDefaults, watchPace } from './download.ts';

const limits = { deadlineMs: 300_000, windowMs: 10_000, bytesPerWindow: 100 };

const reasonOf = ({ signal }: ReturnType<typeof watchPace>): unknown => signal.reason;

describe('watchPace', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lets a download go on that is fast enough in every window', () => {
    const pace = watchPace(limits);
    for (let window = 0; window < 20; window++) {
      pace.count(60);
      pace.count(40);
      vi.advanceTimersByTime(limits.windowMs);
    }
    expect(pace.signal.aborted).toBe(false);
    pace.stop();
  });

  it('ends one that is a byte too slow, and says how slow', () => {
    const pace = watchPace(limits);
    pace.count(99);
    vi.advanceTimersByTime(limits.windowMs);
    expect(reasonOf(pace)).toMatchObject({
      code: 'unavailable',
      message: 'The download was stopped: the server sent 99 bytes in 10 seconds.',
    });
    pace.stop();
  });

  it('does not carry bytes over to the next window', () => {
    const pace = watchPace(limits);
    pace.count(1_000_000);
    vi.advanceTimersByTime(limits.windowMs);
    expect(pace.signal.aborted).toBe(false);
    vi.advanceTimersByTime(limits.windowMs);
    expect(reasonOf(pace)).toMatchObject({ message: expect.stringContaining('0 bytes') as string });
    pace.stop();
  });

  it('ends one at the deadline, however fast it is', () => {
    const pace = watchPace({ ...limits, windowMs: 1_000_000 });
    vi.advanceTimersByTime(limits.deadlineMs - 1);
    expect(pace.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(reasonOf(pace)).toMatchObject({
      message: 'The download was stopped: it took more than 5 minutes.',
      nextStep: 'Check the server of the feed, then import again. The live version stays.',
    });
    pace.stop();
  });

  it('leaves a download alone that was stopped', () => {
    const pace = watchPace(limits);
    pace.stop();
    vi.advanceTimersByTime(10 * limits.deadlineMs);
    expect(pace.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('allows a slow line by default: a kilobyte a second', () => {
    expect(paceDefaults.bytesPerWindow / (paceDefaults.windowMs / 1000)).toBe(1000);
  });
});
