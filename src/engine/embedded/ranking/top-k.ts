import { worstKey } from './candidate-key.ts';

/** Keeps the `size` lowest of all keys offered. A buffer of twice that size makes sorting rare. */
export type TopK = {
  offer(key: number): void;
  /** Only keys below this one can still enter. */
  readonly limit: number;
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
  const trim = () => {
    keys.subarray(0, count).sort();
    if (count <= size) return;
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
    get limit() {
      return limit;
    },
    get overflowed() {
      return overflowed || count > size;
    },
    take: () => {
      trim();
      return keys.slice(0, count);
    },
  };
};
