import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createField } from '../../test/support/engine/catalogue-arbitraries.ts';
import { publish } from '../../test/support/engine/temporary-engine.ts';
import { boxDefaults, type SearchBox } from '../domain/box.ts';
import type { Campaign, Condition, Effect, Promotion } from '../domain/campaign.ts';
import type { Filter } from '../domain/filter.ts';
import { strategyDefaults } from '../domain/strategy.ts';
import { openEmbeddedEngine } from '../engine/embedded/embedded.ts';
import type { DraftProduct, Engine, ProductReader } from '../engine/engine.ts';
import { findProductCampaigns } from './campaigns/product-campaigns.ts';
import { createFindAppearances } from './find-appearances.ts';
import { createImageSearch } from './image-search.ts';

const fields = [
  createField('brand', 'text'),
  createField('category', 'path'),
  createField('price', 'number'),
  createField('sale', 'boolean'),
];

/** p0 … p29 lie on an arc: neighbours on it look alike. p1 and p5 are variants, p6 is sold out. */
const createProduct = (number: number): DraftProduct => ({
  product: {
    identifier: `p${number}`,
    displayText: `Product ${number}`,
    url: `https://shop.example/p${number}`,
    price: number,
    currency: null,
    images: [],
    groupId: number === 1 || number === 5 ? 'g' : null,
    available: number !== 6,
    fields: {
      brand: number % 2 === 0 ? 'Acme' : 'Other',
      category: number < 10 ? 'Home/Lamps' : 'Home/Desks',
      price: number,
      sale: number % 3 === 0,
    },
  },
  picture: {
    hash: String(number),
    looks: Float32Array.of(Math.cos(number / 20), Math.sin(number / 20)),
    colour: Float32Array.of(1),
  },
});

const box: SearchBox = {
  id: 1,
  websiteId: 1,
  datasetId: 1,
  tracker: 't',
  name: 'similar',
  kind: 'search',
  cacheControl: '',
  pageSize: 10,
  maximumPageSize: 100,
  candidates: 40,
  facetType: 'basic',
  facets: [],
  sameAsSource: [],
  minimumScore: 0,
  weights: boxDefaults.weights,
  exclude: null,
  strategies: [{ ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'All' }],
};

let folder: string;
let engine: Engine;
let reader: ProductReader;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-operations-'));
  engine = await openEmbeddedEngine({ folder });
  const products = Array.from({ length: 30 }, (_, number) => createProduct(number));
  await publish(engine, 'shop', { fields, language: 'en', model: 'm', plans: [] }, products);
  const opened = engine.products('shop');
  if (opened === null) throw new Error('It was published above.');
  reader = opened;
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const createCampaign = (effect: Effect, when: Condition, changes: Partial<Campaign> = {}): Campaign => ({
  ruleId: 1,
  websiteId: 1,
  name: 'Campaign',
  boxId: null,
  state: 'published',
  priority: 0,
  when,
  schedule: { from: null, until: null, weekdays: [] },
  share: 1,
  effect,
  ...changes,
});

const rolesOf = async (identifier: string, campaign: Campaign) => {
  const source = await reader.source(identifier);
  if (source === null) throw new Error(`There is no ${identifier}.`);
  const [found] = await findProductCampaigns(reader, source, [campaign]);
  return found?.roles ?? [];
};

const promotion = (...promotions: Promotion[]): Effect => ({
  kind: 'promotion',
  highlighted: false,
  promotions,
});
const banner: Effect = { kind: 'banner', position: 'filterTop', contents: ['Hello'] };
const acme: Filter = { kind: 'compare', field: 'brand', comparison: 'eq', value: 'Acme' };
const nowhere: Condition = { brand: 'Nobody' };

describe('the condition of a campaign', () => {
  it.each<[string, Condition, readonly string[], readonly string[]]>([
    ['without any', {}, ['p0', 'p1', 'p6'], []],
    ['of one product and its variants', { identifiers: ['p1'] }, ['p1', 'p5'], ['p2']],
    ['of one variant', { identifiers: ['p1'], variantOnly: true }, ['p1'], ['p5']],
    ['of a category', { category: 'Home/Lamps' }, ['p0', 'p9'], ['p10']],
    ['of the category above', { category: 'Home' }, ['p0', 'p10'], []],
    ['of a brand', { brand: 'Acme' }, ['p2'], ['p3']],
    ['of a price', { price: { min: 3, max: 4 } }, ['p3', 'p4'], ['p2', 'p5']],
    ['of an attribute', { attributes: [{ name: 'sale', value: true }] }, ['p3'], ['p4']],
    ['of two at once', { brand: 'Acme', category: 'Home/Desks' }, ['p10'], ['p2', 'p11']],
  ])('%s makes it apply on the pages of its products', async (_, when, applies, doesNot) => {
    const campaign = createCampaign(banner, when);
    for (const product of applies)
      expect([product, await rolesOf(product, campaign)]).toEqual([product, ['source']]);
    for (const product of doesNot) expect([product, await rolesOf(product, campaign)]).toEqual([product, []]);
  });

  it.each<[string, Partial<Campaign>]>([
    ['a draft', { state: 'draft' }],
    ['one of next year', { schedule: { from: '2099-01-01T00:00:00Z', until: null, weekdays: [] } }],
    ['one for no traffic', { share: 0 }],
  ])('is looked at alone: %s counts', async (_, changes) => {
    expect(await rolesOf('p2', createCampaign(banner, {}, changes))).toEqual(['source']);
  });
});

