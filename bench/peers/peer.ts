/* The same work for every store: the 200 nearest of a product that is known, three facets over these, a page of 24. */

export type Item = {
  readonly id: number;
  readonly vector: Float32Array;
  readonly brand: string;
  readonly colour: string;
  readonly price: number;
};

export type Catalogue = {
  readonly size: number;
  readonly dimensions: number;
  readonly item: (id: number) => Item;
};

export type Facts = Pick<Item, 'id' | 'brand' | 'colour' | 'price'>;

/** A page of products and the facets of the candidates. */
export type Answer = {
  readonly page: readonly number[];
  readonly brands: ReadonlyMap<string, number>;
  readonly colours: ReadonlyMap<string, number>;
  readonly prices: readonly [lowest: number, highest: number];
};

export const candidates = 200;
export const pageLength = 24;

export type Search = (id: number, colour: string | null) => Promise<Answer>;

export type OpenPeer = { readonly search: Search; readonly close: () => Promise<void> | void };

export type Peer = {
  readonly name: string;
  /** Builds the store in a folder. */
  readonly build: (catalogue: Catalogue, folder: string) => Promise<OpenPeer>;
};

/** The facets of some candidates, best first; `own`: the product that was asked for, which is not in its answer. */
export const countFacets = (nearest: readonly Facts[], own: number): Answer => {
  const brands = new Map<string, number>();
  const colours = new Map<string, number>();
  let [lowest, highest] = [Infinity, -Infinity];
  const page: number[] = [];
  for (const { id, brand, colour, price } of nearest) {
    if (id === own) continue;
    if (page.length < pageLength) page.push(id);
    brands.set(brand, (brands.get(brand) ?? 0) + 1);
    colours.set(colour, (colours.get(colour) ?? 0) + 1);
    lowest = Math.min(lowest, price);
    highest = Math.max(highest, price);
  }
  return { page, brands, colours, prices: [lowest, highest] };
};

/** A package of bench/package.json, which is installed on demand and has no types here. */
export const loadPackage = async <T>(name: string): Promise<T> => {
  try {
    return (await import(name)) as T;
  } catch (error) {
    throw new Error(`${name} is missing: npm install --prefix bench --no-package-lock`, { cause: error });
  }
};
