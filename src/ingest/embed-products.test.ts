import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../domain/product.ts';
import type { Embedder } from '../embedder/embedder.ts';
import { embedDefaults, embedProducts, type EmbeddedProduct } from './embed-products.ts';
import type { FindPicture } from './pictures/find-picture.ts';
import { hashBytes, openVectorCache, type VectorCache } from './pictures/picture-caches.ts';

let folder: string;
let vectors: VectorCache;
/** Number of pictures in each call of the embedder. */
let together: number[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-embed-'));
  vectors = openVectorCache(folder, 'by name');
  together = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** A picture is its name here, and its vector is the number in the name. */
const findPicture: FindPicture = ([name]) => {
  if (name === undefined) return Promise.resolve({ kind: 'none', reason: 'the feed names none' });
  const bytes = Buffer.from(name);
  return Promise.resolve({ kind: 'bytes', hash: hashBytes(bytes), bytes });
};
const embedder: Embedder = {
  model: 'by name',
  looksDimensions: 1,
  colourDimensions: 1,
  embed: (pictures) => {
    together.push(pictures.length);
    const looks = pictures.map((bytes) => Float32Array.of(Number(Buffer.from(bytes).toString())));
    return Promise.resolve(looks.map((each) => ({ ok: true, embedding: { looks: each, colour: each } })));
  },
  close: () => Promise.resolve(),
};

const productAt = (place: number, picture: number | null): Product => ({
  identifier: `p${place}`,
  displayText: `Thing ${place}`,
  url: `https://shop.example/p/${place}`,
  images: picture === null ? [] : [String(picture)],
  groupId: null,
  price: null,
  currency: null,
  available: true,
  fields: {},
});

/** `count` products, each with the picture that `pictureAt` returns for its index. */
async function* feed(count: number, pictureAt: (place: number) => number | null): AsyncGenerator<Product> {
  for (let place = 0; place < count; place += 1) yield productAt(place, pictureAt(place));
}

const embed = async (products: AsyncIterable<Product>, signal = new AbortController().signal) => {
  const tally = { pictures: 0, vectors: 0 };
  const all: EmbeddedProduct[] = [];
  const needs = { embedder, findPicture, vectors, tally, signal };
  for await (const each of embedProducts(needs, products)) all.push(each);
  return { all, tally };
};

const known = 1_000_000;

describe('new pictures', () => {
  it('are embedded in one batch, however far apart they are in the feed', async () => {
    await embed(feed(1, () => known));
    together = [];
    const { tally } = await embed(feed(1_000, (place) => (place % 100 === 50 ? place : known)));
    expect(together).toEqual([10]);
    expect(tally).toEqual({ pictures: 1_000, vectors: 10 });
  });

  it('keep the order of products and their pictures', async () => {
    const count = embedDefaults.pictures * 3 + 5;
    const { all } = await embed(feed(count, (place) => (place % 5 === 4 ? null : place)));
    expect(all.map(({ draft }) => draft.product.identifier)).toEqual(
      Array.from({ length: count }, (_, place) => `p${place}`),
    );
    expect(all.map(({ draft }) => draft.picture?.looks[0] ?? null)).toEqual(
      Array.from({ length: count }, (_, place) => (place % 5 === 4 ? null : place)),
    );
  });

  it('are never many more than one batch', async () => {
    await embed(feed(1_000, (place) => place));
    expect(Math.max(...together)).toBeLessThan(2 * embedDefaults.pictures);
    expect(together.reduce((sum, each) => sum + each)).toBe(1_000);
  });

  it('delay a limited number of products', async () => {
    const last = embedDefaults.products + 100;
    const { all } = await embed(feed(last + 1, (place) => (place === 3 || place === last ? place : null)));
    expect(all).toHaveLength(last + 1);
    expect(together).toEqual([1, 1]);
  });

  it('are embedded once, even if consecutive batches contain them', async () => {
    await embed(feed(500, (place) => (place % 3 === 0 ? known : place)));
    expect(together.reduce((sum, each) => sum + each)).toBe(334);
  });
});
