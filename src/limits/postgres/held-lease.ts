import type { Lease, LeaseRequest, Settlement } from './lease-calls.ts';

/** Calls of one window that a node may make. Moments are of the node's clock that only grows. */
export type HeldLease = {
  /** Calls that may still be made. */
  countLeft(nowMs: number): number;
  takeOne(nowMs: number): void;
  /** Ends the lease: what the server needs to know of it. */
  settle(): Settlement;
};

/** `askedAtMs`: the lease ends by it, since the server cannot have booked it earlier. */
export const holdLease = (
  { granted, spared, booking }: Pick<Lease, 'granted' | 'spared' | 'booking'>,
  { lastsMs }: Pick<LeaseRequest, 'lastsMs'>,
  askedAtMs: number,
): HeldLease => {
  let left = granted + spared;
  let made = 0;
  let lastMadeMs = askedAtMs;
  return {
    countLeft: (nowMs) => (nowMs < askedAtMs + lastsMs ? left : 0),
    takeOne: (nowMs) => {
      left -= 1;
      made += 1;
      lastMadeMs = nowMs;
    },
    settle: () => {
      const returned = left;
      left = 0;
      const earlierMs = Math.max(0, lastsMs - (lastMadeMs - askedAtMs));
      return { booking, returned, made, earlierMs };
    },
  };
};

export const noLease: HeldLease = {
  countLeft: () => 0,
  takeOne: () => undefined,
  settle: () => ({ booking: 0, returned: 0, made: 0, earlierMs: 0 }),
};
