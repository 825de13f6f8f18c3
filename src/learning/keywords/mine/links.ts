/** A link from a pattern or product to another, with its evidence. */
export type Link = {
  readonly to: number;
  /** Sum of the weights of all shoppers, with decay by age. */
  readonly weight: number;
  /** Different shoppers. */
  readonly shoppers: number;
  /** Milliseconds since 1970. */
  readonly lastSeen: number;
};

export type Links = {
  /** Strongest first; ties by `to`. */
  from(row: number): readonly Link[];
  /** Sum of all weights of a row, including links that were cut off. */
  total(row: number): number;
};

export type LinkCounts = {
  /** Call it once per shopper and link. */
  add(from: number, to: number, weight: number, at: number): void;
  /** The strongest `limit` of each row. Links of fewer shoppers are left out, also from the totals. */
  toLinks(limit: number, shoppersAtLeast?: number): Links;
};

const linkDefaults = {
  /** Links counted at the same time: the bound on memory, about 130 bytes each. */
  capacity: 1_000_000,
  /** Share of them that stays when there is no room for another. */
  keptShare: 0.7,
} as const;

/** Ids are below this, so that a pair of them is an exact number (26 + 26 bits). */
const pairBase = 2 ** 26;
export const pairKey = (one: number, other: number): number => one * pairBase + other;

type CountedLink = { -readonly [part in keyof Link]: Link[part] } & { readonly from: number };

export const createLinkCounts = (capacity: number = linkDefaults.capacity): LinkCounts => {
  let counted = new Map<number, CountedLink>();
  /**
   * Those of most shoppers stay, then the newest. A frequent link that is dropped is soon counted again; one that a
   * shopper made long ago supports no suggestion.
   */
  const dropWeakest = (): void => {
    const strongest = [...counted].sort(([, a], [, b]) => b.shoppers - a.shoppers || b.lastSeen - a.lastSeen);
    counted = new Map(strongest.slice(0, Math.floor(capacity * linkDefaults.keptShare)));
  };
  return {
    add(from, to, weight, at) {
      const known = counted.get(pairKey(from, to));
      if (known !== undefined) {
        known.weight += weight;
        known.shoppers += 1;
        known.lastSeen = Math.max(known.lastSeen, at);
        return;
      }
      if (counted.size >= capacity) dropWeakest();
      counted.set(pairKey(from, to), { from, to, weight, shoppers: 1, lastSeen: at });
    },
    toLinks(limit, shoppersAtLeast = 1) {
      const enough = counted.values().filter(({ shoppers }) => shoppers >= shoppersAtLeast);
      const rows = Map.groupBy(enough, ({ from }) => from);
      const totals = new Map<number, number>();
      for (const [row, links] of rows) {
        totals.set(
          row,
          links.reduce((sum, { weight }) => sum + weight, 0),
        );
        links.sort((a, b) => b.weight - a.weight || a.to - b.to).splice(limit);
      }
      return { from: (row) => rows.get(row) ?? [], total: (row) => totals.get(row) ?? 0 };
    },
  };
};
