import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { choosePace, hasRequests } from '../../../domain/work-pace.ts';
import type { SetBudget, SetStore } from './set-store.ts';
import { createSetWriter, type SetWriter } from './set-words.ts';

export type ReadySets = Pick<SetStore, 'find'>;

/** Writes the result for the source in this row; false: there is none. */
type WriteSet = (source: number, writer: SetWriter) => boolean;

/** A result takes some 500 bytes. What does not fit is searched for when it is asked. */
export const createSetBudget = (): SetBudget => ({ bytes: 128 << 20 });

/** Results are made after so many questions: a live change makes them obsolete. */
const questionsBefore = 512;

/** Work stops when others were asked for so long and these were not: their version may not be live any more. Milliseconds. */
const patienceMs = 2_000;

/** When any results were asked for last, and when this thread last answered anything while work paused. */
let [lastAskedMs, lastBusyMs] = [0, 0];

/**
 * The results for all products of a version, made beside other requests and when there are none. Pages of a shop ask for
 * every product sooner or later, and a result takes a twentieth of the memory of its answer. Several threads that share a
 * store make each result once.
 */
export const createReadySets = (writeSet: WriteSet, store: SetStore): ReadySets => {
  const writer = createSetWriter();
  let [questions, askedMs, isWorking] = [0, 0, false];
  /** False when there is nothing left to do. */
  const makeNext = (): boolean => {
    const row = store.takeRow();
    if (row < 0) return false;
    writer.length = 0;
    if (writeSet(row, writer) && !store.add(row, writer)) store.close();
    return true;
  };
  const work = async (): Promise<void> => {
    let startMs = performance.now();
    while (makeNext()) {
      const nowMs = performance.now();
      const { workMs, pauseMs } = choosePace(nowMs - Math.max(lastAskedMs, lastBusyMs));
      if (nowMs - startMs < workMs) continue;
      const before = performance.eventLoopUtilization();
      // Not by `createWorkSlices`: this work must not keep a process that ends waiting.
      await setTimeout(pauseMs, undefined, { ref: false });
      startMs = performance.now();
      if (hasRequests(performance.eventLoopUtilization(before).active)) lastBusyMs = startMs;
      if (lastAskedMs - askedMs > patienceMs) return;
    }
  };
  const startWork = (): void => {
    isWorking = true;
    const stop = (): void => {
      isWorking = false;
    };
    // A product whose result cannot be made is searched for when it is asked, which says why.
    work().then(stop, stop);
  };
  return {
    find: (source) => {
      const found = store.find(source);
      if (store.isComplete()) return found;
      questions += 1;
      askedMs = lastAskedMs = performance.now();
      if (questions >= questionsBefore && !isWorking) startWork();
      return found;
    },
  };
};
