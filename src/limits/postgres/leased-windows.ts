import type { Rate } from '../../domain/subscription.ts';
import type { Queries } from '../../postgres/database.ts';
import {
  createLocalWindows,
  type Network,
  noNetwork,
  type RateClaim,
  type RateWindows,
} from '../rate-windows.ts';
import { type Lease, leaseCalls, type LeaseRequest, leaseSlots, removeOldWindows } from './lease-calls.ts';

const leaseDefaults = { slots: 400, addressSlots: 20, probeEveryMs: 250, removeEveryMs: 60_000 } as const;

type LeasedWindowsParts = {
  readonly database: Queries;
  readonly schema: string;
  /** Called when the database is away. Until it is back, this node counts alone. */
  readonly onFailed: (error: unknown) => void;
  /** Milliseconds that only grow: leases end by it. */
  readonly monotonicMs?: () => number;
};

/** What this node knows of one window. */
type Window = Omit<LeaseRequest, 'wanted' | 'spare'> & {
  readonly of: 'subscription' | 'address';
  readonly rate: Rate;
  /** Leased calls for callers that wait: they are made at once. */
  granted: number;
  /** Leased calls for callers that come before `spareUntilMs`. */
  spare: number;
  spareUntilMs: number;
  /** No call fits before. */
  blockedUntilMs: number;
  used: number;
  releaseAtMs: number;
  /** Calls that wait for the next batch, and whether a batch for it is under way. */
  waiting: number;
  isAsked: boolean;
};

/**
 * Rates that several nodes share. A node leases calls from PostgreSQL in batches: those that wait for an answer, and a few
 * more that last for a two-hundredth of the window. A window that is full is refused here until calls leave it.
 */
export const createLeasedWindows = (parts: LeasedWindowsParts): RateWindows => {
  const { database, schema, onFailed, monotonicMs = () => performance.now() } = parts;
  const alone = createLocalWindows();
  const windows = new Map<string, Window>();
  let underWay = Promise.resolve();
  let gathering: Promise<void> | null = null;
  let isAway = false;
  let nextProbeMs = 0;
  let nextRemovalMs = 0;

  const findWindow = (of: Window['of'], id: number, network: Network, rate: Rate): Window => {
    const name = `${id}/${network.high}.${network.low}/${rate.perSeconds}`;
    const known = windows.get(name);
    if (known?.rate.calls === rate.calls) return known;
    const slots = of === 'subscription' ? leaseDefaults.slots : leaseDefaults.addressSlots;
    const fresh = { granted: 0, spare: 0, spareUntilMs: 0, blockedUntilMs: 0, used: 0, releaseAtMs: 0 };
    const { calls, perSeconds } = rate;
    const window = { name, of, rate, most: calls, perSeconds, slots, waiting: 0, isAsked: false, ...fresh };
    windows.set(name, window);
    return window;
  };

  const listWindows = ({ subscriptionId: id, network, rate, addressRate }: RateClaim): Window[] => [
    ...(rate ? [findWindow('subscription', id, noNetwork, rate)] : []),
    ...(addressRate ? [findWindow('address', id, network, addressRate)] : []),
  ];

  const countLeft = (window: Window): number =>
    window.granted + (monotonicMs() < window.spareUntilMs ? window.spare : 0);

  const blockedMs = (claimed: readonly Window[]): number =>
    claimed
      .filter((window) => countLeft(window) === 0)
      .reduce((longest, { blockedUntilMs }) => Math.max(longest, blockedUntilMs - monotonicMs()), 0);

  const takeOne = (window: Window): void => {
    if (window.granted > 0) window.granted -= 1;
    else window.spare -= 1;
  };

  const applyLease = (window: Window, lease: Lease, askedAtMs: number, wanted: number): void => {
    window.granted = lease.granted;
    window.spare = lease.spared;
    // From when it was asked for: the server's slot began no later than the answer.
    window.spareUntilMs = askedAtMs + (leaseSlots * window.perSeconds * 1000) / window.slots;
    window.used = lease.used;
    window.releaseAtMs = monotonicMs() + lease.waitMs;
    if (lease.granted < wanted) window.blockedUntilMs = window.releaseAtMs;
    // Those who waited take theirs before anything else runs; what is left belonged to calls refused for another rate.
    setImmediate(() => {
      window.granted = 0;
    });
  };

  const sendBatch = async (): Promise<void> => {
    const asked = [...windows.values()].filter(({ waiting }) => waiting > 0);
    const wanted = new Map(asked.map((window) => [window.name, { window, calls: window.waiting }]));
    for (const window of asked) Object.assign(window, { waiting: 0, isAsked: true });
    const askedAtMs = monotonicMs();
    try {
      for (const lease of await leaseCalls(database, schema, toRequests(wanted.values()))) {
        const { window, calls } = wanted.get(lease.name) ?? {};
        if (window && calls) applyLease(window, lease, askedAtMs, calls);
      }
      isAway = false;
    } catch (error) {
      isAway = true;
      nextProbeMs = monotonicMs() + leaseDefaults.probeEveryMs;
      onFailed(error);
    } finally {
      for (const window of asked) window.isAsked = false;
    }
  };

  /** Calls that come while a batch is under way are the next one. */
  const joinBatch = (): Promise<void> => {
    gathering ??= underWay.then(() => {
      gathering = null;
      underWay = sendBatch();
      return underWay;
    });
    return gathering;
  };

  return {
    prepare: (claim) => {
      const claimed = listWindows(claim);
      if (claimed.length === 0 || isAway || blockedMs(claimed) > 0) return null;
      if (claimed.every((window) => countLeft(window) > 0)) return null;
      // Of all its windows: what one of them has left may have ended when the other answers.
      for (const window of claimed) window.waiting += 1;
      return joinBatch();
    },
    waitMs: (claim, nowMs) => (isAway ? alone.waitMs(claim, nowMs) : blockedMs(listWindows(claim))),
    take: (claim, nowMs) => {
      if (isAway) return alone.take(claim, nowMs);
      const claimed = listWindows(claim);
      if (claimed.some((window) => countLeft(window) === 0)) return Math.max(1, blockedMs(claimed));
      claimed.forEach(takeOne);
      return 0;
    },
    statuses: (claim, nowMs) => {
      if (isAway) return alone.statuses(claim, nowMs);
      return listWindows(claim).map(({ of, rate, used, releaseAtMs }) => {
        const leftSeconds = Math.max(1, Math.ceil((releaseAtMs - monotonicMs()) / 1000));
        const resetSeconds = used === 0 ? rate.perSeconds : leftSeconds;
        return { of, rate, remaining: Math.max(0, rate.calls - used), resetSeconds };
      });
    },
    refresh: (nowMs) => {
      alone.refresh(nowMs);
      for (const [name, window] of windows)
        if (window.waiting === 0 && !window.isAsked && window.releaseAtMs < monotonicMs())
          windows.delete(name);
      if (isAway && monotonicMs() >= nextProbeMs) sendBatch().catch(onFailed);
      if (isAway || monotonicMs() < nextRemovalMs) return;
      nextRemovalMs = monotonicMs() + leaseDefaults.removeEveryMs;
      removeOldWindows(database, schema).catch(onFailed);
    },
    close: () => windows.clear(),
  };
};

/** Those that wait, and half as many more. */
const toRequests = (wanted: Iterable<{ window: Window; calls: number }>): LeaseRequest[] =>
  Array.from(wanted, ({ window: { name, most, perSeconds, slots }, calls }) => ({
    name,
    most,
    perSeconds,
    slots,
    wanted: calls,
    spare: Math.ceil(calls / 2),
  }));
