import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../test/support/engine/temporary-engine.ts';
import type { RelatedBox } from '../domain/box.ts';
import type { Suggestion } from '../domain/suggestion.ts';
import { openEmbeddedEngine } from '../engine/embedded/embedded.ts';
import type { DraftProduct, Engine } from '../engine/engine.ts';
import { createRelatedKeywords, fillTemplate } from './related-keywords.ts';

const suggest = (text: string, score: number, direction: Suggestion['direction'] = 'next'): Suggestion => ({
  text,
  displayText: text.toUpperCase(),
  score,
  direction,
  evidence: [{ signal: 'session', weight: score }],
});
const suggestions = [
  suggest('red shirt', 0.9, 'refine'),
  suggest('skirt', 0.8),
  suggest('trouser', 0.7),
  suggest('belt', 0.6),
];
const lastSeen = '2026-11-01';
const wanted = [
  { identifier: 'p2', share: 0.6, shoppers: 3, lastSeen },
  { identifier: 'gone', share: 0.4, shoppers: 2, lastSeen },
];

const createProduct = (identifier: string, displayText: string): DraftProduct => ({
  product: {
    identifier,
    displayText,
    url: `https://shop.example/${identifier}`,
    price: 1,
    currency: null,
    images: [],
    groupId: null,
    available: true,
    fields: {},
  },
  picture: null,
});

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-related-'));
  engine = await openEmbeddedEngine({ folder });
  const entries = [{ text: 'shirt', displayText: 'Shirt', popularity: 5, suggestions, wanted }];
  const { version } = await engine.buildKeywords('searches', 'en', entries);
  await engine.makeLive('searches', version);
  await publish(engine, 'catalogue', { fields: [], language: 'en', model: 'm', plans: [] }, [
    createProduct('p1', 'Blue shirt'),
    createProduct('p2', 'Wide belt'),
  ]);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const box: RelatedBox = {
  id: 1,
  websiteId: 1,
  datasetId: 1,
  tracker: '',
  name: 'related',
  cacheControl: '',
  kind: 'relatedKeywords',
  size: 3,
  url: 'https://shop.example/search?q={keyword}',
  directions: ['refine', 'next'],
};

type Changes = { readonly pattern?: string; readonly dataset?: string; readonly keywords?: string | null };

const find = (changes: Partial<RelatedBox> = {}, request: Changes = {}) =>
  createRelatedKeywords({
    keywords: (dataset) => engine.keywords(dataset),
    products: (dataset) => engine.products(dataset),
  })({
    box: { ...box, ...changes },
    dataset: 'searches',
    synonyms: [],
    language: 'en',
    pattern: 'shirt',
    ...request,
  });

const texts = ({ items }: Awaited<ReturnType<typeof find>>): string[] => items.map(({ text }) => text);

describe('related keywords', () => {
  it('are the best of the pattern, as many as the box shows, with the address of a search', async () => {
    const result = await find();
    expect(texts(result)).toEqual(['red shirt', 'skirt', 'trouser']);
    expect(result.items[0]).toMatchObject({
      displayText: 'RED SHIRT',
      url: 'https://shop.example/search?q=RED%20SHIRT',
      identifier: null,
      evidence: [{ signal: 'session', weight: 0.9 }],
    });
    expect(result).toMatchObject({ understoodAs: null });
    expect(result.tookMs).toBeGreaterThanOrEqual(0);
  });

  it('have no address without a template', async () => {
    expect((await find({ url: null })).items[0]?.url).toBeNull();
  });

  it('are of the directions of the box only', async () => {
    expect(texts(await find({ directions: ['refine'] }))).toEqual(['red shirt']);
  });

  it('make up for hidden ones from further down the list', async () => {
    const curation = [{ pattern: null, add: [], hide: ['skirt'] }];
    expect(texts(await find({ curation }))).toEqual(['red shirt', 'trouser', 'belt']);
  });

  it('of a misspelt pattern follow the curation of the pattern it is understood as', async () => {
    const curation = [{ pattern: 'shirt', add: ['polo'], hide: [] }];
    const result = await find({ curation }, { pattern: 'shrit' });
    expect(result.understoodAs).toBe('shirt');
    expect(texts(result)[0]).toBe('polo');
  });

  it('are refused while nothing is published', async () => {
    await expect(find({}, { dataset: 'none' })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('related products', () => {
  const products = (request: Changes = {}) =>
    find({ kind: 'relatedProducts', url: null }, { dataset: 'catalogue', ...request });

  it('are those that contain the words', async () => {
    const { items } = await products();
    expect(items.map(({ identifier, url }) => [identifier, url])).toEqual([
      ['p1', 'https://shop.example/p1'],
    ]);
  });

  it('begin with what shoppers chose after the search, as far as it is still sold', async () => {
    const { items } = await products({ keywords: 'searches' });
    expect(items.map(({ identifier }) => identifier)).toEqual(['p2', 'p1']);
    expect(items[0]).toMatchObject({
      score: 1.6,
      evidence: [{ signal: 'clicks', weight: 1.6, shoppers: 3, lastSeen }],
    });
  });

  it('come from the words alone while no keywords are published', async () => {
    const { items } = await products({ keywords: 'none' });
    expect(items.map(({ identifier }) => identifier)).toEqual(['p1']);
  });

  it('are refused while no catalogue is published', async () => {
    await expect(products({ dataset: 'none' })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('fillTemplate', () => {
  it.each([
    ['https://a.example/?q={keyword}', 'a & b', 'https://a.example/?q=a%20%26%20b'],
    ['https://a.example/{keyword}/{keyword}', '$&', 'https://a.example/%24%26/%24%26'],
    ['https://a.example/?q={keyword}', '\ud800', 'https://a.example/?q=%EF%BF%BD'],
  ])('puts the keyword into %s', (template, keyword, expected) => {
    expect(fillTemplate(template, keyword)).toBe(expected);
  });
});

describe('a pattern that nobody knows, with many synonyms', () => {
  const countLookUps = async (pattern: string, synonyms: readonly (readonly string[])[]) => {
    const reader = engine.keywords('searches');
    if (reader === null) throw new Error('no reader');
    const patterns: string[] = [];
    const related = createRelatedKeywords({
      products: () => null,
      keywords: () => ({
        version: reader.version,
        findWantedProducts: (text) => reader.findWantedProducts(text),
        suggest: (query) => {
          patterns.push(query.pattern);
          return reader.suggest(query);
        },
      }),
    });
    const { items } = await related({ box, dataset: 'searches', pattern, synonyms, language: 'en' });
    return { patterns, items };
  };
  const words = ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee', 'ffff', 'gggg', 'hhhh'].map((word) => `${word}xyz`);

  it('is looked up at most eight times', async () => {
    const groups = words.map((word) => [word, `${word}q`]);
    const { patterns, items } = await countLookUps(words.join(' '), groups);
    expect(patterns.length).toBeLessThanOrEqual(8);
    expect(items).toEqual([]);
  });

  it('is looked up once for words that several synonyms replace', async () => {
    const { patterns } = await countLookUps(`red ${words[0]}`, [words]);
    expect(new Set(patterns).size).toBe(patterns.length);
    expect(patterns.length).toBeLessThanOrEqual(8);
  });

  it('is answered by the synonym that is known', async () => {
    const { patterns, items } = await countLookUps('aaaaxyz', [['aaaaxyz', 'bbbbxyz', 'shirt']]);
    expect(items.map(({ displayText }) => displayText)).toContain('SKIRT');
    expect(patterns).toEqual(['aaaaxyz', 'bbbbxyz', 'shirt']);
  });
});
