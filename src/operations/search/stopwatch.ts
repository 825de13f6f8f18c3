/** Duration of one part of an answer. */
export type Timing = { readonly part: string; readonly tookMs: number };

export type Stopwatch = {
  time<T>(part: string, work: () => Promise<T>): Promise<T>;
  timings(): readonly Timing[];
};

export const startStopwatch = (): Stopwatch => {
  const timings: Timing[] = [];
  return {
    time: async (part, work) => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        timings.push({ part, tookMs: elapsedMs(startedAt) });
      }
    },
    timings: () => [...timings],
  };
};

/** For answers without an explanation: measures nothing. */
export const noStopwatch: Stopwatch = { time: (_part, work) => work(), timings: () => [] };

/** Rounded to the microsecond. */
export const elapsedMs = (startedAt: number): number =>
  Math.round((performance.now() - startedAt) * 1000) / 1000;
