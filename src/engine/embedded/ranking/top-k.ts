import { worstKey } from './candidate-key.ts';

/** Keeps the `size` lowest of all keys offered. A buffer of twice that size makes sorting rare. */
export type TopK = {
  offer(key: number): void;
  /** Only keys below this one can still enter. */
  readonly limit: number;
  /** Lowers the limit to what is known now, where more than a quarter too many are held. */
  tighten(): void;
  /** True when a key was offered that was not kept. */
  readonly overflowed: boolean;
  /** Best first. */
  take(): Float64Array;
};

/** `initialLimit`: only keys below this one are kept, even if there are fewer than `size`. */
export const createTopK = (size: number, initialLimit: number = worstKey): TopK => {
  // The buffer starts small and grows with what is offered.
  let keys = new Float64Array(Math.min(2 * size, 64) || 1);
  let count = 0;
  let limit = initialLimit;
  let overflowed = false;
  /** Drops all but the lowest `size`, which stay in any order: most are dropped again later, so sorting can wait. */
  const trim = () => {
    if (count <= size) return;
    moveLowest(keys, count, size);
    count = size;
    overflowed = true;
    limit = keys[size - 1] ?? initialLimit;
  };
  const growOrTrim = () => {
    if (keys.length < 2 * size) {
      const wider = new Float64Array(Math.min(2 * size, keys.length * 2));
      wider.set(keys);
      keys = wider;
    } else trim();
  };
  return {
    offer: (key) => {
      if (key >= limit || size === 0) {
        overflowed = true;
        return;
      }
      if (count === keys.length) growOrTrim();
      keys[count] = key;
      count += 1;
    },
    tighten: () => {
      if (count > size * 1.25) trim();
    },
    get limit() {
      return limit;
    },
    get overflowed() {
      return overflowed || count > size;
    },
    take: () => {
      trim();
      return keys.slice(0, count).sort();
    },
  };
};

/**
 * Moves the `wanted` lowest of the first `count` keys to the front, the highest of them last (quickselect, with the
 * middle of three as pivot).
 */
const moveLowest = (keys: Float64Array, count: number, wanted: number): void => {
  const target = wanted - 1;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const pivot = middleOf(keys[low] ?? 0, keys[(low + high) >>> 1] ?? 0, keys[high] ?? 0);
    let [left, right] = [low, high];
    while (left <= right) {
      while ((keys[left] ?? 0) < pivot) left += 1;
      while ((keys[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const key = keys[left] ?? 0;
      keys[left] = keys[right] ?? 0;
      keys[right] = key;
      left += 1;
      right -= 1;
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else return;
  }
};

const middleOf = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
