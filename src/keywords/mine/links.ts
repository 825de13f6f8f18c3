/** From one thing to another, with what is behind it. */
export type Link = {
  readonly to: number;
  /** Decayed. */
  readonly weight: number;
  /** Different shoppers. */
  readonly shoppers: number;
  /** Milliseconds since 1970. */
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
  links(most: number, shoppersAtLeast?: number): Links;
};

/** Rows and columns are numbered below this, so that a pair is one exact number. */
const columns = 2 ** 26;

export const createLinkTally = (): LinkTally => {
  const slots = new Map<number, number>();
  const weights: number[] = [];
  const shoppers: number[] = [];
  const lastSeen: number[] = [];
  const add = (from: number, to: number, weight: number, at: number): void => {
    const key = from * columns + to;
    const slot = slots.get(key) ?? weights.length;
    slots.set(key, slot);
    weights[slot] = (weights[slot] ?? 0) + weight;
    shoppers[slot] = (shoppers[slot] ?? 0) + 1;
    lastSeen[slot] = Math.max(lastSeen[slot] ?? 0, at);
  };
  const links = (most: number, shoppersAtLeast = 1): Links => {
    const rows = new Map<number, Link[]>();
    const totals = new Map<number, number>();
    for (const [key, slot] of slots) {
      if ((shoppers[slot] ?? 0) < shoppersAtLeast) continue;
      const row = Math.floor(key / columns);
      const link = {
        to: key % columns,
        weight: weights[slot] ?? 0,
        shoppers: shoppers[slot] ?? 0,
        lastSeen: lastSeen[slot] ?? 0,
      };
      const list = rows.get(row);
      if (list) list.push(link);
      else rows.set(row, [link]);
      totals.set(row, (totals.get(row) ?? 0) + link.weight);
    }
    for (const [row, list] of rows) rows.set(row, list.sort(strongestFirst).slice(0, most));
    return { from: (row) => rows.get(row) ?? [], total: (row) => totals.get(row) ?? 0 };
  };
  return { add, links };
};

const strongestFirst = (a: Link, b: Link): number => b.weight - a.weight || a.to - b.to;
