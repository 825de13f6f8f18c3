import type { Lease, LeaseRequest, Settlement } from './lease-calls.ts';

/** Calls of one window that a node may make. Moments are of the node's clock that only grows. */
export type HeldLease = {
  /** Calls that nobody has asked for, while the lease lasts. */
  countSpare(nowMs: number): number;
  /** Keeps a spare call for a caller who is about to make it. */
  reserve(): void;
  /** Whether a call may be made: one that was reserved also after the end of the lease. */
  hasCall(nowMs: number): boolean;
  takeOne(nowMs: number): void;
  /** Ends the lease: what the server needs to know of it. */
  settle(): Settlement;
};

/**
 * `askedAtMs`: the lease ends by it, since the server cannot have booked it earlier. The calls that were waited for are
 * reserved from the start. They are granted, so a node that is too busy to make them in time makes them late.
 */
export const holdLease = (
  { granted, spared, booking }: Pick<Lease, 'granted' | 'spared' | 'booking'>,
  { lastsMs }: Pick<LeaseRequest, 'lastsMs'>,
  askedAtMs: number,
): HeldLease => {
  let [reserved, spare, made] = [granted, spared, 0];
  let lastMadeMs = askedAtMs;
  const countSpare = (nowMs: number): number => (nowMs < askedAtMs + lastsMs ? spare : 0);
  return {
    countSpare,
    reserve: () => {
      spare -= 1;
      reserved += 1;
    },
    hasCall: (nowMs) => reserved > 0 || countSpare(nowMs) > 0,
    takeOne: (nowMs) => {
      if (reserved > 0) reserved -= 1;
      else spare -= 1;
      made += 1;
      lastMadeMs = nowMs;
    },
    settle: () => {
      const returned = reserved + spare;
      [reserved, spare] = [0, 0];
      return { booking, returned, made, earlierMs: lastsMs - (lastMadeMs - askedAtMs) };
    },
  };
};

export const noLease: HeldLease = {
  countSpare: () => 0,
  reserve: () => undefined,
  hasCall: () => false,
  takeOne: () => undefined,
  settle: () => ({ booking: 0, returned: 0, made: 0, earlierMs: 0 }),
};
