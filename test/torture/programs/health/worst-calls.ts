import { keyHeader, relatedPath, searchPath } from '../../support/service.ts';
import type { TortureShop } from '../../support/shops.ts';

export type WorstCall = {
  readonly route: string;
  readonly path: string;
  readonly init: RequestInit;
};

const json = (headers: Record<string, string>, body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const listTo = <T>(length: number, create: (place: number) => T): T[] =>
  Array.from({ length }, (_, place) => create(place));

const upload = (headers: Record<string, string>, content: string, name: string): RequestInit => {
  const form = new FormData();
  form.set('feed', new Blob([content]), name);
  return { method: 'POST', headers, body: form };
};

/** As many comparisons as a filter may have. */
const longFilter = listTo(100, (place) => `price lt ${place + 1}`).join(' or ');
/** Words that nobody spelt so: each is compared with all words of the catalogue. */
const misspelt = 'thinng brnad gruop edtion hoome colro '.repeat(5).slice(0, 200).trim();

const textRungs = listTo(10, (rank) => ({
  rank,
  from: 'text',
  searchMode: rank % 2 === 0 ? 'All' : 'Any',
  minimumResults: 10_000,
  fuzzySensitiveness: 'Two',
  minimumFuzzyTermLength: 1,
  enableFuzzyNumberMatch: true,
}));

/** A search box that climbs ten rungs over the words, a box of products, and hundreds of campaigns. */
export const heavyDeclaration = (shop: TortureShop) => ({
  website: { name: shop.name, displayName: shop.name, url: `https://${shop.name}.example` },
  boxes: [
    { name: 'words', kind: 'search', dataset: 'catalogue', candidates: 10_000, strategies: textRungs },
    { name: 'products', kind: 'relatedProducts', dataset: 'catalogue', size: 100 },
  ],
  campaigns: listTo(300, (place) => ({
    name: `campaign ${place}`,
    when: { brand: `Brand${place % 60}`, price: { min: place } },
    effect: { ads: { identifiers: listTo(20, (ad) => `p${place + ad}`) } },
  })),
});

const boostAll = {
  name: 'boosts',
  effect: {
    promotion: {
      promotions: listTo(100, (place) => ({ boost: { filter: `price lt ${place + 1}`, factor: 2 } })),
    },
  },
};

const listOperations = (shop: TortureShop, boxes: Readonly<Record<string, string>>): WorstCall[] => {
  const init = { headers: keyHeader(shop.key) };
  const filter = encodeURIComponent(longFilter);
  const words = { ...shop, search: boxes['words'] ?? '' };
  const products = { ...shop, related: boxes['products'] ?? '' };
  return [
    { route: 'image search', path: `${searchPath(shop, 'p1')}&top=100`, init },
    { route: 'image search, last page', path: `${searchPath(shop, 'p7')}&top=100&page=100`, init },
    { route: 'image search, 100 terms', path: `${searchPath(shop, 'p2')}&filter=${filter}`, init },
    { route: 'image search, sorted', path: `${searchPath(shop, 'p3')}&orderby=price%20desc`, init },
    { route: 'image search, ten text rungs', path: `${searchPath(words, 'p4')}&top=100`, init },
    {
      route: 'image search, ten text rungs and 100 terms',
      path: `${searchPath(words, 'p5')}&top=100&filter=${filter}&orderby=price%20desc`,
      init,
    },
    { route: 'related keywords, misspelt', path: relatedPath(shop, misspelt), init },
    { route: 'related products, every product', path: relatedPath(products, 'thing edition0 red'), init },
    { route: 'related products, misspelt', path: relatedPath(products, misspelt), init },
  ];
};

const listWrites = (shop: TortureShop): WorstCall[] => {
  const ingest = keyHeader(shop.ingest);
  const search = (place: number) => ({
    query_id: `q${place}`,
    client_id: `c${place}`,
    user_query: `thing ${place}`,
    timestamp: new Date().toISOString(),
  });
  const text = (length: number) => 'some new words of this product '.repeat(length / 31);
  const product = (place: number) => ({
    identifier: `new${place}`,
    displayText: `New ${place}`,
    url: `https://shop.example/new/${place}`,
    price: 1,
  });
  const many = (route: string, path: string, create: (place: number) => unknown): WorstCall => ({
    route,
    path,
    init: json(ingest, listTo(1000, create)),
  });
  return [
    many('productData, 1000 prices', '/productData/products', (place) => ({
      identifier: `p${place}`,
      price: place + 1,
    })),
    many('productData, 1000 texts', '/productData/products', (place) => ({
      identifier: `p${place}`,
      displayText: text(1900),
    })),
    many('productData, 1000 new', '/productData/products/add', product),
    {
      route: 'productData, one price',
      path: '/productData/product',
      init: json(ingest, { identifier: 'p1', price: 3 }),
    },
    {
      route: 'productData, one text',
      path: '/productData/product',
      init: json(ingest, { identifier: 'p1', displayText: text(19_000) }),
    },
    { route: 'productData, one new', path: '/productData/product/add', init: json(ingest, product(2000)) },
    {
      route: 'productData, one removed',
      path: '/productData/product/p9',
      init: { method: 'DELETE', headers: ingest },
    },
    {
      route: 'productData, current',
      path: `/productData/product/${shop.tracker}/p1`,
      init: { headers: ingest },
    },
    { route: 'events, 1000', path: '/events', init: json(keyHeader(shop.key), listTo(1000, search)) },
  ];
};

const listFeeds = (shop: TortureShop): WorstCall[] => {
  const owner = { authorization: `Bearer ${shop.token}` };
  const inspect = `/admin/websites/${shop.name}/datasets/catalogue/inspect`;
  const columns = listTo(4000, () => 'title').join(',');
  const keys = listTo(100_000, (place) => `"k${place}":1`).join(',');
  const attributes = listTo(100_000, (place) => `a${place}="1"`).join(' ');
  return [
    {
      route: 'inspect, 4000 columns',
      path: inspect,
      init: upload(owner, `${columns}\n${'x,'.repeat(3999)}x\n`, 'a.csv'),
    },
    { route: 'inspect, 100,000 keys', path: inspect, init: upload(owner, `[{${keys}}]`, 'a.json') },
    {
      route: 'inspect, 100,000 attributes',
      path: inspect,
      init: upload(owner, `<r><p ${attributes}/></r>`, 'a.xml'),
    },
    {
      route: 'inspect, an upload of 30 MB',
      path: inspect,
      init: upload(owner, `id,title\n${'1,some text of a product\n'.repeat(1_200_000)}`, 'a.csv'),
    },
  ];
};

const listPreviews = (shop: TortureShop): WorstCall[] => {
  const owner = { authorization: `Bearer ${shop.token}` };
  const box = `/admin/websites/${shop.name}/boxes`;
  const parameters = { top: 100, filter: longFilter, orderby: 'price desc' };
  return [
    {
      route: 'preview, ten text rungs, 100 terms, 100 boosts',
      path: `${box}/words/preview`,
      init: json(owner, {
        identifier: 'p1',
        campaigns: 'drafts',
        draft: boostAll,
        settings: { strategies: textRungs, candidates: 10_000 },
        parameters,
      }),
    },
    {
      route: 'preview, pictures, 100 boosts',
      path: `${box}/similar/preview`,
      init: json(owner, { identifier: 'p2', campaigns: 'drafts', draft: boostAll, parameters }),
    },
    {
      route: 'preview, related products',
      path: `${box}/products/preview`,
      init: json(owner, { campaigns: 'none', pattern: misspelt }),
    },
    {
      route: 'review of a campaign with 1000 products',
      path: `/admin/websites/${shop.name}/campaigns/review`,
      init: json(owner, {
        ...boostAll,
        when: { identifiers: listTo(1000, (place) => `p${place}`) },
      }),
    },
    {
      route: 'curation of 2000 patterns',
      path: `${box}/related/curation`,
      init: json(
        owner,
        listTo(2000, (place) => ({
          pattern: `shirt ${place}`,
          add: ['lamp'],
          hide: ['rug'],
          replace: false,
        })),
        'PUT',
      ),
    },
    {
      route: 'declaration with 1700 campaigns',
      path: `/admin/websites/${shop.name}/declaration`,
      init: json(
        owner,
        {
          website: { name: shop.name },
          campaigns: listTo(1700, (place) => ({
            name: `declared ${place}`,
            when: { brand: `Brand${place % 60}` },
            effect: { ads: { identifiers: [`p${place}`] } },
          })),
        },
        'PUT',
      ),
    },
    ...['thing', misspelt, 'p9999'].map((words) => ({
      route: `products found by ${words.length > 20 ? 'misspelt words' : words}`,
      path: `/admin/websites/${shop.name}/datasets/catalogue/products?q=${encodeURIComponent(words)}`,
      init: { headers: owner },
    })),
  ];
};

/** The most expensive calls that the limits of each route allow; writes last. `boxes`: trackers by name. */
export const listWorstCalls = (shop: TortureShop, boxes: Readonly<Record<string, string>>): WorstCall[] => [
  ...listOperations(shop, boxes),
  ...listPreviews(shop),
  ...listFeeds(shop),
  ...listWrites(shop),
  // Again with changes laid over the version.
  ...listOperations(shop, boxes).map((call) => ({ ...call, route: `${call.route}, after live changes` })),
];
