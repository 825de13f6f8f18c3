import type { Rate } from '../domain/subscription.ts';

/**
 * Calls admitted in the last `perSeconds`, counted in slots instead of one by one, so that memory does not
 * grow with the limit.
 *
 *   now - window                          now
 *        │                                 │
 *   ┌────┼───┬───────┬───────┬───────┬─────┼─┐
 *   │ oldest │       │  …    │       │current│
 *   └────────┴───────┴───────┴───────┴───────┘
 *
 * The oldest slot counts whole until its last moment has left the window: no window of any position ever
 * holds more than `calls`, and what that costs a caller at full speed is one slot, half a call in a hundred.
 */
const slots = 200;

export type SlidingWindow = {
  readonly perSeconds: number;
  /** Milliseconds until a call fits again; 0: it fits now. Counts nothing. */
  waitMs(calls: Rate['calls'], nowMs: number): number;
  count(nowMs: number): void;
};

export const createSlidingWindow = (perSeconds: number): SlidingWindow => {
  const slotMs = (perSeconds * 1000) / slots;
  const counts = new Uint32Array(slots + 1);
  let current = Number.NEGATIVE_INFINITY;
  let total = 0;

  const at = (slot: number): number => ((slot % counts.length) + counts.length) % counts.length;

  /** A clock that is set back stands still instead: calls are never counted twice or forgotten. */
  const moveTo = (nowMs: number): void => {
    const target = Math.floor(nowMs / slotMs);
    if (target <= current) return;
    for (let slot = Math.max(current + 1, target - slots); slot <= target; slot += 1) {
      total -= counts[at(slot)] ?? 0;
      counts[at(slot)] = 0;
    }
    current = target;
  };

  const oldest = (): number => {
    let slot = current - slots;
    while (slot < current && counts[at(slot)] === 0) slot += 1;
    return slot;
  };

  return {
    perSeconds,
    waitMs: (calls, nowMs) => {
      moveTo(nowMs);
      if (total < calls) return 0;
      return Math.max(1, (oldest() + counts.length) * slotMs - nowMs);
    },
    count: (nowMs) => {
      moveTo(nowMs);
      counts[at(current)] = (counts[at(current)] ?? 0) + 1;
      total += 1;
    },
  };
};
