import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { choosePace, hasRequests } from '../../domain/work-pace.ts';
import { createItemStore, type ItemBytes, type ListBudget, writeItem } from './packed-items.ts';
import type { RelatedItem } from './related-keywords-request.ts';

/** The list of a pattern, item by item. */
export type PackedList = { readonly length: number; at(index: number): ItemBytes };

export type ReadyLists = {
  /** The list of the pattern with this number; null: it is not ready. */
  find(pattern: number): PackedList | null;
  /** Gives its memory back; nothing is ready any more. */
  dispose(): void;
};

export type ListMaker = {
  /** Patterns are numbered from 0. */
  readonly patterns: number;
  /** Items of a list at most. */
  readonly size: number;
  /** What the pattern with this number is answered with; null or empty: it has no list of its own. */
  readonly make: (pattern: number) => readonly RelatedItem[] | null;
  /** Lists are made after so many questions. */
  readonly after: number;
  readonly budget: ListBudget;
};

/** For the lists of all boxes. */
export const createListBudget = (): ListBudget => ({ bytes: 128 << 20 });

/** Work stops when nobody has asked for so long, and goes on with the next question. Milliseconds. */
const patienceMs = 60_000;

const bytesPerPlace = 4;

/** The lists of all patterns of a box, made beside other requests and when there are none. */
export const createReadyLists = ({ patterns, size, make, after, budget }: ListMaker): ReadyLists => {
  let store = createItemStore(budget);
  let places: Uint32Array | null = null;
  let lengths = new Uint8Array(0);
  const placesBytes = patterns * (size * bytesPerPlace + 1);
  let [questions, next, askedMs, busyMs, isWorking] = [0, 0, 0, 0, false];

  /** False when there is no room for more. */
  const makeList = (pattern: number, into: Uint32Array): boolean => {
    const items = make(pattern);
    if (items === null || items.length > size) return true;
    for (const [index, item] of items.entries()) {
      const place = store.add(writeItem(item));
      if (place < 0) return false;
      into[pattern * size + index] = place;
    }
    lengths[pattern] = items.length;
    return true;
  };
  const stop = (): void => {
    next = patterns;
    store.seal();
  };
  const work = async (into: Uint32Array): Promise<void> => {
    let startMs = performance.now();
    for (; next < patterns; next += 1) {
      if (!makeList(next, into)) break;
      const nowMs = performance.now();
      const { workMs, pauseMs } = choosePace(nowMs - Math.max(askedMs, busyMs));
      if (nowMs - startMs < workMs) continue;
      const before = performance.eventLoopUtilization();
      await setTimeout(pauseMs, undefined, { ref: false });
      startMs = performance.now();
      if (hasRequests(performance.eventLoopUtilization(before).active)) busyMs = startMs;
      if (startMs - askedMs > patienceMs) return;
    }
    stop();
  };
  const startWork = (): void => {
    if (places === null) {
      if (budget.bytes < placesBytes) return stop();
      budget.bytes -= placesBytes;
      places = new Uint32Array(patterns * size);
      lengths = new Uint8Array(patterns);
    }
    isWorking = true;
    // A pattern whose list cannot be made is answered when it is asked for, which says why.
    work(places)
      .catch(stop)
      .finally(() => {
        isWorking = false;
      });
  };
  const mayWork = size < 256;
  return {
    find: (pattern) => {
      const length = lengths[pattern] ?? 0;
      if (next < patterns && mayWork) {
        questions += 1;
        askedMs = performance.now();
        if (questions >= after && !isWorking) startWork();
      }
      if (length === 0 || places === null) return null;
      const [found, start] = [places, pattern * size];
      const items = store;
      return { length, at: (index) => items.at(found[start + index] ?? 0) };
    },
    dispose: () => {
      stop();
      budget.bytes += store.bytes + (places === null ? 0 : placesBytes);
      [places, lengths, store] = [null, new Uint8Array(0), createItemStore(budget)];
    },
  };
};
