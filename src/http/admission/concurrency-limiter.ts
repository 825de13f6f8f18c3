import { getOrAdd } from '../../domain/memoize.ts';
export type ConcurrencyLimits = {
  /** Answers that may be computed at the same time: in total, and for one website. */
  readonly total: number;
  readonly perWebsite: number;
  /** Calls of one website that may wait for a slot. */
  readonly queuedPerWebsite: number;
  readonly deadlineMs: number;
  /** A slot that is held longer is taken back: work that never ends must not block a website for ever. */
  readonly holdMs: number;
};

export const concurrencyDefaults: ConcurrencyLimits = {
  total: 64,
  perWebsite: 32,
  queuedPerWebsite: 512,
  deadlineMs: 250,
  holdMs: 30_000,
};

/** Why a call got no slot. `closed`: the caller disconnected before its turn. */
export type SlotRefusal = 'queue-full' | 'deadline' | 'closed';

export type Slot =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly reason: SlotRefusal };

/** The connection of the caller, so that one who leaves does not keep a place in the queue. */
export type Caller = {
  readonly isClosed: () => boolean;
  /** Runs the listener once when the connection closes, or at once if it has closed already. */
  readonly whenClosed: (listener: () => void) => void;
};

type QueuedCall = { readonly deadline: number; readonly settle: (slot: Slot) => void };
/** In the order in which they came. */
type Lane = { running: number; readonly queue: Set<QueuedCall> };

type Options = {
  readonly now?: () => number;
  /** A slot was taken back after `holdMs`. */
  readonly onExpired?: (websiteId: number) => void;
};

/**
 * One lane (queue and running calls) for each website, served round-robin:
 *
 *     shop A  ■■■■ │ ▢▢▢▢▢▢ → refused after the deadline
 *     shop B  ■    │              ← its next call gets a slot at once: the calls of A wait in A's own lane
 *
 * A lane never has more than `perWebsite` slots, so one busy shop leaves capacity for the others. Load shedding by
 * event-loop delay was rejected: its measured goodput was far lower, and it cannot distinguish shops.
 *
 * A slot covers the work only, not the sending: a caller that does not read its answer holds no slot. Connections
 * that do not read are ended by the connection guard.
 */
export const createConcurrencyLimiter = (
  limits: ConcurrencyLimits,
  { now = () => performance.now(), onExpired = () => undefined }: Options = {},
) => {
  const lanes = new Map<number, Lane>();
  let [running, waiting] = [0, 0];

  const getLane = (websiteId: number): Lane =>
    getOrAdd(lanes, websiteId, () => ({ running: 0, queue: new Set() }));
  const hasRoom = (lane: Lane) => running < limits.total && lane.running < limits.perWebsite;
  const removeIfEmpty = (websiteId: number, lane: Lane): void => {
    if (lane.running === 0 && lane.queue.size === 0) lanes.delete(websiteId);
  };

  const takeSlot = (websiteId: number, lane: Lane): Slot & { ok: true } => {
    lane.running += 1;
    running += 1;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      lane.running -= 1;
      running -= 1;
      if (waiting > 0) admitWaiting();
      removeIfEmpty(websiteId, lane);
    };
    const timer = setTimeout(() => {
      onExpired(websiteId);
      release();
    }, limits.holdMs).unref();
    return { ok: true, release };
  };

  /** A lane that got a slot moves to the end of the map, so that the next slot goes to another shop. */
  const admitWaiting = (): void => {
    for (const [websiteId, lane] of [...lanes]) {
      for (const { deadline, settle } of lane.queue) {
        if (deadline > now()) break;
        settle({ ok: false, reason: 'deadline' });
      }
      const [next] = lane.queue;
      if (next === undefined || !hasRoom(lane)) continue;
      lanes.delete(websiteId);
      lanes.set(websiteId, lane);
      next.settle(takeSlot(websiteId, lane));
    }
  };

  const enqueue = (websiteId: number, lane: Lane, caller: Caller): Promise<Slot> => {
    const { promise, resolve } = Promise.withResolvers<Slot>();
    const settle = (slot: Slot): void => {
      if (!lane.queue.delete(queued)) return;
      waiting -= 1;
      clearTimeout(timer);
      removeIfEmpty(websiteId, lane);
      resolve(slot);
    };
    const timer = setTimeout(() => settle({ ok: false, reason: 'deadline' }), limits.deadlineMs).unref();
    const queued: QueuedCall = { deadline: now() + limits.deadlineMs, settle };
    lane.queue.add(queued);
    waiting += 1;
    caller.whenClosed(() => settle({ ok: false, reason: 'closed' }));
    return promise;
  };

  return {
    /** A slot for the work of one call. The holder releases it when the work ends, before the answer is sent. */
    acquire: (websiteId: number, caller: Caller): Promise<Slot> => {
      const lane = getLane(websiteId);
      if (hasRoom(lane) && lane.queue.size === 0) return Promise.resolve(takeSlot(websiteId, lane));
      const isFull = lane.queue.size >= limits.queuedPerWebsite || limits.deadlineMs <= 0;
      if (!isFull && !caller.isClosed()) return enqueue(websiteId, lane, caller);
      removeIfEmpty(websiteId, lane);
      return Promise.resolve({ ok: false, reason: isFull ? 'queue-full' : 'closed' });
    },
    get running(): number {
      return running;
    },
    get waiting(): number {
      return waiting;
    },
  };
};

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>;
