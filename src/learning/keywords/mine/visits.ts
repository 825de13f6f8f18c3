/** A search of a shopper with the products that followed: product → strength (click 1, cart 2, order 3). */
export type Visit = {
  readonly pattern: number;
  readonly spelling: number;
  readonly at: number;
  readonly products: Map<number, number>;
};

export type ShopperAction = {
  readonly pattern: number;
  readonly spelling: number;
  readonly at: number;
  /** -1 for a search. */
  readonly product: number;
  readonly strength: number;
};

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
