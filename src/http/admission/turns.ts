type Options = {
  /** For so long calls are computed one after the other before the thread looks at its sockets again. */
  readonly lastsMs?: number;
  readonly now?: () => number;
};

/** `calls`: of one turn at most; one that has begun may still have most of its work before it. */
const defaults = { lastsMs: 2, calls: 8 } as const;

/**
 * While calls are refused, a turn lasts for a multiple of the time that all else took, so that the calls which were accepted
 * are still computed; up to a bound, since a health check waits for it. A burst that is within the limits of its website gets
 * short turns only. `calls`: of a long turn at most.
 */
const share = { times: 8, mostMs: 70, calls: 80 } as const;

/**
 * Most answers are computed in one go, so that slots alone do not spread the thread: sixty calls that arrive together
 * would be computed before any socket is read again. So a turn of the event loop computes for a few milliseconds, and at
 * least one call. What does not fit waits in the lane of its website:
 *
 *     shop A  ▢▢▢▢▢▢▢▢ ─┐
 *                       ├─▶ A, B, A, A │ sockets │ A, A, A │ sockets │ …
 *     shop B  ▢ ────────┘
 *
 * Nobody is refused here. A connection has one call at a time, so its further ones do not wait in a lane.
 */
export const createTurns = ({ lastsMs = defaults.lastsMs, now = () => performance.now() }: Options = {}) => {
  const lanes = new Map<number, (() => void)[]>();
  let [waiting, begun] = [0, 0];
  /** null: no call was computed since the sockets were read last. */
  let startedAt: number | null = null;
  let [allowedMs, allowedCalls]: [number, number] = [lastsMs, defaults.calls];
  let hasRefused = false;

  /** `elseMs`: what other work took since the last turn. */
  const begin = (elseMs = 0): void => {
    startedAt = now();
    begun = 0;
    allowedMs = Math.max(lastsMs, Math.min(share.mostMs, elseMs * share.times));
    allowedCalls = allowedMs > lastsMs ? share.calls : defaults.calls;
  };
  const hasTime = (): boolean => startedAt !== null && begun < allowedCalls && now() - startedAt < allowedMs;

  /** A lane that had its turn moves to the end of the map. */
  const serveNext = (): void => {
    const [first] = lanes;
    if (first === undefined || (begun > 0 && !hasTime())) return;
    const [websiteId, lane] = first;
    lanes.delete(websiteId);
    const resolve = lane.shift();
    if (lane.length > 0) lanes.set(websiteId, lane);
    waiting -= 1;
    begun += 1;
    resolve?.();
  };

  /**
   * Immediates that are set here run after the sockets have been read. Each is followed by all that its call does without
   * waiting for others, so that the next one knows how long it took.
   */
  const endTurn = (): void => {
    startedAt = null;
    if (waiting === 0) return;
    const endedAt = now();
    begin();
    setImmediate(() => {
      begin(hasRefused ? now() - endedAt : 0);
      hasRefused = false;
    });
    for (let call = Math.min(waiting, share.calls); call > 0; call -= 1) setImmediate(serveNext);
    setImmediate(endTurn);
  };

  return {
    /** What a call of a website waits for before it is computed. */
    wait: (websiteId: number): Promise<void> => {
      if (startedAt === null) {
        begin();
        setImmediate(endTurn);
      }
      if (waiting === 0 && hasTime()) {
        begun += 1;
        return Promise.resolve();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const lane = lanes.get(websiteId) ?? [];
      lane.push(resolve);
      lanes.set(websiteId, lane);
      waiting += 1;
      return promise;
    },
    /** A call was refused, so the next turn may last longer. */
    noteRefusal: (): void => {
      hasRefused = true;
    },
    get waiting(): number {
      return waiting;
    },
  };
};

export type Turns = ReturnType<typeof createTurns>;
