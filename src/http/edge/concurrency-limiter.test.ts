import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter, type Release } from './concurrency-limiter.ts';

const taken = async (place: Release | null | Promise<Release | null>): Promise<Release> => {
  const release = await place;
  if (release === null) throw new Error('There was no slot.');
  return release;
};

describe('the concurrency limiter', () => {
  it('gives a released slot to the waiting website that was not served last', async () => {
    const inFlight = createConcurrencyLimiter({
      total: 1,
      perWebsite: 1,
      queuedPerWebsite: 9,
      deadlineMs: 60_000,
    });
    const first = await taken(inFlight.acquire(1));
    const order: string[] = [];
    const pass = async (website: number, name: string) => {
      const release = await taken(inFlight.acquire(website));
      order.push(name);
      release();
    };
    const waiting = [pass(1, 'a1'), pass(1, 'a2'), pass(2, 'b1')];
    expect([inFlight.running, inFlight.waiting]).toEqual([1, 3]);
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['a1', 'b1', 'a2']);
    expect([inFlight.running, inFlight.waiting]).toEqual([0, 0]);
  });

  it('keeps slots for other websites when one uses all of its own', async () => {
    const inFlight = createConcurrencyLimiter({
      total: 4,
      perWebsite: 2,
      queuedPerWebsite: 0,
      deadlineMs: 60_000,
    });
    const noisy = [inFlight.acquire(1), inFlight.acquire(1), inFlight.acquire(1)];
    expect(noisy.map((place) => place === null)).toEqual([false, false, true]);
    expect(inFlight.acquire(2)).not.toBeNull();
  });

  it('refuses calls after the deadline and gives the slot to the next in time', async () => {
    let nowMs = 0;
    const limits = { total: 1, perWebsite: 1, queuedPerWebsite: 9, deadlineMs: 100 };
    const inFlight = createConcurrencyLimiter(limits, () => nowMs);
    const first = await taken(inFlight.acquire(1));
    const late = inFlight.acquire(1);
    nowMs = 50;
    const inTime = inFlight.acquire(1);
    nowMs = 120;
    first();
    expect(await late).toBeNull();
    expect(await inTime).not.toBeNull();
  });

  it('counts a slot that is released twice once', async () => {
    const inFlight = createConcurrencyLimiter({
      total: 1,
      perWebsite: 1,
      queuedPerWebsite: 0,
      deadlineMs: 60_000,
    });
    const release = await taken(inFlight.acquire(1));
    release();
    release();
    expect(inFlight.running).toBe(0);
    await taken(inFlight.acquire(1));
    expect(inFlight.acquire(1)).toBeNull();
  });
});
