import type { Rate } from '../domain/subscription.ts';
import { createSlidingWindow, type SlidingWindow, windowDefaults } from './sliding-window.ts';

/** The network of an address: an IPv4 address, or the first 64 bits of an IPv6 one. 0/0 means no address. */
export type Network = { readonly high: number; readonly low: number };

export const noNetwork: Network = { high: 0, low: 0 };

/** A call to admit, with the rate of its subscription and that of its address. */
export type RateClaim = {
  readonly subscriptionId: number;
  readonly network: Network;
  readonly rate: Rate | null;
  readonly addressRate: Rate | null;
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

/** The count of one slot of one window, to continue counting in another segment. */
export type SlotCount = {
  readonly subscriptionId: number;
  readonly network: Network;
  readonly perSeconds: number;
  readonly atMs: number;
  readonly calls: number;
};

/**
 * The rate limit. This part of a limiter must be shared to be exact: one process keeps it in memory, several on
 * one machine share a file; a store for several machines can implement it as well.
 */
export interface RateWindows {
  /** To call before `take`: what must be awaited first, such as an answer of a database; null: nothing. */
  prepare?(claim: RateClaim): Promise<void> | null;
  /** Milliseconds until the call fits, as far as this process knows; 0: it seems to fit. Counts nothing. */
  waitMs(claim: RateClaim, nowMs: number): number;
  /** 0: the call fits and is counted. Otherwise milliseconds until it fits, and nothing is counted. */
  take(claim: RateClaim, nowMs: number): number;
  /** What is left of each rate of the claim, as far as this process knows. Counts nothing. */
  statuses(claim: RateClaim, nowMs: number): readonly RateStatus[];
  /** Reads what other processes counted meanwhile, so that the next call need not. */
  refresh(nowMs: number): void;
  close(): void;
}

/** Windows in memory: complete for one process, and the target when a shared log is replayed. */
export type LocalWindows = RateWindows & {
  restore(slot: SlotCount): void;
  slotCounts(nowMs: number): SlotCount[];
};

/** There are many addresses, each with a short-lived window: fewer slots save memory. */
const addressSlots = 20;

export const createLocalWindows = (): LocalWindows => {
  type OwnedWindow = {
    readonly window: SlidingWindow;
    readonly owner: Pick<SlotCount, 'subscriptionId' | 'network'>;
  };
  const windows = new Map<string, OwnedWindow>();

  const findWindow = (subscriptionId: number, network: Network, perSeconds: number): SlidingWindow => {
    const key = `${subscriptionId}/${network.high}.${network.low}/${perSeconds}`;
    const known = windows.get(key);
    if (known) return known.window;
    const slots = network === noNetwork ? windowDefaults.slots : addressSlots;
    const window = createSlidingWindow(perSeconds, slots);
    windows.set(key, { window, owner: { subscriptionId, network } });
    return window;
  };

  /** The windows that apply to a call, each with its limit. */
  const listWindows = (claim: RateClaim): { window: SlidingWindow; calls: number }[] => {
    const listWindow = (rate: Rate | null, network: Network) =>
      rate ? [{ window: findWindow(claim.subscriptionId, network, rate.perSeconds), calls: rate.calls }] : [];
    return [...listWindow(claim.rate, noNetwork), ...listWindow(claim.addressRate, claim.network)];
  };

  const measureStatus = (
    of: RateStatus['of'],
    rate: Rate | null,
    window: () => SlidingWindow,
    nowMs: number,
  ): RateStatus[] => {
    if (rate === null) return [];
    const { calls, releaseMs } = window().usage(nowMs);
    // Slots end a little after the window; what a caller is told lies within it.
    const resetSeconds =
      calls === 0 ? rate.perSeconds : Math.min(rate.perSeconds, Math.ceil(releaseMs / 1000));
    return [{ of, rate, remaining: Math.max(0, rate.calls - calls), resetSeconds }];
  };

  const longestWait = (applicable: ReturnType<typeof listWindows>, nowMs: number): number =>
    applicable.reduce((longest, { window, calls }) => Math.max(longest, window.waitMs(calls, nowMs)), 0);

  return {
    waitMs: (claim, nowMs) => longestWait(listWindows(claim), nowMs),
    take: (claim, nowMs) => {
      const applicable = listWindows(claim);
      for (const { window } of applicable) window.clampTo(nowMs);
      const waitMs = longestWait(applicable, nowMs);
      if (waitMs === 0) for (const { window } of applicable) window.count(nowMs);
      return waitMs;
    },
    statuses: ({ subscriptionId: id, network, rate, addressRate }, nowMs) => {
      const find = (own: Network, limit: Rate | null) => () => findWindow(id, own, limit?.perSeconds ?? 1);
      return [
        ...measureStatus('subscription', rate, find(noNetwork, rate), nowMs),
        ...measureStatus('address', addressRate, find(network, addressRate), nowMs),
      ];
    },
    restore: ({ subscriptionId, network, perSeconds, atMs, calls }) => {
      const own = network.high === 0 && network.low === 0 ? noNetwork : network;
      findWindow(subscriptionId, own, perSeconds).count(atMs, calls);
    },
    slotCounts: (nowMs) =>
      [...windows.values()].flatMap(({ window, owner: of }) =>
        window.slotCounts(nowMs).map((slot) => ({ ...of, perSeconds: window.perSeconds, ...slot })),
      ),
    // Deletes windows whose calls have all expired.
    refresh: (nowMs) => {
      for (const [key, { window }] of windows) if (window.slotCounts(nowMs).length === 0) windows.delete(key);
    },
    close: () => windows.clear(),
  };
};
