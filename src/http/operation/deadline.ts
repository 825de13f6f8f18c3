/** Rejects work that takes longer. */
export type Deadline = <T>(work: Promise<T>) => Promise<T>;

type Waiting = { readonly until: number; readonly reject: (error: Error) => void };

/**
 * A database that hangs must not hold calls for as long as it does. One timer for all of them, which may be late by a
 * quarter of the time: one for each call would take longer than finding a cached answer does.
 */
export const createDeadline = (limitMs: number, describe: () => Error): Deadline => {
  /** The oldest first. */
  const all = new Set<Waiting>();
  let timer: NodeJS.Timeout | null = null;
  const sweep = (): void => {
    for (const waiting of all) {
      if (waiting.until > performance.now()) break;
      all.delete(waiting);
      waiting.reject(describe());
    }
    timer = all.size === 0 ? null : setTimeout(sweep, limitMs / 4).unref();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const waiting = { until: performance.now() + limitMs, reject };
      all.add(waiting);
      timer ??= setTimeout(sweep, limitMs / 4).unref();
      const end = (): void => void all.delete(waiting);
      work.then(resolve, reject).then(end, end);
    });
};
