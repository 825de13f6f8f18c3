import { boxDefaults } from '../../src/domain/box.ts';
import { ladderDefault } from '../../src/domain/strategy.ts';
import type { Store } from '../../src/store/store.ts';

type ShopSettings = {
  readonly sameAsSource: readonly string[];
  readonly name?: string;
  /** Whether its key has a rate and a quota, which no load reaches but which are counted. */
  readonly isLimited?: boolean;
};

const wideLimits = {
  rate: { calls: 1_000_000, perSeconds: 1 },
  quota: { calls: 1_000_000_000, per: 'month' },
} as const;

/** An empty shop: a website, its products, a search box with three facets, and a key. */
export const declareShop = async (
  store: Store,
  { sameAsSource, name = 'shop', isLimited = false }: ShopSettings,
) => {
  const { id } = await store.websites.put('bench', {
    name,
    displayName: 'Shop',
    language: 'en',
    url: 'https://shop.example',
    synonyms: [],
  });
  const products = await store.datasets.put(id, 'bench', {
    name: 'catalogue',
    kind: 'products',
    source: null,
    fields: [],
    model: null,
    productsId: null,
  });
  const { relatedSize: _size, directions: _directions, ...searchDefaults } = boxDefaults;
  const search = await store.boxes.put(id, 'bench', {
    ...searchDefaults,
    name: 'similar',
    kind: 'search',
    datasetId: products.id,
    facets: ['brand', 'colour', 'price'],
    sameAsSource,
    exclude: null,
    strategies: ladderDefault,
  });
  const { keys } = await store.subscriptions.put(id, 'bench', {
    name: 'shop',
    kind: 'secret',
    ...(isLimited ? wideLimits : { rate: null, quota: null }),
    boxIds: [],
    origins: [],
  });
  if (keys === null) throw new Error('The folder held a shop before.');
  return { websiteId: id, products, search, key: keys.primary };
};
