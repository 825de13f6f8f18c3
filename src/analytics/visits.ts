/** The list that led a shopper to a product: its box, and the campaigns that changed it. */
export type Credit = { readonly boxId: number; readonly campaigns: readonly number[] };

type Visit = {
  seenMs: number;
  /** The keyword that was followed last: what is bought afterwards goes to it, unless another list led there. */
  search: Credit | null;
  readonly products: Map<string, Credit>;
};

/** A visit ends after half an hour without an event. Beyond the limits, the oldest is forgotten. */
export const visitDefaults = { idleMs: 30 * 60_000, visits: 20_000, products: 50 } as const;

const dropOldest = (map: Map<string, unknown>, most: number): void => {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
};

/**
 * Remembers what shoppers clicked, so that a basket or an order is credited to the list that led to it also when the
 * page does not name it. In the memory of this process alone, never on disk.
 */
export const createVisits = (now: () => number) => {
  const visits = new Map<string, Visit>();
  /** Continues the visit of a shopper, or begins one. */
  const open = (websiteId: number, shopper: string): Visit => {
    const name = `${websiteId} ${shopper}`;
    const known = visits.get(name);
    const isOver = known === undefined || now() - known.seenMs > visitDefaults.idleMs;
    const visit: Visit = isOver ? { seenMs: 0, search: null, products: new Map() } : known;
    visit.seenMs = now();
    visits.delete(name);
    visits.set(name, visit);
    dropOldest(visits, visitDefaults.visits);
    return visit;
  };
  return {
    continueVisit: (websiteId: number, shopper: string): void => void open(websiteId, shopper),
    /** `product` null: a keyword was followed. */
    rememberClick: (websiteId: number, shopper: string, product: string | null, credit: Credit): void => {
      const visit = open(websiteId, shopper);
      if (product === null) visit.search = credit;
      else visit.products.delete(product);
      if (product !== null) visit.products.set(product, credit);
      dropOldest(visit.products, visitDefaults.products);
    },
    /** `listVariants` names the other variants of a product: shoppers choose a colour or a size before they buy. */
    findCredit: async (
      websiteId: number,
      shopper: string,
      product: string,
      listVariants: () => Promise<readonly string[]>,
    ): Promise<Credit | null> => {
      const { products, search } = open(websiteId, shopper);
      const own = products.get(product);
      if (own !== undefined || products.size === 0) return own ?? search;
      const clicked = (await listVariants()).find((variant) => products.has(variant));
      return clicked === undefined ? search : (products.get(clicked) ?? search);
    },
  };
};

export type Visits = ReturnType<typeof createVisits>;
