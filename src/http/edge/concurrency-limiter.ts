export type ConcurrencyLimits = {
  /** Answers that may be computed or sent at the same time: in total, and for one website. */
  readonly total: number;
  readonly perWebsite: number;
  /** Calls of one website that may wait for a slot. */
  readonly queuedPerWebsite: number;
  /** The longest wait for a slot. */
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
  /** A slot, at once or within the deadline; null when the call must be refused. */
  acquire(websiteId: number): Release | null | Promise<Release | null>;
  readonly running: number;
  readonly waiting: number;
};

type QueuedCall = { readonly deadline: number; readonly settle: (release: Release | null) => void };
type Lane = { running: number; readonly queue: QueuedCall[] };

/**
 * One lane (queue and running calls) for each website, served round-robin:
 *
 *     shop A  ■■■■ │ ▢▢▢▢▢▢ → refused after the deadline
 *     shop B  ■    │              ← its next call gets a slot at once: the calls of A wait in A's own lane
 *
 * A lane never has more than `perWebsite` slots, so one busy shop leaves capacity for the others. Load shedding by
 * event-loop delay was rejected: its measured goodput was far lower, and it cannot distinguish shops.
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

  /** A lane that got a slot moves to the end of the map, so that the next slot goes to another shop. */
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