describe('the effect of a campaign', () => {
  it.each<[string, Effect, Readonly<Record<string, readonly string[]>>]>([
    [
      'pins a family',
      promotion({ action: 'pin', identifier: 'p1', position: 1 }),
      { p1: ['pin'], p5: ['pin'], p2: [] },
    ],
    [
      'pins a variant on purpose',
      promotion({ action: 'pin', identifier: 'p1', position: 1, variantOnly: true }),
      { p1: ['pin'], p5: [] },
    ],
    [
      'hides by name',
      promotion({ action: 'hide', targets: { identifiers: ['p5', 'p8'] } }),
      { p1: ['hide'], p8: ['hide'], p9: [] },
    ],
    [
      'boosts by filter, each variant by its own values',
      promotion({ action: 'boost', targets: { filter: acme }, factor: 2 }),
      { p0: ['boost'], p6: ['boost'], p1: [] },
    ],
    [
      'does several things to one product, each said once',
      promotion(
        { action: 'bury', targets: { filter: acme }, factor: 0.5 },
        { action: 'bury', targets: { identifiers: ['p2'] }, factor: 0.5 },
        { action: 'boost', targets: { identifiers: ['p2'] }, factor: 3 },
      ),
      { p2: ['boost', 'bury'], p4: ['bury'], p3: [] },
    ],
    [
      'filters on a field that nobody has',
      promotion({ action: 'hide', targets: { filter: { ...acme, field: 'nothing' } as Filter } }),
      { p0: [], p1: [] },
    ],
    ['advertises', { kind: 'ads', identifiers: ['p3'] }, { p3: ['ad'], p4: [] }],
    [
      'asks with tiles',
      {
        kind: 'intentClarification',
        question: 'Which?',
        tiles: [{ id: 'a', text: 'Acme', tile: null, action: { kind: 'filter', filter: acme } }],
      },
      { p2: ['tile'], p3: [] },
    ],
    ['redirects: nothing is done to a product', { kind: 'redirect', url: 'https://a.example' }, { p0: [] }],
  ])('%s', async (_, effect, expected) => {
    const campaign = createCampaign(effect, nowhere);
    for (const [product, roles] of Object.entries(expected))
      expect([product, await rolesOf(product, campaign)]).toEqual([product, roles]);
  });

  it('is named after the condition', async () => {
    const both = createCampaign(promotion({ action: 'hide', targets: { filter: acme } }), { brand: 'Acme' });
    expect(await rolesOf('p2', both)).toEqual(['source', 'hide']);
  });
});

describe('the appearances of a product', () => {
  const search = createImageSearch({
    products: (dataset) => engine.products(dataset),
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    report: (part, cause) => {
      throw new Error(part, { cause });
    },
  });
  const find = async (identifier: string, campaigns: readonly Campaign[] = []) => {
    const [variants = []] = await reader.families([identifier]);
    const request = { box, dataset: 'shop', synonyms: [], campaigns, identifier, requestId: 'r' };
    return createFindAppearances(search)(request, variants);
  };
  const places = async (...args: Parameters<typeof find>) =>
    (await find(...args)).map(({ product, position }) => [product.identifier, position]);

  it('are in the lists of its nearest look-alikes, nearest first', async () => {
    expect((await places('p0')).slice(0, 2)).toEqual([
      ['p1', expect.any(Number) as number],
      ['p2', expect.any(Number) as number],
    ]);
    expect(await places('p15')).toHaveLength(12);
  });

  it('are at the position that the search itself gives', async () => {
    for (const { product, position } of await find('p15')) {
      const request = { box, dataset: 'shop', synonyms: [], campaigns: [], requestId: 'r' };
      const rest = { top: 24, page: 1, filter: null, orderBy: [], tile: null, explain: false };
      const { documents } = await search({ ...request, ...rest, identifier: product.identifier });
      expect(documents[position - 1]?.identifier).toBe('p15');
    }
  });

  it('count for the whole family: a variant is shown in its place', async () => {
    const [ofOne, ofOther] = [await places('p1'), await places('p5')];
    expect(ofOne.length).toBeGreaterThan(0);
    expect(ofOther.length).toBeGreaterThan(0);
  });

  it('are none for a product that campaigns hide, and the first for one that they pin', async () => {
    const hidden = createCampaign(promotion({ action: 'hide', targets: { identifiers: ['p15'] } }), {});
    expect(await places('p15', [hidden])).toEqual([]);
    const pinned = createCampaign(promotion({ action: 'pin', identifier: 'p15', position: 1 }), {});
    expect(new Set((await places('p15', [pinned])).map(([, position]) => position))).toEqual(new Set([1]));
  });

  it('are none where a campaign sends shoppers away', async () => {
    const redirect = createCampaign({ kind: 'redirect', url: 'https://a.example' }, {});
    expect(await places('p15', [redirect])).toEqual([]);
  });
});
