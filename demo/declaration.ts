import { demoCampaigns } from './campaigns.ts';
import { demoProducts, demoShop } from './products.ts';
import { demoFeedFiles } from './write-feed.ts';

/** The key that the pages of the demo shop show to browsers. */
export const storefrontKeyName = 'storefront';

export type DemoDeclarationOptions = {
  /** The folder that `writeDemoFeed` wrote. */
  readonly folder: string;
};

/** The demo website, in the form `kindred apply` reads. */
export const demoDeclaration = ({ folder }: DemoDeclarationOptions) => {
  const { feed, images } = demoFeedFiles(folder);
  return {
    website: { name: 'demo', displayName: 'Demo shop', language: 'en', url: demoShop.url, synonyms },
    datasets: [
      { name: 'catalogue', kind: 'products', source: { file: feed, images }, fields },
      { name: 'searches', kind: 'keywords', products: 'catalogue' },
    ],
    boxes,
    campaigns: demoCampaigns(demoProducts()),
    subscriptions: [
      {
        name: 'shop',
        kind: 'secret',
        rate: { calls: 1000, perSeconds: 10 },
        quota: { calls: 1_000_000, per: 'month' },
      },
      {
        name: storefrontKeyName,
        kind: 'publishable',
        rate: { calls: 1000, perSeconds: 10 },
      },
    ],
  };
};

const synonyms = [
  ['trainers', 'sneakers'],
  ['handbag', 'bag', 'purse'],
  ['backpack', 'rucksack'],
  ['hoodie', 'hooded sweatshirt'],
  ['cushion', 'pillow'],
  ['mug', 'cup'],
];

const facet = (name: string, displayName: string) => ({
  name,
  displayName,
  facetable: true,
  searchable: true,
});

const fields = [
  { name: 'category', displayName: 'Category', type: 'path', facetable: true, searchable: true },
  facet('brand', 'Brand'),
  facet('colour', 'Colour'),
  facet('material', 'Material'),
  facet('pattern', 'Pattern'),
  facet('gender', 'Gender'),
  facet('room', 'Room'),
  { name: 'price', displayName: 'Price', type: 'number', facetable: true, sortable: true },
  { name: 'description', displayName: 'Description', facetable: false, searchable: true },
];

const boxes = [
  {
    name: 'similar',
    kind: 'search',
    dataset: 'catalogue',
    pageSize: 12,
    maximumPageSize: 100,
    candidates: 100,
    facetType: 'semiAdaptive',
    facets: ['category', 'colour', 'price'],
    sameAsSource: ['category'],
    minimumScore: 0,
    weights: { looks: 1, colour: 0.3 },
    strategies: [
      { rank: 1, from: 'looks', searchMode: 'All', minimumResults: 5 },
      { rank: 2, from: 'looks', searchMode: 'Any', minimumResults: 1 },
      {
        rank: 3,
        from: 'text',
        searchMode: 'Any',
        fuzzySensitiveness: 'One',
        minimumFuzzyTermLength: 4,
        enableFuzzyNumberMatch: false,
      },
    ],
  },
  {
    name: 'related',
    kind: 'relatedKeywords',
    dataset: 'searches',
    url: `${demoShop.url}/search?q={keyword}`,
    size: 10,
  },
  { name: 'related-products', kind: 'relatedProducts', dataset: 'catalogue', size: 8 },
];
