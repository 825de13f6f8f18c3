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
 * The oldest slot counts fully until it has left the window completely. So no window at any position ever holds
 * more than `calls`; a caller at full speed loses one slot, 0.5 % of the calls.
 */
export const windowDefaults = { slots: 200 } as const;

export type SlidingWindow = {
  readonly perSeconds: number;
  /** Milliseconds until a call fits again; 0: it fits now, or `clampTo` must decide first. Changes nothing. */
  waitMs(calls: Rate['calls'], nowMs: number): number;
  count(nowMs: number, calls?: number): void;
  /** Calls in the window that ends now, and milliseconds until the oldest of them leave it; 0 without calls. */
  usage(nowMs: number): { readonly calls: number; readonly releaseMs: number };
  /**
   * After the clock was ahead and is set right, the counts lie in the future and would block for as long as it was
   * ahead. Moves them back, so that the newest are of now: they block for one window, as they would have otherwise.
   */
  clampTo(nowMs: number): void;
  /** The counts by start of their slot, oldest first, without slots that have left the window. */
  slotCounts(nowMs: number): readonly { readonly atMs: number; readonly calls: number }[];
};

export const createSlidingWindow = (
  perSeconds: number,
  slots: number = windowDefaults.slots,
): SlidingWindow => {
  const slotMs = (perSeconds * 1000) / slots;
  const counts = new Uint32Array(slots + 1);
  let current = Number.NEGATIVE_INFINITY;
  let total = 0;

  const indexOf = (slot: number): number => ((slot % counts.length) + counts.length) % counts.length;
  const slotAt = (nowMs: number): number => Math.floor(nowMs / slotMs);

  /** Further ahead than a whole window. Less is not worth moving: processes write their calls slightly out of order. */
  const isAhead = (nowMs: number): boolean => current > slotAt(nowMs) + slots;

  /** When the clock is set back a little, the window stays where it is: no call is counted twice or lost. */
  const advanceTo = (nowMs: number): void => {
    const target = slotAt(nowMs);
    if (target <= current) return;
    for (let slot = Math.max(current + 1, target - slots); slot <= target; slot += 1) {
      total -= counts[indexOf(slot)] ?? 0;
      counts[indexOf(slot)] = 0;
    }
    current = target;
  };

  /** Non-empty slots of the window that ends now, oldest first. */
  const listFilledSlots = (nowMs: number): number[] => {
    if (total === 0) return [];
    const slotNumbers: number[] = [];
    for (let slot = Math.max(current - slots, slotAt(nowMs) - slots); slot <= current; slot += 1) {
      if (counts[indexOf(slot)] !== 0) slotNumbers.push(slot);
    }
    return slotNumbers;
  };

  const measureUsage = (nowMs: number): { readonly calls: number; readonly releaseMs: number } => {
    const filledSlots = listFilledSlots(nowMs);
    const calls = filledSlots.reduce((sum, slot) => sum + (counts[indexOf(slot)] ?? 0), 0);
    const [oldest] = filledSlots;
    if (oldest === undefined) return { calls, releaseMs: 0 };
    return { calls, releaseMs: Math.max(1, (oldest + counts.length) * slotMs - nowMs) };
  };

  return {
    perSeconds,
    waitMs: (calls, nowMs) => {
      if (total < calls || isAhead(nowMs)) return 0;
      const used = measureUsage(nowMs);
      return used.calls < calls ? 0 : used.releaseMs;
    },
    usage: measureUsage,
    count: (nowMs, calls = 1) => {
      advanceTo(nowMs);
      counts[indexOf(current)] = (counts[indexOf(current)] ?? 0) + calls;
      total += calls;
    },
    clampTo: (nowMs) => {
      if (!isAhead(nowMs)) return;
      const before = counts.slice();
      const target = slotAt(nowMs);
      for (let age = 0; age < counts.length; age += 1)
        counts[indexOf(target - age)] = before[indexOf(current - age)] ?? 0;
      current = target;
    },
    slotCounts: (nowMs) =>
      listFilledSlots(nowMs).map((slot) => ({ atMs: slot * slotMs, calls: counts[indexOf(slot)] ?? 0 })),
  };
};
