export type ConcurrencyLimits = {
  /** Answers being made or sent at one time, in all and for one website. */
  readonly total: number;
  readonly perWebsite: number;
  /** Calls that may wait for a place, for one website. */
  readonly queuedPerWebsite: number;
  /** How long one waits at most. */
  readonly deadlineMs: number;
};

export const concurrencyDefaults: ConcurrencyLimits = {
  total: 64,
  perWebsite: 32,
  queuedPerWebsite: 512,
  deadlineMs: 250,
};

export type Release = () => void;

export type ConcurrencyLimiter = {
  /** A place, at once or within the deadline; null when the call must be shed. */
  acquire(websiteId: number): Release | null | Promise<Release | null>;
  readonly running: number;
  readonly waiting: number;
};

type QueuedCall = { readonly deadline: number; readonly settle: (release: Release | null) => void };
type Lane = { running: number; readonly queue: QueuedCall[] };

/**
 * One lane for each website, served in turn:
 *
 *     shop A  ■■■■ │ ▢▢▢▢▢▢ → shed after the deadline
 *     shop B  ■    │              ← its next call finds a place: A's crowd waits in A's own lane
 *
 * A lane never has more than `perWebsite` places, so one noisy shop leaves room for the others. Shedding
 * by event-loop delay was rejected: it measured far lower goodput, and cannot tell shops apart.
 */
export const createConcurrencyLimiter = (
  limits: ConcurrencyLimits,
  now: () => number = () => performance.now(),
): ConcurrencyLimiter => {
  const lanes = new Map<number, Lane>();
  let running = 0;
  let waiting = 0;
  let sweeper: NodeJS.Timeout | null = null;

  const getLane = (websiteId: number): Lane => {
    const lane = lanes.get(websiteId) ?? { running: 0, queue: [] };
    lanes.set(websiteId, lane);
    return lane;
  };
  const hasRoom = (lane: Lane) => running < limits.total && lane.running < limits.perWebsite;

  const takeSlot = (websiteId: number, lane: Lane): Release => {
    running += 1;
    lane.running += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      running -= 1;
      lane.running -= 1;
      if (waiting > 0) admitWaiting();
      if (lane.running === 0 && lane.queue.length === 0) lanes.delete(websiteId);
    };
  };

  const dequeue = (lane: Lane): QueuedCall | undefined => {
    const next = lane.queue.shift();
    if (next !== undefined) waiting -= 1;
    return next;
  };

  const shedExpired = (lane: Lane): void => {
    while (lane.queue[0] !== undefined && lane.queue[0].deadline <= now()) dequeue(lane)?.settle(null);
  };

  /** Lanes that were served go to the end of the map, so that the next place goes to another shop. */
  const admitWaiting = (): void => {
    for (const [websiteId, lane] of [...lanes]) {
      shedExpired(lane);
      if (lane.queue.length === 0 || !hasRoom(lane)) continue;
      lanes.delete(websiteId);
      lanes.set(websiteId, lane);
      dequeue(lane)?.settle(takeSlot(websiteId, lane));
    }
  };

  const sweep = (): void => {
    sweeper = null;
    for (const lane of lanes.values()) shedExpired(lane);
    if (waiting > 0) armSweeper();
  };
  const armSweeper = (): void => {
    sweeper ??= setTimeout(sweep, Math.max(1, limits.deadlineMs / 4));
  };

  return {
    acquire: (websiteId) => {
      const lane = getLane(websiteId);
      if (hasRoom(lane) && lane.queue.length === 0) return takeSlot(websiteId, lane);
      if (lane.queue.length >= limits.queuedPerWebsite || limits.deadlineMs <= 0) return null;
      waiting += 1;
      armSweeper();
      return new Promise((settle) => lane.queue.push({ deadline: now() + limits.deadlineMs, settle }));
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
  };
};
