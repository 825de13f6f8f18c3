import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work between two turns of the event loop, in milliseconds. */
const sliceMs = 1.5;

/**
 * Divides long work into slices, so that other requests are answered in between. Reading the clock costs about as much
 * as looking at a row: ask `isOver` once for some dozens of rows.
 */
export type WorkSlices = {
  isOver(): boolean;
  /** Lets the event loop turn, then starts the next slice. */
  next(): Promise<void>;
};

export const createWorkSlices = (maximumMs: number = sliceMs): WorkSlices => {
  let startMs = performance.now();
  return {
    isOver: () => performance.now() - startMs > maximumMs,
    next: async () => {
      await setImmediate();
      startMs = performance.now();
    },
  };
};
