import { rowFromKey, worstKey } from './candidate-key.ts';

export type TopK = ReturnType<typeof createTopK>;

/** Keeps the `size` lowest of all keys offered. A buffer of twice that size makes sorting rare. */
export const createTopK = (size: number) => {
  // The buffer starts small and grows with what is offered.
  let keys = new Float64Array(Math.min(2 * size, 64) || 1);
  let count = 0;
  let limit = worstKey;
  let overflowed = false;
  /** Drops all but the lowest `size`, which stay in any order: most are dropped again later, so sorting can wait. */
  const trim = () => {
    if (count <= size) return;
    moveLowest(keys, count, size);
    count = size;
    overflowed = true;
    limit = keys[size - 1] ?? worstKey;
  };
  const growOrTrim = () => {
    if (keys.length < 2 * size) {
      const wider = new Float64Array(Math.min(2 * size, keys.length * 2));
      wider.set(keys);
      keys = wider;
    } else trim();
  };
  return {
    offer: (key: number): void => {
      if (key >= limit || size === 0) {
        overflowed = true;
        return;
      }
      if (count === keys.length) growOrTrim();
      keys[count] = key;
      count += 1;
    },
    /** Lowers the limit to what is known now, where more than a quarter too many are held. */
    tighten: (): void => {
      if (count > size * 1.25) trim();
    },
    /** Only keys below this one can still enter. */
    get limit() {
      return limit;
    },
    /** True when a key was offered that was not kept. */
    get overflowed() {
      return overflowed || count > size;
    },
    /** Best first. */
    take: (): Float64Array => {
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

/** Keys of the best looks, best first, up to the first one of the last wanted family. */
type BestFamilies = {
  readonly keys: Float64Array;
  /** Those of `keys` that are the best of their family. */
  readonly firsts: Float64Array;
};

/** Looks of a family that are expected among the best. */
const looksPerFamily = 2;

/** The `wanted` best families of some looks. `keys`: score and row of each look (candidate-key.ts). */
export const findBestFamilies = (
  keys: Float64Array,
  familyOf: Uint32Array,
  wanted: number,
  size: number = wanted * looksPerFamily,
): BestFamilies => {
  const top = createTopK(size);
  for (let at = 0; at < keys.length; at += 1) top.offer(keys[at] ?? 0);
  const best = top.take();
  const seen = new Set<number>();
  const firsts = new Float64Array(Math.min(wanted, best.length));
  let length = 0;
  for (; length < best.length && seen.size < wanted; length += 1) {
    const key = best[length] ?? 0;
    const family = familyOf[rowFromKey(key)] ?? 0;
    if (!seen.has(family)) firsts[seen.size] = key;
    seen.add(family);
  }
  // Families with very many looks are in the way of others.
  if (seen.size < wanted && top.overflowed) return findBestFamilies(keys, familyOf, wanted, size * 4);
  return { keys: best.subarray(0, length), firsts: firsts.subarray(0, seen.size) };
};
