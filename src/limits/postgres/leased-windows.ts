import { setImmediate } from 'node:timers/promises';
import type { Rate } from '../../domain/subscription.ts';
import type { Queries } from '../../postgres/sql.ts';
import { type Network, noNetwork } from '../network.ts';
import { createRateWindows, type RateClaim, type RateWindows } from '../rate-windows.ts';
import {
  type HeldLease,
  holdLease,
  type Lease,
  leaseCalls,
  type LeaseRequest,
  noLease,
  removeOldWindows,
} from './lease-calls.ts';

const leaseDefaults = {
  grains: 500,
  addressGrains: 50,
  probeEveryMs: 250,
  removeEveryMs: 60_000,
} as const;

type LeasedWindowsParts = {
  readonly database: Queries;
  readonly schema: string;
  /** Called when the database is away. Until it is back, this node counts alone. */
  readonly onFailed: (error: unknown) => void;
  /** Milliseconds that only grow: leases end by it. */
  readonly monotonicMs?: () => number;
};

/** What this node knows of one window. */
type Window = Pick<LeaseRequest, 'name' | 'perSeconds' | 'grains'> & {
  readonly of: 'subscription' | 'address';
  rate: Rate;
  lease: HeldLease;
  /** No call fits before. */
  blockedUntilMs: number;
  used: number;
  releaseAtMs: number;
  /** Calls that wait for the next batch, and whether a batch for it is under way. */
  waiting: number;
  isAsked: boolean;
};

type AskedWindow = { readonly window: Window; readonly calls: number };
type SentRequest = AskedWindow & Pick<LeaseRequest, 'lastsMs'>;

/**
 * Rates that several nodes share. A node leases calls from PostgreSQL in batches: those that wait for an answer, and half
 * as many more. A lease lasts for a twentieth of the window, or longer where answers take longer, from when it was asked
 * for. A call that was granted is made, also after that end where the node is too busy to make it earlier: the server
 * learns with the next question that it was late. Others are made by the end or not at all, so that an interval holds
 * more calls than the rate by those at most that one batch of each node made late. A window that is full is refused here
 * until calls leave it.
 */
