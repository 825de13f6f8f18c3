type Host = {
  running: number;
  failuresInARow: number;
  /** Until then every call fails at once, in milliseconds since 1970. */
  restsUntilMs: number;
  waiting: (() => void)[];
};

type Limits = {
  readonly perHost: number;
  readonly failures: number;
  /** How long a failing host is left alone; for good unless given. */
  readonly restMs?: number;
  readonly now?: () => number;
};

export const createHostLimiter = ({
  perHost,
  failures,
  restMs = Infinity,
  now = () => Date.now(),
}: Limits) => {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string): Host => {
    const host = hosts.get(name) ?? { running: 0, failuresInARow: 0, restsUntilMs: 0, waiting: [] };
    hosts.set(name, host);
    return host;
  };
  const acquire = async (host: Host): Promise<void> => {
    if (host.running >= perHost) await new Promise<void>((resolve) => host.waiting.push(resolve));
    else host.running += 1;
  };
  /** Hands the slot to the next waiting call, or frees it. */
  const release = (host: Host): void => {
    const next = host.waiting.shift();
    if (next) next();
    else host.running -= 1;
  };
  return {
    /**
     * Runs `work` when fewer than `perHost` calls to the host are running. If `work` throws, that is one
     * failure; after `failures` failures in a row every further call returns `onFailure()` at once, so that a
     * dead host cannot delay an import of a hundred thousand pictures.
     */
    async run<T>(name: string, work: () => Promise<T>, onFailure: () => T): Promise<T> {
      const host = hostOf(name);
      await acquire(host);
      try {
        if (host.restsUntilMs > now()) return onFailure();
        const result = await work();
        host.failuresInARow = 0;
        return result;
      } catch {
        host.failuresInARow += 1;
        if (host.failuresInARow >= failures) host.restsUntilMs = now() + restMs;
        return onFailure();
      } finally {
        release(host);
      }
    },
  };
};

export type HostLimiter = ReturnType<typeof createHostLimiter>;
