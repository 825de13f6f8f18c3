/** Pairs of numbers with what was counted for each, in typed arrays. */
export type PairCounts = {
  readonly size: number;
  add(from: number, to: number, weight: number, at: number): void;
  /** Places of the pairs; they change with the next `add`. */
  slots(): Generator<number>;
  fromAt(slot: number): number;
  toAt(slot: number): number;
  weightAt(slot: number): number;
  shoppersAt(slot: number): number;
  lastSeenAt(slot: number): number;
};

/** Both numbers are below this, so that a pair is one exact number. */
const columns = 2 ** 26;
const empty = -1;
const secondMs = 1000;

/** What is kept when there is no more room: so much of `most`. */
const keptShare = 0.7;

/**
 * A hash table with open addressing: 20 bytes a place, where a map of objects takes over a hundred. When `most`
 * pairs are held, those that fewest shoppers stand behind go, the oldest of them first. What many shoppers do is
 * seen again soon; a pair that one shopper made long ago supports no suggestion anyway.
 */
export const createPairCounts = (most: number): PairCounts => {
  let table = allocate(1024);
  let size = 0;

  const placeOf = (key: number): number => {
    const mask = table.keys.length - 1;
    let place = hash(key) & mask;
    while (table.keys[place] !== empty && table.keys[place] !== key) place = (place + 1) & mask;
    return place;
  };
  const move = (from: Table, isKept: (slot: number) => boolean): void => {
    size = 0;
    for (let slot = 0; slot < from.keys.length; slot++) {
      const key = from.keys[slot] ?? empty;
      if (key === empty || !isKept(slot)) continue;
      const place = placeOf(key);
      table.keys[place] = key;
      table.weights[place] = from.weights[slot] ?? 0;
      table.shoppers[place] = from.shoppers[slot] ?? 0;
      table.seen[place] = from.seen[slot] ?? 0;
      size++;
    }
  };
  const makeRoom = (): void => {
    const before = table;
    if (size >= most) {
      table = allocate(before.keys.length);
      move(before, survivors(before, size, Math.floor(most * keptShare)));
    } else if (size * 2 > before.keys.length) {
      table = allocate(before.keys.length * 2);
      move(before, () => true);
    }
  };

  return {
    get size() {
      return size;
    },
    add(from, to, weight, at) {
      makeRoom();
      const key = from * columns + to;
      const place = placeOf(key);
      if (table.keys[place] === empty) {
        table.keys[place] = key;
        size++;
      }
      table.weights[place] = (table.weights[place] ?? 0) + weight;
      table.shoppers[place] = (table.shoppers[place] ?? 0) + 1;
      table.seen[place] = Math.max(table.seen[place] ?? 0, Math.floor(at / secondMs));
    },
    *slots() {
      for (let slot = 0; slot < table.keys.length; slot++) if (table.keys[slot] !== empty) yield slot;
    },
    fromAt: (slot) => Math.floor((table.keys[slot] ?? 0) / columns),
    toAt: (slot) => (table.keys[slot] ?? 0) % columns,
    weightAt: (slot) => table.weights[slot] ?? 0,
    shoppersAt: (slot) => table.shoppers[slot] ?? 0,
    lastSeenAt: (slot) => (table.seen[slot] ?? 0) * secondMs,
  };
};

type Table = ReturnType<typeof allocate>;

const allocate = (length: number) => ({
  keys: new Float64Array(length).fill(empty),
  weights: new Float32Array(length),
  shoppers: new Uint32Array(length),
  /** Seconds since 1970. */
  seen: new Uint32Array(length),
});

/** Both halves of the number are mixed: neighbours in a row must not lie side by side. */
const hash = (key: number): number => {
  let mixed =
    Math.imul((key % 0x1_0000_0000) | 0, 0x9e37_79b1) ^ Math.imul((key / 0x1_0000_0000) | 0, 0x85eb_ca6b);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b_3c6d) >>> 0;
};

/** Those of most shoppers, then the newest; equal ones are kept or go together. */
const survivors = (table: Table, size: number, wanted: number): ((slot: number) => boolean) => {
  const worthAt = (slot: number): number =>
    Math.min(table.shoppers[slot] ?? 0, 1000) * 2 ** 33 + (table.seen[slot] ?? 0);
  const worths = new Float64Array(size);
  let filled = 0;
  for (let slot = 0; slot < table.keys.length; slot++)
    if (table.keys[slot] !== empty) worths[filled++] = worthAt(slot);
  const least = worths.sort()[size - wanted] ?? 0;
  return (slot) => worthAt(slot) > least;
};
