import { describe, expect, it } from 'vitest';
import {
  type Caller,
  concurrencyDefaults,
  createConcurrencyLimiter,
  type Slot,
} from './concurrency-limiter.ts';

const present: Caller = { isClosed: () => false, whenClosed: () => undefined };

/** A caller that can disconnect. */
const createCaller = () => {
  const listeners: (() => void)[] = [];
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    whenClosed: (listener: () => void) => void listeners.push(listener),
    close: () => {
      isClosed = true;
      for (const listener of listeners) listener();
    },
  };
};

const taken = async (pending: Promise<Slot>): Promise<() => void> => {
  const slot = await pending;
  if (!slot.ok) throw new Error(`There was no slot: ${slot.reason}.`);
  return slot.release;
};

const limits = { ...concurrencyDefaults, total: 1, perWebsite: 1, queuedPerWebsite: 9, deadlineMs: 60_000 };

describe('the concurrency limiter', () => {
  it('gives a released slot to the waiting website that was not served last', async () => {
    const inFlight = createConcurrencyLimiter(limits);
    const first = await taken(inFlight.acquire(1, present));
    const order: string[] = [];
    const pass = async (website: number, name: string) => {
      const release = await taken(inFlight.acquire(website, present));
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
    const inFlight = createConcurrencyLimiter({ ...limits, total: 4, perWebsite: 2, queuedPerWebsite: 0 });
    const noisy: Slot[] = [];
    for (let each = 0; each < 3; each += 1) noisy.push(await inFlight.acquire(1, present));
    expect(noisy.map((slot) => (slot.ok ? 'ok' : slot.reason))).toEqual(['ok', 'ok', 'queue-full']);
    expect(await inFlight.acquire(2, present)).toMatchObject({ ok: true });
  });

  it('refuses calls after the deadline and gives the slot to the next in time', async () => {
    let nowMs = 0;
    const inFlight = createConcurrencyLimiter({ ...limits, deadlineMs: 100 }, { now: () => nowMs });
    const first = await taken(inFlight.acquire(1, present));
    const late = inFlight.acquire(1, present);
    nowMs = 50;
    const inTime = inFlight.acquire(1, present);
    nowMs = 120;
    first();
    expect(await late).toEqual({ ok: false, reason: 'deadline' });
    expect(await inTime).toMatchObject({ ok: true });
  });

  it('refuses calls after the deadline also when no slot becomes free', async () => {
    const inFlight = createConcurrencyLimiter({ ...limits, deadlineMs: 20 });
    await taken(inFlight.acquire(1, present));
    expect(await inFlight.acquire(1, present)).toEqual({ ok: false, reason: 'deadline' });
    expect(inFlight.waiting).toBe(0);
  });

  it('counts a slot that is released twice once', async () => {
    const inFlight = createConcurrencyLimiter({ ...limits, queuedPerWebsite: 0 });
    const release = await taken(inFlight.acquire(1, present));
    release();
    release();
    expect(inFlight.running).toBe(0);
    await taken(inFlight.acquire(1, present));
    expect(await inFlight.acquire(1, present)).toEqual({ ok: false, reason: 'queue-full' });
  });

  it('takes a caller that disconnects out of the queue, and gives its turn to the next', async () => {
    const inFlight = createConcurrencyLimiter(limits);
    const first = await taken(inFlight.acquire(1, present));
    const [leaving, staying] = [createCaller(), createCaller()];
    const left = inFlight.acquire(1, leaving);
    const stayed = inFlight.acquire(1, staying);
    leaving.close();
    expect(await left).toEqual({ ok: false, reason: 'closed' });
    expect(inFlight.waiting).toBe(1);
    first();
    const release = await taken(stayed);
    // Disconnecting while the work runs releases nothing: the work still uses the machine.
    staying.close();
    expect(inFlight.running).toBe(1);
    release();
    expect([inFlight.running, inFlight.waiting]).toEqual([0, 0]);
  });

  it('does not queue a caller that has disconnected already', async () => {
    const inFlight = createConcurrencyLimiter(limits);
    await taken(inFlight.acquire(1, present));
    const gone = createCaller();
    gone.close();
    expect(await inFlight.acquire(1, gone)).toEqual({ ok: false, reason: 'closed' });
    expect(inFlight.waiting).toBe(0);
  });

  it('takes a slot back that is held too long, and says so', async () => {
    const expired: number[] = [];
    const inFlight = createConcurrencyLimiter(
      { ...limits, holdMs: 20 },
      { onExpired: (websiteId) => void expired.push(websiteId) },
    );
    const stuck = await taken(inFlight.acquire(7, present));
    await taken(inFlight.acquire(7, present));
    expect(expired).toEqual([7]);
    stuck();
    expect(inFlight.running).toBe(1);
  });

  it('has as many slots as there are in all, and for one website', async () => {
    const inFlight = createConcurrencyLimiter({ ...limits, total: 3, perWebsite: 2, deadlineMs: 0 });
    const release = [await taken(inFlight.acquire(1, present)), await taken(inFlight.acquire(1, present))];
    expect(await inFlight.acquire(1, present)).toEqual({ ok: false, reason: 'queue-full' });
    release.push(await taken(inFlight.acquire(2, present)));
    expect(await inFlight.acquire(3, present)).toEqual({ ok: false, reason: 'queue-full' });
    expect(inFlight.running).toBe(3);
    for (const each of release) each();
    expect(inFlight.running).toBe(0);
    await taken(inFlight.acquire(1, present));
  });

  it('queues so many calls of a website and refuses the next', async () => {
    const inFlight = createConcurrencyLimiter({ ...limits, queuedPerWebsite: 2 });
    const first = await taken(inFlight.acquire(1, present));
    const queued = [inFlight.acquire(1, present), inFlight.acquire(1, present)];
    expect(await inFlight.acquire(1, present)).toEqual({ ok: false, reason: 'queue-full' });
    const other = inFlight.acquire(2, present);
    expect(inFlight.waiting).toBe(3);
    first();
    const [second] = await Promise.all(queued.slice(0, 1).map(taken));
    expect(inFlight.waiting).toBe(2);
    second?.();
    const third = await taken(other);
    third();
    (await taken(queued[1] ?? Promise.reject(new Error('There are two.'))))();
    expect([inFlight.running, inFlight.waiting]).toEqual([0, 0]);
  });

  it('serves a call that came first before one that came later', async () => {
    const inFlight = createConcurrencyLimiter({ ...limits, total: 2, perWebsite: 1 });
    const first = await taken(inFlight.acquire(1, present));
    const order: string[] = [];
    const waiting = ['a', 'b', 'c'].map(async (name) => {
      const release = await taken(inFlight.acquire(1, present));
      order.push(name);
      release();
    });
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('does not overtake the queue of its own website', async () => {
    let at = 0;
    const inFlight = createConcurrencyLimiter({ ...limits, total: 2, perWebsite: 2 }, { now: () => at });
    const held = [await taken(inFlight.acquire(1, present)), await taken(inFlight.acquire(2, present))];
    const queued = inFlight.acquire(1, present);
    at += 1;
    const later = inFlight.acquire(1, present);
    expect(inFlight.waiting).toBe(2);
    held[1]?.();
    await taken(queued);
    held[0]?.();
    await taken(later);
    expect([inFlight.running, inFlight.waiting]).toEqual([2, 0]);
  });

  it('forgets websites that have neither calls nor a queue', async () => {
    const inFlight = createConcurrencyLimiter({ ...limits, total: 1, perWebsite: 1 });
    for (let websiteId = 0; websiteId < 50; websiteId += 1) {
      const release = await taken(inFlight.acquire(websiteId, present));
      const gone = createCaller();
      const waiting = inFlight.acquire(websiteId + 100, gone);
      gone.close();
      expect(await waiting).toEqual({ ok: false, reason: 'closed' });
      release();
      // A second notice of the same end changes nothing.
      gone.close();
    }
    expect([inFlight.running, inFlight.waiting]).toEqual([0, 0]);
  });

  it('refuses by the deadline exactly when it is reached', async () => {
    let at = 0;
    const inFlight = createConcurrencyLimiter({ ...limits, deadlineMs: 100 }, { now: () => at });
    const first = await taken(inFlight.acquire(1, present));
    const early = inFlight.acquire(1, present);
    at = 1;
    const late = inFlight.acquire(1, present);
    at = 100;
    first();
    expect(await early).toEqual({ ok: false, reason: 'deadline' });
    await taken(late);
    expect(inFlight.waiting).toBe(0);
  });
});
