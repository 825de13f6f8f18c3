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
  halfTypedWithinMs: number,
): Visit[] => {
  const visits = attachProducts(actions);
  const typedSearches = visits.map((visit) => ({
    text: getSpelling(visit.spelling),
    at: visit.at,
    acted: visit.products.size > 0,
  }));
  const isHalfTyped = findHalfTyped(typedSearches, halfTypedWithinMs);
  return mergeRepeats(visits.filter((_, index) => !isHalfTyped[index]));
};

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
    if (product >= 0) visit.products.set(product, Math.max(strength, visit.products.get(product) ?? 0));
  }
  return visits;
};

const mergeRepeats = (visits: readonly Visit[]): Visit[] => {
  const merged: Visit[] = [];
  for (const visit of visits) {
    const last = merged.at(-1);
    if (last?.pattern !== visit.pattern) merged.push(visit);
    else
      for (const [product, strength] of visit.products)
        last.products.set(product, Math.max(strength, last.products.get(product) ?? 0));
  }
  return merged;
};

/** One search as a shopper's browser sent it. `acted`: something was clicked for exactly this text. */
export type TypedSearch = { readonly text: string; readonly at: number; readonly acted: boolean };

const halfTypedDefaults = {
  /** A shopper who reads the results before typing on takes longer than this. */
  withinMs: 5_000,
} as const;

/**
 * Search-as-you-type sends `g`, `go`, `gol`, `gold`; only the last is a real search. `searches` are those of one
 * shopper, by time; the result says for each whether it was half typed.
 */
export const findHalfTyped = (
  searches: readonly TypedSearch[],
  withinMs: number = halfTypedDefaults.withinMs,
): boolean[] =>
  searches.map((search, index) => {
    const next = searches[index + 1];
    if (next === undefined || search.acted || next.at - search.at > withinMs) return false;
    const [typed, whole] = [search.text.trim().toLowerCase(), next.text.trim().toLowerCase()];
    return whole.length > typed.length && whole.startsWith(typed);
  });
