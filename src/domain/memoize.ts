type Known<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown };

/** The value of a key; where there is none, it is made now. */
export const getOrAdd = <K, V>(known: Known<K, V>, key: K, make: () => V): V => {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
};

/** Computes each value once. */
export const memoize = <K, V>(compute: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>();
  return (key) => getOrAdd(known, key, () => compute(key));
};

/** Runs once and keeps the result; after a failure the next call tries again. */
export const memoizeAsync = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
};

/** While it runs, whoever asks waits for the same run. */
export const shareRun = <T>(work: () => Promise<T>) => {
  let running: Promise<T> | null = null;
  const run = (): Promise<T> => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
  return Object.assign(run, { ended: async (): Promise<void> => void (await running) });
};
