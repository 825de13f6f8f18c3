export type LoopStall = {
  /** How long nothing else could run. */
  readonly ms: number;
  /** Routes that were in work long enough to have caused it; empty: none, it was background work. */
  readonly routes: readonly string[];
};

/** A call as it is watched. It holds no request, which would live until the next tick. */
export type WatchedCall = { readonly route: string; readonly begunAt: number; hasEnded: boolean };

type WatchOptions = {
  readonly onStall: (stall: LoopStall) => void;
  readonly stallMs?: number;
  readonly intervalMs?: number;
  readonly now?: () => number;
};

/**
 * Reports stretches in which the event loop was blocked. A timer that fires late shows that there was one. Calls that
 * had begun `stallMs` or more before the late tick are the suspects: a later one cannot have blocked for so long.
 *
 *     last tick      due                         late tick
 *        │   a begins │                   ◀ stallMs ▶│
 *        ├────┴───────┼── blocked ───────────────────┤     a is a suspect, b is not
 *                                         b begins ──┘
 *
 * `monitorEventLoopDelay` was rejected: its histogram says how often, but not which call.
 */
export const watchEventLoop = ({
  onStall,
  stallMs = 50,
  intervalMs = 20,
  now = () => performance.now(),
}: WatchOptions) => {
  const inWork = new Set<WatchedCall>();
  let last = now();
  const tick = (): void => {
    const at = now();
    const ms = at - last - intervalMs;
    if (ms > stallMs) {
      const suspects = [...inWork].filter(({ begunAt }) => begunAt <= at - stallMs).map(({ route }) => route);
      onStall({ ms, routes: [...new Set(suspects)] });
    }
    // Only now, so that a call that ended within the stall is among the suspects.
    for (const call of inWork) if (call.hasEnded) inWork.delete(call);
    last = now();
  };
  const timer = setInterval(tick, intervalMs).unref();
  return {
    /** A call of this route has begun; it counts as in work until it is marked as ended. */
    begin: (route: string): WatchedCall => {
      const call: WatchedCall = { route, begunAt: now(), hasEnded: false };
      inWork.add(call);
      return call;
    },
    close: (): void => clearInterval(timer),
  };
};

export type EventLoopWatch = ReturnType<typeof watchEventLoop>;
