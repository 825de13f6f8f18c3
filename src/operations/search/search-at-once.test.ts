import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createField,
  createPicture,
  createProduct,
} from '../../../test/support/engine/catalogue-arbitraries.ts';
import { publish } from '../../../test/support/engine/temporary-engine.ts';
import { aCampaign, aSearchBox } from '../../../test/support/store/test-shop.ts';
import type { SearchBox } from '../../domain/box.ts';
import type { Campaign, Condition } from '../../domain/campaign.ts';
import { ladderDefault } from '../../domain/strategy.ts';
import { openEmbeddedEngine } from '../../engine/embedded/embedded.ts';
import type { DraftProduct, Engine } from '../../engine/engine.ts';
import { planNeighbours } from '../../ingest/neighbour-plans.ts';
import type { ImageSearchRequest } from './image-search-request.ts';
import { searchAtOnce } from './search-at-once.ts';

/** A Wednesday. */
const nowMs = Date.parse('2026-07-15T10:00:00Z');

const box: SearchBox = {
  ...aSearchBox(1),
  id: 1,
  websiteId: 1,
  tracker: '00000000-0000-4000-8000-000000000000',
  exclude: null,
  strategies: ladderDefault,
};

const createDraft = (number: number): DraftProduct => ({
  product: createProduct(`p${number}`, {
    groupId: number < 2 ? 'pair' : null,
    fields: {
      category: number < 30 ? 'Shop/Lamps' : 'Shop/Chairs',
      brand: `Brand ${number % 2}`,
      price: number,
    },
  }),
  picture: createPicture(Float32Array.from([Math.cos(number), Math.sin(number)]), Float32Array.from([1, 0])),
});

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-at-once-'));
  engine = await openEmbeddedEngine({ folder });
  const fields = [
    createField('category', 'path'),
    createField('brand', 'text'),
    createField('price', 'number'),
  ];
  await publish(
    engine,
    'catalogue',
    { fields, language: 'en', model: 'm', plans: planNeighbours([box], 1) },
    Array.from({ length: 60 }, (_, number) => createDraft(number)),
  );
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (campaigns: readonly Campaign[], changes: Partial<ImageSearchRequest> = {}) =>
  searchAtOnce(
    { products: (dataset) => engine.products(dataset), now: () => nowMs },
    {
      box,
      dataset: 'catalogue',
      synonyms: [],
      campaigns,
      identifier: 'p0',
      top: 24,
      page: 1,
      filter: null,
      orderBy: [],
      tile: null,
      explain: false,
      requestId: 'r',
      ...changes,
    },
  );

const listHits = (campaigns: readonly Campaign[]): string[] =>
  ask(campaigns)?.ladder.set?.hits.map(({ identifier }) => identifier) ?? [];

const always = { from: null, until: null, weekdays: [] };

const createCampaign = (when: Condition, changes: Partial<Campaign> = {}): Campaign => ({
  ...aCampaign({ when, schedule: always }),
  ruleId: 1,
  websiteId: 1,
  boxId: null,
  ...changes,
});

describe('a search at once', () => {
  it('is possible without campaigns', () => {
    expect(ask([])?.ladder.set?.count).toBeGreaterThan(10);
  });

  it.each<[string, Campaign]>([
    ['for another product', createCampaign({ identifiers: ['p7'] })],
    ['for a variant of its own', createCampaign({ identifiers: ['p1'], variantOnly: true })],
    ['for another category', createCampaign({ category: 'Shop/Chairs' })],
    ['for another brand', createCampaign({ brand: 'Brand 1' })],
    ['for another price', createCampaign({ price: { min: 10 } })],
    ['for another product, for a share of the traffic', createCampaign({ brand: 'Brand 1' }, { share: 0.5 })],
    ['on another day', createCampaign({}, { schedule: { ...always, weekdays: [4] } })],
    ['that is over', createCampaign({}, { schedule: { ...always, until: '2026-07-15T10:00:00Z' } })],
    ['that is a draft', createCampaign({}, { state: 'draft' })],
    ['for nobody', createCampaign({}, { share: 0 })],
  ])('is possible beside a campaign %s', (_, campaign) => {
    expect(listHits([campaign])).toEqual(listHits([]));
    expect(listHits([campaign]).length).toBeGreaterThan(10);
  });

  it.each<[string, Campaign]>([
    ['for every product', createCampaign({})],
    ['for this product', createCampaign({ identifiers: ['p0'] })],
    ['for a variant of it', createCampaign({ identifiers: ['p1'] })],
    ['for its category', createCampaign({ category: 'Shop' })],
    ['for its brand', createCampaign({ brand: 'Brand 0' })],
    ['for a number of results', createCampaign({ results: { max: 0 } })],
    ['for a text', createCampaign({ pattern: 'lamp' })],
    ['for a share of the traffic', createCampaign({}, { share: 0.0001 })],
    ['that begins now', createCampaign({}, { schedule: { ...always, from: '2026-07-15T10:00:00Z' } })],
  ])('is left to the steps with a campaign %s', (_, campaign) => {
    expect(ask([campaign])).toBeNull();
    expect(ask([createCampaign({ identifiers: ['p7'] }), campaign])).toBeNull();
  });

  it.each<[string, Partial<ImageSearchRequest>]>([
    ['a filter', { filter: { kind: 'compare', field: 'brand', comparison: 'eq', value: 'Brand 0' } }],
    ['an order', { orderBy: [{ field: 'price', order: 'asc' }] }],
    ['an explanation', { explain: true }],
    ['an unknown product', { identifier: 'nothing' }],
    ['nothing published', { dataset: 'nothing' }],
    [
      'a rung for texts',
      { box: { ...box, strategies: ladderDefault.filter(({ from }) => from === 'text') } },
    ],
  ])('is left to the steps with %s', (_, changes) => {
    expect(ask([], changes)).toBeNull();
  });
});
