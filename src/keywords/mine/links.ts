import { createPairCounts, type PairCounts } from './pair-counts.ts';

/** From one thing to another, with what is behind it. */
export type Link = {
  readonly to: number;
  /** Decayed. */
  readonly weight: number;
  /** Different shoppers. */
  readonly shoppers: number;
  /** Milliseconds since 1970, to the second. */
  readonly lastSeen: number;
};

export type Links = {
  /** Strongest first; equal ones by number. */
  from(row: number): readonly Link[];
  /** Sum of all weights of a row, those cut off included. */
  total(row: number): number;
};

export type LinkTally = {
  /** Call it once for a shopper and a link. */
  add(from: number, to: number, weight: number, at: number): void;
  /** Links of too few shoppers are left out, of the totals too. */
  toLinks(most: number, shoppersAtLeast?: number): Links;
};

/** Links that are counted at a time, so that memory is bounded whatever the log: about 40 bytes each. */
export const linkDefaults = { capacity: 2_000_000 } as const;

export const createLinkTally = (counted: number = linkDefaults.capacity): LinkTally => {
  const pairs = createPairCounts(counted);
  return {
    add: (from, to, weight, at) => pairs.add(from, to, weight, at),
    toLinks: (most, shoppersAtLeast = 1) => linksOf(pairs, most, shoppersAtLeast),
  };
};

/** Rows one after the other in typed arrays; a link becomes an object when it is asked for. */
const linksOf = (pairs: PairCounts, most: number, shoppersAtLeast: number): Links => {
  const { starts, slots } = slotsByRow(pairs, shoppersAtLeast);
  const totals = new Float64Array(starts.length);
  const ends = new Uint32Array(starts.length);
  for (let row = 0; row + 1 < starts.length; row++) {
    const own = slots.subarray(starts[row], starts[row + 1]);
    for (const slot of own) totals[row] = (totals[row] ?? 0) + pairs.weightAt(slot);
    own.sort((a, b) => pairs.weightAt(b) - pairs.weightAt(a) || pairs.toAt(a) - pairs.toAt(b));
    ends[row] = (starts[row] ?? 0) + Math.min(most, own.length);
  }
  const linkAt = (slot: number): Link => ({
    to: pairs.toAt(slot),
    weight: pairs.weightAt(slot),
    shoppers: pairs.shoppersAt(slot),
    lastSeen: pairs.lastSeenAt(slot),
  });
  return {
    from: (row) => Array.from(slots.subarray(starts[row] ?? 0, ends[row] ?? 0), linkAt),
    total: (row) => totals[row] ?? 0,
  };
};

const slotsByRow = (pairs: PairCounts, shoppersAtLeast: number) => {
  let rows = 0;
  let size = 0;
  const counts = (pass: (slot: number, row: number) => void): void => {
    for (const slot of pairs.slots())
      if (pairs.shoppersAt(slot) >= shoppersAtLeast) pass(slot, pairs.fromAt(slot));
  };
  counts((_, row) => {
    rows = Math.max(rows, row + 1);
    size++;
  });
  const starts = new Uint32Array(rows + 1);
  counts((_, row) => void (starts[row + 1] = (starts[row + 1] ?? 0) + 1));
  for (let row = 0; row < rows; row++) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  const slots = new Uint32Array(size);
  const next = starts.slice();
  counts((slot, row) => {
    const at = next[row] ?? 0;
    slots[at] = slot;
    next[row] = at + 1;
  });
  return { starts, slots };
};
