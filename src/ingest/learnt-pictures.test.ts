import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field, LabelField } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import { decideDefaults } from '../learning/looks/decide/decide-defaults.ts';
import type { EmbedCopies } from '../learning/looks/decide/guard-copies.ts';
import { openLooksFiles } from '../learning/looks/looks-files.ts';
import { createRandom } from '../learning/looks/decide/measure.ts';
import type { EmbeddedProduct } from './embed-products.ts';
import { learnFromPictures } from './learnt-pictures.ts';
import { openVectorCache } from './pictures/picture-caches.ts';

const category: Field = {
  name: 'category',
  displayName: 'Category',
  from: 'category',
  type: 'path',
  facetable: true,
  sortable: false,
  searchable: true,
  order: 0,
};
/** Not a facet, so inspection leaves it out. */
const half: Field = { ...category, name: 'half', type: 'text', facetable: false, order: 1 };
const [kinds, size, count] = [8, 12, 240];

const createProduct = (at: number, path: string): Product => ({
  identifier: `p${at}`,
  displayText: `Product ${at}`,
  url: `https://shop.example/${at}`,
  price: null,
  currency: null,
  images: [`${at}.jpg`],
  groupId: null,
  available: true,
  fields: { category: [path, 'Sale'], half: `Half ${at % 2}` },
});

