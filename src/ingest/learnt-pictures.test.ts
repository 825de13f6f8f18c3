import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../domain/dataset.ts';
import type { Product } from '../domain/product.ts';
import { openLooksFiles } from '../looks/looks-files.ts';
import { createRandom } from '../looks/measure.ts';
import type { EmbeddedProduct } from './embed-products.ts';
import { learnFromPictures } from './learnt-pictures.ts';
import { openVectorCache } from './pictures/vector-cache.ts';

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
  fields: { category: [path, 'Sale'] },
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

const learn = async (tracker: string, pathOf: (at: number) => string, total = count) => {
  const files = openLooksFiles(folder, tracker);
  const vectors = openVectorCache(folder, 'model');
  async function* embedded(): AsyncGenerator<EmbeddedProduct> {
    for (let at = 0; at < total; at += 1) {
      const hash = `hash${at}`;
      const known = vectors.get(hash);
      const picture = known && at !== 3 ? { hash, ...known } : null;
      yield { draft: { product: createProduct(at, pathOf(at)), picture }, reason: picture ? null : 'none' };
    }
  }
  const learnt = await learnFromPictures(
    {
      vectors,
      teacher: { embedder: 'model', fields: [category], files },
      signal: new AbortController().signal,
    },
    embedded(),
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
    expect(products[0]?.draft.picture).toMatchObject({ hash: 'hash0', colour: Float32Array.from([1]) });
  });

  it('keeps the map while labels hardly change, and learns again when they do', async () => {
    const first = await learn('b', byKind);
    await first.files.writeDecision('v1', first.decision);
    const hardly = await learn('b', (at) => (at === 0 ? 'All/Kind 1' : byKind(at)));
    expect(hardly.name).toBe(first.name);
    const changed = await learn('b', (at) => `All/Half ${at % 2}`);
    expect(changed.name).not.toBe(first.name);
  });

  it('keeps the vectors of the model when labels say nothing', async () => {
    const random = createRandom(9);
    const { name, map, products } = await learn('c', () => `All/Kind ${Math.floor(random() * kinds)}`);
    expect([name, map]).toEqual(['model', null]);
    expect(products[0]?.draft.picture?.looks).toEqual(openVectorCache(folder, 'model').get('hash0')?.looks);
  });

  it('does not learn from few products', async () => {
    const { name, decision } = await learn('d', byKind, 40);
    expect(name).toBe('model');
    expect(decision.report.reason).toContain('too few');
  });
});
