export type Tallies = ReturnType<typeof createTallies>;

export const createTallies = () => ({
  nextPatterns: createLinkCounts(),
  patternProducts: createLinkCounts(),
  productPatterns: createLinkCounts(),
  nextProducts: createLinkCounts(),
  spellingShoppers: new Map<number, number>(),
  wordShoppers: new Map<string, number>(),
  popularity: [] as number[],
  shoppers: [] as number[],
  lastSeen: [] as number[],
});

export const tallyDefaults = {
  /** Number of later searches of the same shopper that a search is linked to. */
  linksAhead: 10,
  /** After so long a shopper mostly wants something else: the link counts less. */
  sameWishMs: 30 * 60_000,
  laterWeight: 0.4,
  /** Weight of a link against the direction of the step; 1 along it. */
  backwardWeight: 0.8,
} as const;

const dayMs = 86_400_000;

export type Decay = (at: number) => number;

/** Actions later than `now` count fully. A half-life of null: no decay. */
export const createDecay =
  (now: number, halfLifeDays: number | null): Decay =>
  (at) =>
    halfLifeDays === null ? 1 : 0.5 ** (Math.max(0, now - at) / dayMs / halfLifeDays);

/**
 * Counts a shopper once for each pattern, word, product and link, at the newest time: robots gain nothing by repeating,
 * and going back and forth between two patterns adds nothing.
 */
export const tallyShopper = (
  tallies: Tallies,
  visits: readonly Visit[],
  wordsOf: (pattern: number) => readonly string[],
  decay: Decay,
): void => {
  const seen = {
    spellings: new Set<number>(),
    patterns: new Set<number>(),
    words: new Set<string>(),
    clicks: new Set<number>(),
    steps: new Set<number>(),
    productSteps: new Set<number>(),
  };
  const addStep = (
    known: Set<number>,
    counts: LinkCounts,
    from: number,
    to: number,
    weight: number,
    at: number,
  ) => {
    if (from === to) return;
    if (addIfNew(known, pairKey(from, to))) counts.add(from, to, weight, at);
    if (addIfNew(known, pairKey(to, from))) counts.add(to, from, weight * tallyDefaults.backwardWeight, at);
  };
  for (const [place, visit] of [...visits.entries()].reverse()) {
    const { pattern, spelling, at, products } = visit;
    if (addIfNew(seen.spellings, spelling)) countOne(tallies.spellingShoppers, spelling);
    if (addIfNew(seen.patterns, pattern)) {
      tallies.popularity[pattern] = (tallies.popularity[pattern] ?? 0) + decay(at);
      tallies.shoppers[pattern] = (tallies.shoppers[pattern] ?? 0) + 1;
      tallies.lastSeen[pattern] = Math.max(tallies.lastSeen[pattern] ?? 0, at);
      for (const word of wordsOf(pattern))
        if (addIfNew(seen.words, word)) countOne(tallies.wordShoppers, word);
    }
    for (const [product, strength] of products) {
      if (!addIfNew(seen.clicks, pairKey(pattern, product))) continue;
      tallies.patternProducts.add(pattern, product, strength * decay(at), at);
      tallies.productPatterns.add(product, pattern, strength * decay(at), at);
    }
    for (const next of visits.slice(place + 1, place + 1 + tallyDefaults.linksAhead)) {
      const isSameWish = next.at - at <= tallyDefaults.sameWishMs;
      const weight = (isSameWish ? 1 : tallyDefaults.laterWeight) * decay(next.at);
      addStep(seen.steps, tallies.nextPatterns, pattern, next.pattern, weight, next.at);
      for (const from of products.keys())
        for (const to of next.products.keys())
          addStep(seen.productSteps, tallies.nextProducts, from, to, weight, next.at);
    }
  }
};

const addIfNew = <T>(seen: Set<T>, value: T): boolean => {
  if (seen.has(value)) return false;
  seen.add(value);
  return true;
};

const countOne = <T>(counts: Map<T, number>, value: T): void =>
  void counts.set(value, (counts.get(value) ?? 0) + 1);

/** A link from a pattern or product to another, with its evidence. */
export type Link = {
  readonly to: number;
  /** Sum of the weights of all shoppers, with decay by age. */
  readonly weight: number;
  readonly shoppers: number;
  readonly lastSeen: number;
};

