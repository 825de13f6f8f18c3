/*
 * Counts for pairs of ids (pattern → next pattern, pattern → product …) in a hash table with open addressing.
 * 20 bytes per slot, where a Map of objects takes over a hundred: a log has millions of pairs.
 *
 * Four parallel arrays; one slot is one pair. Example: add(1, 2, 0.5, at), later add(1, 2, 1, at) by another shopper,
 * add(7, 3, 1, at). B is `keyBase`.
 *
 *   slot         0       1         2         3       4
 *   keys      [ -1  |  1·B+2  |  7·B+3  |   -1   |  -1  …    from · B + to; -1 is an empty slot
 *   weights   [  0  |   1.5   |    1    |    0   |   0  …    sum
 *   shoppers  [  0  |    2    |    1    |    0   |   0  …    number of `add` calls
 *   lastSeen  [  0  |  17…31  |  17…20  |    0   |   0  …    newest time, seconds since 1970
 *
 * Look-up: start at hash(key) and go right until the key or an empty slot is found (linear probing). Here both keys
 * hash to slot 1, so 7·B+3 went to slot 2. The table doubles when half of it is used, which keeps such runs short.
 *
 * At `capacity` pairs the table is rebuilt with at most 70 % of them: those of most shoppers, then the newest.
 *
 *   pairs by rank   (3 shoppers) (2, new) (2, old) (1, new) (1, newer than t) │ (1, at t) (1, old) (1, older) …
 *                   └─────────────────────── kept ────────────────────────┘   └────────── dropped ──────────
 *
 * A frequent pair that is dropped is soon counted again; a pair that one shopper made long ago supports no suggestion.
 */

/** Weight, number of shoppers and last time for pairs of ids, in typed arrays. */
export type PairCounts = {
  readonly size: number;
  add(from: number, to: number, weight: number, at: number): void;
  /** Slots in use; valid until the next `add`. */
  slots(): Generator<number>;
  fromAt(slot: number): number;
  toAt(slot: number): number;
  weightAt(slot: number): number;
  shoppersAt(slot: number): number;
  lastSeenAt(slot: number): number;
};

/** Ids are below this, so that `from * keyBase + to` is an exact number (26 + 26 bits). */
const keyBase = 2 ** 26;
const empty = -1;
const secondMs = 1000;

/** Share of `capacity` that is kept when the table is full. */
const keptShare = 0.7;

export const createPairCounts = (capacity: number): PairCounts => {
  let table = allocate(1024);
  let size = 0;

  const findSlot = (key: number): number => {
    const mask = table.keys.length - 1;
    let slot = hash(key) & mask;
    while (table.keys[slot] !== empty && table.keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  const rehash = (from: Table, isKept: (slot: number) => boolean): void => {
    size = 0;
    for (let oldSlot = 0; oldSlot < from.keys.length; oldSlot++) {
      const key = from.keys[oldSlot] ?? empty;
      if (key === empty || !isKept(oldSlot)) continue;
      const slot = findSlot(key);
      table.keys[slot] = key;
      table.weights[slot] = from.weights[oldSlot] ?? 0;
      table.shoppers[slot] = from.shoppers[oldSlot] ?? 0;
      table.lastSeen[slot] = from.lastSeen[oldSlot] ?? 0;
      size++;
    }
  };
  const ensureCapacity = (): void => {
    const before = table;
    if (size >= capacity) {
      table = allocate(before.keys.length);
      rehash(before, selectSurvivors(before, size, Math.floor(capacity * keptShare)));
    } else if (size * 2 > before.keys.length) {
      table = allocate(before.keys.length * 2);
      rehash(before, () => true);
    }
  };

  return {
    get size() {
      return size;
    },
    add(from, to, weight, at) {
      ensureCapacity();
      const key = from * keyBase + to;
      const slot = findSlot(key);
      if (table.keys[slot] === empty) {
        table.keys[slot] = key;
        size++;
      }
      table.weights[slot] = (table.weights[slot] ?? 0) + weight;
      table.shoppers[slot] = (table.shoppers[slot] ?? 0) + 1;
      table.lastSeen[slot] = Math.max(table.lastSeen[slot] ?? 0, Math.floor(at / secondMs));
    },
    *slots() {
      for (let slot = 0; slot < table.keys.length; slot++) if (table.keys[slot] !== empty) yield slot;
    },
    fromAt: (slot) => Math.floor((table.keys[slot] ?? 0) / keyBase),
    toAt: (slot) => (table.keys[slot] ?? 0) % keyBase,
    weightAt: (slot) => table.weights[slot] ?? 0,
    shoppersAt: (slot) => table.shoppers[slot] ?? 0,
    lastSeenAt: (slot) => (table.lastSeen[slot] ?? 0) * secondMs,
  };
};

type Table = ReturnType<typeof allocate>;

const allocate = (length: number) => ({
  keys: new Float64Array(length).fill(empty),
  weights: new Float32Array(length),
  shoppers: new Uint32Array(length),
  /** Seconds since 1970. */
  lastSeen: new Uint32Array(length),
});

/** Mixes both halves of the key, so that pairs with the same `from` do not fill adjacent slots. */
const hash = (key: number): number => {
  let mixed =
    Math.imul((key % 0x1_0000_0000) | 0, 0x9e37_79b1) ^ Math.imul((key / 0x1_0000_0000) | 0, 0x85eb_ca6b);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b_3c6d) >>> 0;
};

/** Keeps pairs of most shoppers, then the newest. Pairs with the threshold's rank are all dropped. */
const selectSurvivors = (table: Table, size: number, target: number): ((slot: number) => boolean) => {
  const rankAt = (slot: number): number =>
    Math.min(table.shoppers[slot] ?? 0, 1000) * 2 ** 33 + (table.lastSeen[slot] ?? 0);
  const ranks = new Float64Array(size);
  let filled = 0;
  for (let slot = 0; slot < table.keys.length; slot++)
    if (table.keys[slot] !== empty) ranks[filled++] = rankAt(slot);
  const threshold = ranks.sort()[size - target] ?? 0;
  return (slot) => rankAt(slot) > threshold;
};
