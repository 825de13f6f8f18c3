import { worstKey } from './candidate-key.ts';

/** Keeps the `size` best of all keys offered. Room for twice as many makes sorting rare. */
export type TopK = {
  offer(key: number): void;
  /** A key that is not below this one cannot enter any more. */
  readonly limit: number;
  /** True when something was offered that found no place. */
  readonly overflowed: boolean;
  /** Best first. */
  take(): Float64Array;
};

/** `below`: keys that are not below this one are not wanted, however few there are. */
export const createTopK = (size: number, below: number = worstKey): TopK => {
  // Small sets stay small: room grows with what is offered.
  let keys = new Float64Array(Math.min(2 * size, 64) || 1);
  let count = 0;
  let limit = below;
  let overflowed = false;
  const cut = () => {
    keys.subarray(0, count).sort();
    if (count <= size) return;
    count = size;
    overflowed = true;
    limit = keys[size - 1] ?? below;
  };
  const makeRoom = () => {
    if (keys.length < 2 * size) {
      const wider = new Float64Array(Math.min(2 * size, keys.length * 2));
      wider.set(keys);
      keys = wider;
    } else cut();
  };
  return {
    offer: (key) => {
      if (key >= limit || size === 0) {
        overflowed = true;
        return;
      }
      if (count === keys.length) makeRoom();
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
      cut();
      return keys.slice(0, count);
    },
  };
};
