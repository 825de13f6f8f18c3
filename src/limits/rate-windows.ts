import type { Rate } from '../domain/subscription.ts';
import { type Network, noNetwork } from './network.ts';
import { openWindowTable, tableBytes, type WindowKey } from './window-table.ts';

/** Lets one thread at a time do something, which takes microseconds. */
type ThreadLock = <T>(work: () => T) => T;

const lockBytes = 8;

/** In milliseconds. A thread that was ended while it held the lock does not give it back: after so long it is taken. */
const patienceMs = 250;

/** The first word is the ticket of the thread that holds the lock, or 0; the second counts tickets. */
export const createThreadLock = (memory: SharedArrayBuffer): ThreadLock => {
  const words = new Int32Array(memory, 0, 2);
  const replace = (expected: number, ticket: number): boolean =>
    Atomics.compareExchange(words, 0, expected, ticket) === expected;

  const acquireLate = (ticket: number): void => {
    let [holder, sinceMs] = [0, performance.now()];
    while (!replace(0, ticket)) {
      const present = Atomics.load(words, 0);
      if (present !== holder) [holder, sinceMs] = [present, performance.now()];
      else if (performance.now() > sinceMs + patienceMs && replace(holder, ticket)) return;
      // The holder may be waiting for this core.
      if (performance.now() > sinceMs + 0.05) Atomics.wait(words, 0, present, 1);
    }
  };

  return (work) => {
    // Odd, so that it is never 0.
    const ticket = Atomics.add(words, 1, 2) + 1;
    if (!replace(0, ticket)) acquireLate(ticket);
    try {
      return work();
    } finally {
      // Not, where it was taken away from a thread that stood still.
      replace(ticket, 0);
    }
  };
};

/** A call to admit, with the rate of its subscription and that of its address. */
export type RateClaim = {
  readonly subscriptionId: number;
  readonly network: Network;
  readonly rate: Rate | null;
  readonly addressRate: Rate | null;
  /** Calls that it counts as, 1 unless given. It fits where one more call does. */
  readonly cost?: number;
};

/** How much of a rate is left. */
export type RateStatus = {
  readonly of: 'subscription' | 'address';
  readonly rate: Rate;
  /** Calls that fit now. */
  readonly remaining: number;
  /** Whole seconds, at least 1, until more calls fit; the whole window where none is counted. */
  readonly resetSeconds: number;
};

/** The rate limit. It is shared by the threads of a process, or by the nodes on one database. */
export interface RateWindows {
  /** To await before `take`, such as an answer of a database. Left out: there is nothing to wait for. */
  prepare?(claim: RateClaim): Promise<void>;
  /** Milliseconds until the call fits, as far as this thread knows; 0: it seems to fit. Counts nothing. */
  waitMs(claim: RateClaim, nowMs: number): number;
  /** 0: the call fits and is counted. Otherwise milliseconds until it fits, and nothing is counted. */
  take(claim: RateClaim, nowMs: number): number;
  /** What is left of each rate of the claim, as far as this thread knows. Counts nothing. */
  statuses(claim: RateClaim, nowMs: number): readonly RateStatus[];
  /** Called from time to time. */
  refresh?(): void;
  close(): void;
}

/**
 * Windows that are used at the same time. Where there are more, the one that ends first is forgotten. There are many addresses,
 * each with a short-lived window: fewer slots save memory. The system gives memory when it is first written.
 */
const sizes = {
  subscription: { windows: 16_384, slots: 200 },
  address: { windows: 65_536, slots: 20 },
} as const;
const addressOffset = lockBytes + tableBytes(sizes.subscription);

/** Memory in which all threads of a process count calls. */
export const allocateRateWindows = (): SharedArrayBuffer =>
  new SharedArrayBuffer(addressOffset + tableBytes(sizes.address));

type OwnWindow = { readonly of: RateStatus['of']; readonly rate: Rate; readonly key: WindowKey };

const listWindows = ({ subscriptionId, network, rate, addressRate }: RateClaim): OwnWindow[] => {
  const list = (of: OwnWindow['of'], limit: Rate | null, own: Network): OwnWindow[] =>
    limit ? [{ of, rate: limit, key: { subscriptionId, network: own, perSeconds: limit.perSeconds } }] : [];
  return [...list('subscription', rate, noNetwork), ...list('address', addressRate, network)];
};

/** Exact for all threads that count in this memory. */
export const createRateWindows = (memory: SharedArrayBuffer = allocateRateWindows()): RateWindows => {
  const lock = createThreadLock(memory);
  const tables = {
    subscription: openWindowTable(memory, lockBytes, sizes.subscription),
    address: openWindowTable(memory, addressOffset, sizes.address),
  };
  const measureWait = (windows: readonly OwnWindow[], nowMs: number): number =>
    windows.reduce((longest, { of, rate, key }) => {
      const used = tables[of].usage(key, nowMs);
      return used.calls < rate.calls ? longest : Math.max(longest, used.releaseMs);
    }, 0);

  return {
    waitMs: (claim, nowMs) => lock(() => measureWait(listWindows(claim), nowMs)),
    take: (claim, nowMs) =>
      lock(() => {
        const windows = listWindows(claim);
        const waitMs = measureWait(windows, nowMs);
        if (waitMs === 0) for (const { of, key } of windows) tables[of].count(key, nowMs, claim.cost ?? 1);
        return waitMs;
      }),
    statuses: (claim, nowMs) =>
      listWindows(claim).map(({ of, rate, key }) => {
        const { calls, releaseMs } = lock(() => tables[of].usage(key, nowMs));
        // Slots end a little after the window; what a caller is told lies within it.
        const resetSeconds =
          calls === 0 ? rate.perSeconds : Math.min(rate.perSeconds, Math.ceil(releaseMs / 1000));
        return { of, rate, remaining: Math.max(0, rate.calls - calls), resetSeconds };
      }),
    close: () => undefined,
  };
};
