import { setTimeout } from 'node:timers/promises';
import { choosePace } from '../../../domain/work-pace.ts';
import { createSetStore, type SetBudget, type SetStore } from './set-store.ts';
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

/** When any results were asked for last. */
let lastAskedMs = 0;

/**
 * The results for all products of a version, made beside other requests and when there are none. Pages of a shop ask for
 * every product sooner or later, and a result takes a twentieth of the memory of its answer.
 */
export const createReadySets = (rowCount: number, writeSet: WriteSet, budget: SetBudget): ReadySets => {
  let store: SetStore | null = null;
  const writer = createSetWriter();
  let [questions, askedMs, row, isWorking] = [0, 0, 0, false];
  /** False when there is nothing left to do. */
  const makeNext = (into: SetStore): boolean => {
    if (row >= rowCount) return false;
    writer.length = 0;
    if (writeSet(row, writer) && !into.add(row, writer)) row = rowCount;
    else row += 1;
    return row < rowCount;
  };
  const work = async (into: SetStore): Promise<void> => {
    let startMs = performance.now();
    while (makeNext(into)) {
      const nowMs = performance.now();
      const { workMs, pauseMs } = choosePace(nowMs - lastAskedMs);
      if (nowMs - startMs < workMs) continue;
      // Not by `createWorkSlices`: this work must not keep a process that ends waiting.
      await setTimeout(pauseMs, undefined, { ref: false });
      startMs = performance.now();
      if (lastAskedMs - askedMs > patienceMs) return;
    }
  };
  const startWork = (): void => {
    isWorking = true;
    store ??= createSetStore(rowCount, budget);
    const stop = (): void => {
      isWorking = false;
    };
    // A product whose result cannot be made is searched for when it is asked, which says why.
    work(store).then(stop, () => {
      row += 1;
      stop();
    });
  };
  return {
    find: (source) => {
      const found = store?.find(source) ?? null;
      if (row >= rowCount) return found;
      questions += 1;
      askedMs = lastAskedMs = performance.now();
      if (questions >= questionsBefore && !isWorking) startWork();
      return found;
    },
  };
};