export const createLeasedWindows = (parts: LeasedWindowsParts): RateWindows => {
  const { database, schema, onFailed, monotonicMs = () => performance.now() } = parts;
  const alone = createRateWindows();
  const windows = new Map<string, Window>();
  /** How long an answer of the database takes: the slowest of the last ones. */
  let roundTripMs = 0;
  let underWay = Promise.resolve();
  let gathering: Promise<void> | null = null;
  let isAway = false;
  let nextProbeMs = 0;
  let nextRemovalMs = 0;

  const findWindow = (of: Window['of'], id: number, network: Network, rate: Rate): Window => {
    const name = `${id}/${network.high}.${network.low}/${rate.perSeconds}`;
    const known = windows.get(name);
    // The setting may have changed while calls wait for an answer.
    if (known !== undefined) return Object.assign(known, { rate });
    const grains = of === 'subscription' ? leaseDefaults.grains : leaseDefaults.addressGrains;
    const fresh = { lease: noLease, blockedUntilMs: 0, used: 0, releaseAtMs: 0 };
    const { perSeconds } = rate;
    const window = { name, of, rate, perSeconds, grains, waiting: 0, isAsked: false, ...fresh };
    windows.set(name, window);
    return window;
  };

  const listWindows = ({ subscriptionId: id, network, rate, addressRate }: RateClaim): Window[] => [
    ...(rate ? [findWindow('subscription', id, noNetwork, rate)] : []),
    ...(addressRate ? [findWindow('address', id, network, addressRate)] : []),
  ];

  const hasCall = ({ lease }: Window): boolean => lease.hasCall(monotonicMs());

  const blockedMs = (claimed: readonly Window[]): number =>
    claimed
      .filter((window) => !hasCall(window))
      .reduce((longest, { blockedUntilMs }) => Math.max(longest, blockedUntilMs - monotonicMs()), 0);

  /**
   * Long enough for the answer and for all who wait for it to be served; what is too long is settled with the next
   * question. More than half a window would hold back more calls than a slow database is worth.
   */
  const lastsMs = ({ perSeconds }: Window): number => {
    const windowMs = perSeconds * 1000;
    return Math.min(windowMs / 2, Math.max(windowMs / 20, 3 * roundTripMs));
  };

  /** Settles the lease before: those who come meanwhile wait for this one. */
  const toRequest = ({ window, calls }: AskedWindow): LeaseRequest => {
    const { name, rate, perSeconds, grains, lease } = window;
    const wanted = { most: rate.calls, wanted: calls, spare: Math.ceil(calls / 2) };
    return { name, perSeconds, grains, ...wanted, lastsMs: lastsMs(window), settled: lease.settle() };
  };

  const applyLease = (request: SentRequest, lease: Lease, askedAtMs: number): void => {
    const { window, calls } = request;
    window.lease = holdLease(lease, request, askedAtMs);
    window.used = lease.used;
    // From when it was asked for: the next question is under way as long as this one was.
    window.releaseAtMs = askedAtMs + lease.waitMs;
    window.blockedUntilMs = lease.granted < calls ? window.releaseAtMs : 0;
  };

  const ask = async (asked: readonly AskedWindow[]): Promise<void> => {
    const requests = new Map(asked.map((each) => [each.window.name, { ...each, ...toRequest(each) }]));
    const askedAtMs = monotonicMs();
    for (const lease of await leaseCalls(database, schema, [...requests.values()])) {
      const request = requests.get(lease.name);
      if (request) applyLease(request, lease, askedAtMs);
    }
    roundTripMs = Math.max(monotonicMs() - askedAtMs, roundTripMs * 0.9);
  };

  const sendBatch = async (): Promise<void> => {
    const asked = [...windows.values()].filter(({ waiting }) => waiting > 0);
    const calls = asked.map((window) => ({ window, calls: window.waiting }));
    for (const window of asked) Object.assign(window, { waiting: 0, isAsked: true });
    try {
      await ask(calls);
      isAway = false;
    } catch (error) {
      isAway = true;
      nextProbeMs = monotonicMs() + leaseDefaults.probeEveryMs;
      onFailed(error);
    } finally {
      for (const window of asked) window.isAsked = false;
    }
  };

  /** Calls that come while a batch is under way are the next one. Those of the batch before take theirs first. */
  const joinBatch = (): Promise<void> => {
    gathering ??= underWay
      .then(() => setImmediate())
      .then(() => {
        gathering = null;
        underWay = sendBatch();
        return underWay;
      });
    return gathering;
  };

  return {
    prepare: async (claim) => {
      const claimed = listWindows(claim);
      if (claimed.length === 0 || isAway || blockedMs(claimed) > 0) return;
      const { cost = 1 } = claim;
      if (claimed.every(({ lease }) => lease.countSpare(monotonicMs()) >= cost)) {
        for (const { lease } of claimed) for (let call = 0; call < cost; call += 1) lease.reserve();
        return;
      }
      // Of all its windows: what one of them has left may have ended when the other answers.
      for (const window of claimed) window.waiting += cost;
      await joinBatch();
    },
    waitMs: (claim, nowMs) => (isAway ? alone.waitMs(claim, nowMs) : blockedMs(listWindows(claim))),
    take: (claim, nowMs) => {
      if (isAway) return alone.take(claim, nowMs);
      const claimed = listWindows(claim);
      if (!claimed.every(hasCall)) return Math.max(1, blockedMs(claimed));
      const now = monotonicMs();
      for (const { lease } of claimed)
        for (let call = 0; call < (claim.cost ?? 1) && lease.hasCall(now); call += 1) lease.takeOne(now);
      return 0;
    },
    statuses: (claim, nowMs) => {
      if (isAway) return alone.statuses(claim, nowMs);
      return listWindows(claim).map(({ of, rate, used, releaseAtMs }) => {
        const leftSeconds = Math.max(1, Math.ceil((releaseAtMs - monotonicMs()) / 1000));
        const resetSeconds = used === 0 ? rate.perSeconds : Math.min(rate.perSeconds, leftSeconds);
        return { of, rate, remaining: Math.max(0, rate.calls - used), resetSeconds };
      });
    },
    refresh: () => {
      for (const [name, window] of windows)
        if (window.waiting === 0 && !window.isAsked && window.releaseAtMs < monotonicMs())
          windows.delete(name);
      if (isAway && monotonicMs() >= nextProbeMs) joinBatch().catch(onFailed);
      if (isAway || monotonicMs() < nextRemovalMs) return;
      nextRemovalMs = monotonicMs() + leaseDefaults.removeEveryMs;
      removeOldWindows(database, schema).catch(onFailed);
    },
    close: () => windows.clear(),
  };
};
