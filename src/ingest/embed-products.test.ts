import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../domain/product.ts';
import type { Embedder } from '../embedder/embedder.ts';
import { embedDefaults, embedProducts, type EmbeddedProduct } from './embed-products.ts';
import type { FindPicture } from './pictures/find-picture.ts';
import { hashBytes } from './pictures/picture-store.ts';
import { openVectorCache, type VectorCache } from './pictures/vector-cache.ts';

let folder: string;
let vectors: VectorCache;
/** How many pictures were embedded together, call by call. */
let together: number[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-embed-'));
  vectors = openVectorCache(folder, 'by name');
  together = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** A picture is its name here, and looks like the number in it. */
const find: FindPicture = ([name]) => {
  if (name === undefined) return Promise.resolve({ kind: 'none', reason: 'the feed names none' });
  const bytes = Buffer.from(name);
  return Promise.resolve({ kind: 'bytes', hash: hashBytes(bytes), bytes, url: null });
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

/** As many products as are asked for, each with the picture that is given for its place. */
async function* feed(count: number, pictureAt: (place: number) => number | null): AsyncGenerator<Product> {
  for (let place = 0; place < count; place += 1) yield productAt(place, pictureAt(place));
}

const embed = async (products: AsyncIterable<Product>, signal = new AbortController().signal) => {
  const tally = { pictures: 0, vectors: 0 };
  const all: EmbeddedProduct[] = [];
  const needs = { embedder, findPicture: find, vectors, tally, reachCrashPoint: () => undefined, signal };
  for await (const each of embedProducts(needs, products)) all.push(each);
  return { all, tally };
};

const known = 1_000_000;

describe('new pictures', () => {
  it('are embedded side by side, however far apart in the feed they stand', async () => {
    await embed(feed(1, () => known));
    together = [];
    const { tally } = await embed(feed(1_000, (place) => (place % 100 === 50 ? place : known)));
    expect(together).toEqual([10]);
    expect(tally).toEqual({ pictures: 1_000, vectors: 10 });
  });

  it('leave every product its place and its picture', async () => {
    const count = embedDefaults.pictures * 3 + 5;
    const { all } = await embed(feed(count, (place) => (place % 5 === 4 ? null : place)));
    expect(all.map(({ draft }) => draft.product.identifier)).toEqual(
      Array.from({ length: count }, (_, place) => `p${place}`),
    );
    expect(all.map(({ draft }) => draft.picture?.looks[0] ?? null)).toEqual(
      Array.from({ length: count }, (_, place) => (place % 5 === 4 ? null : place)),
    );
  });

  it('are never many more than a batch together', async () => {
    await embed(feed(1_000, (place) => place));
    expect(Math.max(...together)).toBeLessThan(2 * embedDefaults.pictures);
    expect(together.reduce((sum, each) => sum + each)).toBe(1_000);
  });

  it('are waited for by so many products only', async () => {
    const last = embedDefaults.products + 100;
    const { all } = await embed(feed(last + 1, (place) => (place === 3 || place === last ? place : null)));
    expect(all).toHaveLength(last + 1);
    expect(together).toEqual([1, 1]);
  });

  it('are embedded once, also when those before and behind them are being embedded meanwhile', async () => {
    await embed(feed(500, (place) => (place % 3 === 0 ? known : place)));
    expect(together.reduce((sum, each) => sum + each)).toBe(334);
  });
});
