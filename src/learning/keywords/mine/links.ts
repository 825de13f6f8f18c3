import { createPairCounts, type PairCounts } from './pair-counts.ts';

/** A link from a pattern or product to another, with its evidence. */
export type Link = {
  readonly to: number;
  /** Sum of the weights of all shoppers, with decay by age. */
  readonly weight: number;
  /** Different shoppers. */
  readonly shoppers: number;
  /** Milliseconds since 1970, to the second. */
  readonly lastSeen: number;
};

export type Links = {
  /** Strongest first; ties by `to`. */
  from(row: number): readonly Link[];
  /** Sum of all weights of a row, including links that were cut off. */
  total(row: number): number;
};

export type LinkTally = {
  /** Call it once per shopper and link. */
  add(from: number, to: number, weight: number, at: number): void;
  /** Links of fewer shoppers are left out, also from the totals. */
  toLinks(limit: number, shoppersAtLeast?: number): Links;
};

/** Links counted at the same time: the bound on memory, about 40 bytes each. */
const linkDefaults = { capacity: 2_000_000 } as const;

export const createLinkTally = (capacity: number = linkDefaults.capacity): LinkTally => {
  const pairs = createPairCounts(capacity);
  return {
    add: (from, to, weight, at) => pairs.add(from, to, weight, at),
    toLinks: (limit, shoppersAtLeast = 1) => buildLinks(pairs, limit, shoppersAtLeast),
  };
};

/** Compressed sparse rows: slots of each row one after the other. Link objects are created on request. */
const buildLinks = (pairs: PairCounts, limit: number, shoppersAtLeast: number): Links => {
  const { starts, slots } = groupSlotsByRow(pairs, shoppersAtLeast);
  const totals = new Float64Array(starts.length);
  const ends = new Uint32Array(starts.length);
  for (let row = 0; row + 1 < starts.length; row++) {
    const rowSlots = slots.subarray(starts[row], starts[row + 1]);
    for (const slot of rowSlots) totals[row] = (totals[row] ?? 0) + pairs.weightAt(slot);
    rowSlots.sort((a, b) => pairs.weightAt(b) - pairs.weightAt(a) || pairs.toAt(a) - pairs.toAt(b));
    ends[row] = (starts[row] ?? 0) + Math.min(limit, rowSlots.length);
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

const groupSlotsByRow = (pairs: PairCounts, shoppersAtLeast: number) => {
  let rows = 0;
  let size = 0;
  const forEachSlot = (visit: (slot: number, row: number) => void): void => {
    for (const slot of pairs.slots())
      if (pairs.shoppersAt(slot) >= shoppersAtLeast) visit(slot, pairs.fromAt(slot));
  };
  forEachSlot((_, row) => {
    rows = Math.max(rows, row + 1);
    size++;
  });
  const starts = new Uint32Array(rows + 1);
  forEachSlot((_, row) => void (starts[row + 1] = (starts[row + 1] ?? 0) + 1));
  for (let row = 0; row < rows; row++) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  const slots = new Uint32Array(size);
  const next = starts.slice();
  forEachSlot((slot, row) => {
    const at = next[row] ?? 0;
    slots[at] = slot;
    next[row] = at + 1;
  });
  return { starts, slots };
};
