export type Timing = { readonly part: string; readonly tookMs: number };

export const startStopwatch = () => {
  const timings: Timing[] = [];
  return {
    timings,
    time: async <T>(part: string, work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        timings.push({ part, tookMs: elapsedMs(startedAt) });
      }
    },
  };
};

/** Rounded to the microsecond. */
export const elapsedMs = (startedAt: number): number =>
  Math.round((performance.now() - startedAt) * 1000) / 1000;