export type LinkCounts = ReturnType<typeof createLinkCounts>;
const linkDefaults = {
  /** Links counted at the same time: the bound on memory, about 130 bytes each. */
  capacity: 1_000_000,
  /** Share of them that stays when there is no room for another. */
  keptShare: 0.7,
} as const;

/** Ids are below this, so that a pair of them is an exact number (26 + 26 bits). */
const pairBase = 2 ** 26;
const pairKey = (one: number, other: number): number => one * pairBase + other;

type CountedLink = { -readonly [part in keyof Link]: Link[part] } & { readonly from: number };

export const createLinkCounts = (capacity: number = linkDefaults.capacity) => {
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
    /** Call it once per shopper and link. */
    add(from: number, to: number, weight: number, at: number): void {
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
    /** The strongest `limit` of each row. Links of fewer shoppers are left out, also from the totals. */
    toLinks(limit: number, shoppersAtLeast = 1) {
      const enough = counted.values().filter(({ shoppers }) => shoppers >= shoppersAtLeast);
      const rows = Map.groupBy(enough, ({ from }) => from);
      const totals = new Map<number, number>();
      for (const [row, links] of rows) {
        const total = links.reduce((sum, { weight }) => sum + weight, 0);
        totals.set(row, total);
        links.sort((a, b) => b.weight - a.weight || a.to - b.to).splice(limit);
      }
      return {
        /** Strongest first; ties by `to`. */
        from: (row: number): readonly Link[] => rows.get(row) ?? [],
        /** Sum of all weights of a row, including links that were cut off. */
        total: (row: number): number => totals.get(row) ?? 0,
      };
    },
  };
};

/** A search of a shopper with the products that followed: product → strength (click 1, cart 2, order 3). */
export type Visit = {
  readonly pattern: number;
  readonly spelling: number;
  readonly at: number;
  readonly products: Map<number, number>;
};

/** `product`: -1 for a search. */
export type ShopperAction = Omit<Visit, 'products'> & { readonly product: number; readonly strength: number };

/**
 * Groups a shopper's actions, ordered by time, into visits. A click belongs to the newest visit of its pattern, or
 * starts one when the log has clicks only. Half-typed searches are removed; a repeated search is the same visit.
 */
export const groupIntoVisits = (
  actions: readonly ShopperAction[],
  getSpelling: (spelling: number) => string,
): Visit[] => {
  const visits = attachProducts(actions);
  return mergeRepeats(visits.filter((visit, at) => !isHalfTyped(visit, visits[at + 1], getSpelling)));
};

const keepStrongest = ({ products }: Visit, product: number, strength: number): void =>
  void products.set(product, Math.max(strength, products.get(product) ?? 0));

const attachProducts = (actions: readonly ShopperAction[]): Visit[] => {
  const visits: Visit[] = [];
  const newest = new Map<number, Visit>();
  for (const { pattern, spelling, at, product, strength } of actions) {
    let visit = product < 0 ? undefined : newest.get(pattern);
    if (visit === undefined) {
      visit = { pattern, spelling, at, products: new Map() };
      visits.push(visit);
      newest.set(pattern, visit);
    }
    if (product >= 0) keepStrongest(visit, product, strength);
  }
  return visits;
};

/** A shopper who reads the results before typing on takes longer than this. */
const halfTypedWithinMs = 5_000;

/** Search-as-you-type sends `g`, `go`, `gol`, `gold`; only the last is a real search, or one with a click. */
const isHalfTyped = (
  { spelling, at, products }: Visit,
  next: Visit | undefined,
  getSpelling: (spelling: number) => string,
): boolean => {
  if (next === undefined || products.size > 0 || next.at - at > halfTypedWithinMs) return false;
  const [typed, whole] = [spelling, next.spelling].map((each) => getSpelling(each).trim().toLowerCase());
  return whole !== typed && (whole ?? '').startsWith(typed ?? '');
};

const mergeRepeats = (visits: readonly Visit[]): Visit[] => {
  const merged: Visit[] = [];
  for (const visit of visits) {
    const last = merged.at(-1);
    if (last?.pattern !== visit.pattern) merged.push(visit);
    else for (const [product, strength] of visit.products) keepStrongest(last, product, strength);
  }
  return merged;
};
