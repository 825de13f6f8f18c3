import { findHalfTyped } from '../guards/half-typed.ts';

/** One submitted search of a shopper, with the products that followed and how strongly each was wanted. */
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
 * A shopper's actions, by time, as visits. A click belongs to the newest visit of its pattern, and makes one
 * when the log has clicks only. Half-typed searches leave; the same search again is the same visit.
 */
export const groupIntoVisits = (
  actions: readonly ShopperAction[],
  textOf: (spelling: number) => string,
  halfTypedWithinMs: number,
): Visit[] => {
  const visits = withProducts(actions);
  const typed = visits.map((visit) => ({
    text: textOf(visit.spelling),
    at: visit.at,
    acted: visit.products.size > 0,
  }));
  const half = findHalfTyped(typed, halfTypedWithinMs);
  return mergeRepeats(visits.filter((_, index) => !half[index]));
};

const withProducts = (actions: readonly ShopperAction[]): Visit[] => {
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
