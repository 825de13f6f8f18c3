import type { DemoLanguage } from '../src/domain/demo-account.ts';
import { demoCampaigns, demoExperiment } from './campaigns.ts';
import { demoProducts, demoShop } from './products.ts';
import { wordsOf } from './words/languages.ts';
import type { FieldName, Words } from './words/words.ts';
import { demoFeedFiles } from './write-feed.ts';

/** The key that the pages of the demo shop show to browsers. */
export const storefrontKeyName = 'storefront';

export type DemoDeclarationOptions = {
  /** The folder that `writeDemoFeed` wrote. */
  readonly folder: string;
  readonly language?: DemoLanguage;
};

/** The demo website, in the form `kindred apply` reads. */
export const demoDeclaration = ({ folder, language = 'en' }: DemoDeclarationOptions) => {
  const { feed, images } = demoFeedFiles(folder);
  const words = wordsOf[language];
  return {
    website: {
      name: 'demo',
      displayName: words.shop,
      language,
      url: demoShop.url,
      synonyms: words.synonyms,
    },
    datasets: [
      { name: 'catalogue', kind: 'products', source: { file: feed, images }, fields: listFields(words) },
      { name: 'searches', kind: 'keywords', products: 'catalogue' },
    ],
    boxes,
    campaigns: demoCampaigns(demoProducts(language), language),
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

const listFields = ({ fields }: Words) => {
  const facet = (name: FieldName) => ({
    name,
    displayName: fields[name],
    facetable: true,
    searchable: true,
  });
  return [
    { name: 'category', displayName: fields.category, type: 'path', facetable: true, searchable: true },
    facet('brand'),
    facet('colour'),
    facet('material'),
    facet('pattern'),
    facet('gender'),
    facet('room'),
    { name: 'price', displayName: fields.price, type: 'number', facetable: true, sortable: true },
    { name: 'description', displayName: fields.description, facetable: false, searchable: true },
  ];
};

/** The same look-alikes as `similar`; campaigns are declared for that one alone. */
export const boxWithoutCampaigns = 'similar-without-campaigns';

/**
 * The demo shop itself also has a box to compare campaigns with, an experiment that is running, and names that people
 * read.
 */
export const demoShopDeclaration = (options: DemoDeclarationOptions & { readonly now: number }) => {
  const { datasets, boxes: used, campaigns, ...declaration } = demoDeclaration(options);
  const { partNames: names } = wordsOf[options.language ?? 'en'];
  const nameOf = (slug: string): string => (isPart(names, slug) ? names[slug] : slug);
  return {
    ...declaration,
    datasets: datasets.map((dataset) => ({
      ...dataset,
      name: nameOf(dataset.name),
      ...('products' in dataset && { products: nameOf(dataset.products) }),
    })),
    boxes: used
      .flatMap((box) => (box.kind === 'search' ? [box, { ...box, name: boxWithoutCampaigns }] : [box]))
      .map((box) => ({ ...box, name: nameOf(box.name), dataset: nameOf(box.dataset) })),
    campaigns: [...campaigns, demoExperiment(options.now, options.language)].map((campaign) => ({
      ...campaign,
      box: nameOf(campaign.box),
    })),
  };
};

const isPart = <T extends object>(names: T, slug: PropertyKey): slug is keyof T => Object.hasOwn(names, slug);

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
    // Less alike than this convinces nobody.
    minimumScore: 0.3,
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
  { name: 'related-products', kind: 'relatedProducts', dataset: 'catalogue', size: 12 },
];