/** Two numbers tell the kind, the others are louder and say nothing. */
const createVector = (kind: number, random: () => number): Float32Array => {
  const angle = (2 * Math.PI * kind) / kinds;
  const noise = Array.from({ length: size - 2 }, () => random() - 0.5);
  const row = [0.5 * Math.cos(angle) + 0.05 * random(), 0.5 * Math.sin(angle) + 0.05 * random(), ...noise];
  return Float32Array.from(row, (value) => value / Math.hypot(...row));
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learnt-'));
  const cache = openVectorCache(folder, 'model');
  const random = createRandom(5);
  for (let at = 0; at < count; at += 1)
    await cache.put(`hash${at}`, { looks: createVector(at % kinds, random), colour: Float32Array.from([1]) });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Wishes = {
  readonly learnFrom?: readonly LabelField[];
  readonly embedCopies?: EmbedCopies;
  readonly total?: number;
  readonly wantsTitles?: boolean;
  readonly titleOf?: (at: number) => string;
  readonly model?: string;
};

const learn = async (
  tracker: string,
  pathOf: (at: number) => string,
  {
    total = count,
    wantsTitles = false,
    titleOf = (at) => `Product ${at}`,
    model = 'model',
    learnFrom,
    embedCopies,
  }: Wishes = {},
) => {
  const files = openLooksFiles(folder, tracker);
  const vectors = openVectorCache(folder, model);
  const paths = Array.from({ length: total }, (_, at) => pathOf(at));
  async function* read(): AsyncGenerator<Product> {
    for (let at = 0; at < total; at += 1)
      yield { ...createProduct(at, paths[at] ?? ''), displayText: titleOf(at) };
  }
  async function* embedded(): AsyncGenerator<EmbeddedProduct> {
    let at = 0;
    for await (const product of read()) {
      const hash = `hash${at}`;
      const known = vectors.get(hash);
      const picture = known && at !== 3 ? { hash, ...known } : null;
      yield { draft: { product, picture }, reason: picture ? null : 'none' };
      at += 1;
    }
  }
  const learnt = await learnFromPictures(
    {
      vectors,
      teacher: {
        embedder: model,
        fields: [category, half],
        files,
        wantsTitles,
        ...(learnFrom && { learnFrom }),
        ...(embedCopies && { embedCopies }),
      },
      signal: new AbortController().signal,
    },
    embedded(),
    read,
  );
  const products: EmbeddedProduct[] = [];
  for await (const product of learnt.products) products.push(product);
  return { ...learnt.looks, products, files };
};
const byKind = (at: number): string => `All/Kind ${at % kinds}`;

describe('learning while a version is built', () => {
  it('maps every picture and names the vectors after the map', async () => {
    const { name, map, decision, products } = await learn('a', byKind);
    expect(map).not.toBeNull();
    expect(decision.report.field).toBe('category');
    expect(name).toBe(`model+${decision.map ?? ''}`);
    expect(products.map(({ draft }) => draft.product.identifier)).toEqual(
      Array.from({ length: count }, (_, at) => `p${at}`),
    );
    expect(products[3]).toMatchObject({ draft: { picture: null }, reason: 'none' });
    const lengths = new Set(products.flatMap(({ draft }) => draft.picture?.looks.length ?? []));
    expect(lengths.size).toBe(1);
    expect(products[0]?.draft.picture).toMatchObject({
      hash: expect.stringMatching(/^hash0(-|$)/) as unknown,
      colour: Float32Array.from([1]),
    });
  });

  it('keeps the map while labels hardly change, and learns again when they do', async () => {
    const first = await learn('b', byKind);
    await first.files.writeDecision('v1', first.decision);
    const hardly = await learn('b', (at) => (at === 0 ? 'All/Kind 1' : byKind(at)));
    expect(hardly.name).toBe(first.name);
    const changed = await learn('b', (at) => `All/Half ${at % 2}`);
    expect(changed.name).not.toBe(first.name);
  });

  it('counts how many of the pictures that came had a new label, from version to version', async () => {
    const byHalf = (at: number): string => `All/Kind ${at % (2 * kinds)}`;
    const first = await learn('n', byHalf, { total: count - 20 });
    expect(first.decision.arrivals).toEqual({ pictures: 0, ofNewLabels: 0 });
    expect(first.decision.report.newLabels?.share).toBeCloseTo(0.02, 6);
    await first.files.writeDecision('v1', first.decision);
    const grown = await learn('n', (at) => (at < count - 20 ? byHalf(at) : 'All/New'));
    expect(grown.decision.arrivals).toEqual({ pictures: 20, ofNewLabels: 20 });
    expect(grown.decision.report.newLabels?.share).toBeCloseTo((20 + 4) / (20 + 200), 6);
    const { report } = first.decision;
    await first.files.writeDecision('v2', { ...first.decision, report: { ...report, field: 'brand' } });
    const { decision } = await learn('n', (at) => `All/Half ${at % 2}`);
    expect(decision.arrivals).toEqual({ pictures: 0, ofNewLabels: 0 });
  });

  it('keeps the vectors of the model when labels say nothing', async () => {
    const random = createRandom(9);
    const { name, map, products } = await learn('c', () => `All/Kind ${Math.floor(random() * kinds)}`);
    expect([name, map]).toEqual(['model', null]);
    expect(products[0]?.draft.picture?.looks).toEqual(openVectorCache(folder, 'model').get('hash0')?.looks);
  });

  it('learns over the vectors of any model, and again when the model changes', async () => {
    const cache = openVectorCache(folder, 'hub/other');
    const random = createRandom(6);
    for (let at = 0; at < count; at += 1) {
      const looks = Float32Array.from([...createVector(at % kinds, random), ...createVector(0, random)]);
      await cache.put(`hash${at}`, { looks, colour: Float32Array.from([1, 0, 0]) });
    }
    const first = await learn('k', byKind);
    await first.files.writeDecision('v1', first.decision);
    const { name, map, decision, products } = await learn('k', byKind, { model: 'hub/other' });
    expect(name).toBe(`hub/other+${decision.map ?? ''}`);
    expect(map?.projection?.mean).toHaveLength(2 * size);
    expect(decision.report.learnt?.mean).toBeGreaterThan(decision.report.base?.mean ?? 1);
    expect(products[0]?.draft.picture?.colour).toEqual(Float32Array.from([1, 0, 0]));
    await first.files.writeDecision('v2', decision);
    expect((await learn('k', byKind)).name).toMatch(/^model\+/);
  });

  it('learns from the fields that were declared, and again when their weights change', async () => {
    const both = [
      { field: 'half', weight: 1 },
      { field: 'category', weight: 2 },
    ];
    const inspected = await learn('l', byKind);
    await inspected.files.writeDecision('v1', inspected.decision);
    const first = await learn('l', byKind, { learnFrom: both });
    expect(first.name).not.toBe(inspected.name);
    expect(first.decision.learnFrom).toEqual([
      { field: 'category', weight: 1 },
      { field: 'half', weight: 0.5 },
    ]);
    expect(first.decision.report).toMatchObject({ field: 'category', fields: first.decision.learnFrom });
    expect(first.sample[2]?.further).toEqual([expect.stringMatching(/^Half [01]$/)]);
    await first.files.writeDecision('v2', first.decision);
    await first.files.writeSample(first.sample);
    expect(await first.files.readSample()).toEqual(first.sample);
    expect((await learn('l', byKind, { learnFrom: both })).name).toBe(first.name);
    const heavier = await learn('l', byKind, { learnFrom: [{ field: 'half', weight: 3 }, ...both.slice(1)] });
    expect(heavier.decision.report.field).toBe('half');
    expect((await learn('l', byKind)).decision.learnFrom).toBeUndefined();
  });

  it('asks for copies of held-out pictures when it learns, and not when a map is kept', async () => {
    const asked: string[] = [];
    const embedCopies: EmbedCopies = async ({ hash, product }) => {
      asked.push(product.identifier);
      const known = openVectorCache(folder, 'model').get(hash);
      return known === null ? [] : [known];
    };
    const first = await learn('m', byKind, { embedCopies });
    expect(new Set(asked).size).toBe(decideDefaults.copiedPictures);
    expect(first.decision.report.trials[0]?.copies).toEqual({
      first: decideDefaults.copiedPictures,
      base: decideDefaults.copiedPictures,
      all: decideDefaults.copiedPictures,
    });
    await first.files.writeDecision('v1', first.decision);
    expect(await first.files.readDecision('v1')).toEqual(first.decision);
    asked.length = 0;
    expect((await learn('m', byKind, { embedCopies })).name).toBe(first.name);
    expect(asked).toEqual([]);
  });

  it('learns again where an older release averaged vectors with their nearest', async () => {
    const first = await learn('n', byKind);
    if (first.map === null) throw new Error('no map');
    const older = { ...first.map, settings: { ...first.map.settings, averaged: 2 } };
    const map = await first.files.writeMap(older);
    expect(await first.files.readMap(map)).toEqual(older);
    await first.files.writeDecision('v1', { ...first.decision, map });
    expect((await learn('n', byKind)).name).toBe(first.name);
  });

  it('does not learn from few products', async () => {
    const { name, decision } = await learn('d', byKind, { total: 40 });
    expect(name).toBe('model');
    expect(decision.report.reason).toContain('too few');
  });
});

describe('titles while a version is built', () => {
  const wordOf = (at: number): string => ['red', 'blue', 'green'][at % 3] ?? '';
  const titleOf = (at: number): string => `${wordOf(at)} mug ${at}`;
  const keep = async (tracker: string, wishes: Wishes) => {
    const learnt = await learn(tracker, byKind, wishes);
    await learnt.files.writeDecision('v', learnt.decision);
    return learnt;
  };

  it('are left out where they win nothing and no box wants them', async () => {
    const { titleWeight, products } = await learn('e', byKind, { titleOf });
    expect(titleWeight).toBeNull();
    expect(products[0]?.draft.picture?.title).toBeUndefined();
  });

  it('are compared where a box wants them, without a weight of their own', async () => {
    const { titleWeight, products, map } = await learn('f', byKind, { titleOf, wantsTitles: true });
    expect(titleWeight).toBe(0);
    expect(map?.vocabulary?.words).toEqual(expect.arrayContaining(['red', 'blue', 'green']));
    const titles = [0, 1, 4, 6].map((at) => [...(products[at]?.draft.picture?.title ?? [])]);
    expect(titles[0]).toEqual(titles[3]);
    expect(titles[1]).toEqual(titles[2]);
    expect(titles[0]).not.toEqual(titles[1]);
  });

  it('are compared in a catalogue that is too small to learn from', async () => {
    const { name, map, products } = await learn('g', byKind, { total: 40, titleOf, wantsTitles: true });
    expect(name).toMatch(/^model\+[0-9a-f]{12}$/);
    expect(map?.projection).toBeNull();
    expect(products[0]?.draft.picture?.title?.some((value) => value > 0)).toBe(true);
  });

  it('make it learn again when a box begins to want them, and keep the map from then on', async () => {
    const plain = await keep('h', { titleOf });
    const wanted = await keep('h', { titleOf, wantsTitles: true });
    expect(wanted.name).not.toBe(plain.name);
    expect((await keep('h', { titleOf, wantsTitles: true })).name).toBe(wanted.name);
    expect((await keep('h', { titleOf })).name).toBe(wanted.name);
  });

  it('of live pictures are read from the map as it was written', async () => {
    const { map, decision, files } = await keep('j', { titleOf, wantsTitles: true });
    expect(await files.readMap(decision.map ?? '')).toEqual(map);
  });
});

describe('products while a version is learnt from', () => {
  const readFrom = async (tracker: string) => {
    const cache = openVectorCache(folder, 'model');
    const counts = { vectors: 0, second: 0 };
    const vectors = {
      ...cache,
      get: (hash: string) => {
        counts.vectors += 1;
        return cache.get(hash);
      },
    };
    async function* embedded(): AsyncGenerator<EmbeddedProduct> {
      for (let at = 0; at < count; at += 1) {
        const embedding = cache.get(`hash${at}`);
        const picture = embedding && { hash: `hash${at}`, ...embedding };
        yield { draft: { product: createProduct(at, byKind(at)), picture }, reason: null };
      }
    }
    async function* readAgain(): AsyncGenerator<Product> {
      for (let at = 0; at < count; at += 1) {
        counts.second += 1;
        yield createProduct(at, byKind(at));
      }
    }
    const learnt = await learnFromPictures(
      {
        vectors,
        teacher: { embedder: 'model', fields: [category, half], files: openLooksFiles(folder, tracker) },
        signal: new AbortController().signal,
      },
      embedded(),
      readAgain,
    );
    return { ...learnt, counts };
  };

  it('are read one by one when they are handed on, and not kept', async () => {
    const { products, counts } = await readFrom('stream');
    expect(counts.second).toBe(0);
    let handedOn = 0;
    for await (const { draft } of products) {
      handedOn += 1;
      expect([draft.product.identifier, counts.second]).toEqual([`p${handedOn - 1}`, handedOn]);
    }
    expect(handedOn).toBe(count);
  });

  it('have their vectors in memory if the sample is the whole catalogue: none is read again', async () => {
    const { products, counts } = await readFrom('once');
    let pictured = 0;
    for await (const { draft } of products) pictured += draft.picture === null ? 0 : 1;
    expect([pictured, counts.vectors]).toEqual([count, 0]);
  });
});
