import type { ServerResponse } from 'node:http';

export type LoopStall = {
  /** How long nothing else could run. */
  readonly ms: number;
  /** Routes that were in work long enough to have caused it; empty: none, it was background work. */
  readonly routes: readonly string[];
};

type Response = Pick<ServerResponse, 'writableEnded' | 'destroyed'>;

export type EventLoopWatch = {
  /** A call of this route has begun; it counts as in work until its response ends. */
  readonly begin: (route: string, response: Response) => void;
  readonly close: () => void;
};

type WatchOptions = {
  readonly onStall: (stall: LoopStall) => void;
  readonly stallMs?: number;
  readonly intervalMs?: number;
  readonly now?: () => number;
};

type CallInWork = { readonly route: string; readonly begunAt: number; readonly response: Response };

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
}: WatchOptions): EventLoopWatch => {
  const inWork = new Set<CallInWork>();
  let last = now();
  const tick = (): void => {
    const at = now();
    const ms = at - last - intervalMs;
    if (ms > stallMs) {
      const suspects = [...inWork].filter(({ begunAt }) => begunAt <= at - stallMs).map(({ route }) => route);
      onStall({ ms, routes: [...new Set(suspects)] });
    }
    // Only now, so that a call that ended within the stall is among the suspects.
    for (const call of inWork)
      if (call.response.writableEnded || call.response.destroyed) inWork.delete(call);
    last = now();
  };
  const timer = setInterval(tick, intervalMs).unref();
  return {
    begin: (route, response) => void inWork.add({ route, response, begunAt: now() }),
    close: () => clearInterval(timer),
  };
};
