import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProductReader } from '../../engine/engine.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { applyMap, type LooksMap } from '../../learning/looks/map/looks-map.ts';
import { dataset, type ImportShop, many, openImportShop } from '../../../test/support/import-shop.ts';
import { mapLivePicture } from './photo-vectors.ts';

const map: LooksMap = {
  projection: null,
  settings: { mix: null, colour: 0.5, words: 0.25 },
  vocabulary: { words: ['hoodie', 'red', 'lamp'], weights: Float32Array.from([1, 1, 1]) },
};
const picture = { hash: 'abc', looks: Float32Array.from([1, 0]), colour: Float32Array.from([0, 1]) };
const { tracker } = dataset;

let shop: ImportShop;
let folder: string;
const readLive = (): ProductReader => {
  const reader = shop.engine.products(tracker);
  if (reader === null) throw new Error('nothing is live');
  return reader;
};
const mapFor = (identifier: string, model = 'model') =>
  mapLivePicture(readLive(), { folder, tracker, model, identifier }, picture);

beforeAll(async () => {
  shop = await openImportShop();
  folder = join(shop.folder, 'pictures');
  await shop.runImport(many(2, (place) => ({ title: place === 0 ? 'Lamp' : 'Hoodie' })));
  const put = (identifier: string, displayText: string) => ({
    kind: 'put' as const,
    // Newer than the feed.
    at: Date.parse('2026-01-03T00:00:00Z'),
    product: {
      identifier,
      displayText,
      url: `/${identifier}`,
      price: 1,
      currency: null,
      images: [],
      groupId: 'hero',
      available: true,
      fields: {},
    },
    picture: null,
  });
  await shop.engine.change(tracker, [
    put('hero-red', 'Hero Hoodie Red'),
    put('hero-blue', 'Hero Hoodie Blue'),
  ]);
  const files = openLooksFiles(folder, tracker);
  const report = { field: null, pictures: 0, labels: 0, base: null, learnt: null, trials: [], reason: '' };
  await files.writeDecision(readLive().version, {
    embedder: 'model',
    map: await files.writeMap(map),
    counts: {},
    report: { ...report, settings: map.settings },
  });
});
afterAll(() => shop.close());

it('a live picture gets the words that the titles of its variants share', async () => {
  expect(await mapFor('hero-red')).toEqual(applyMap(map, picture, ['hoodie']));
  expect(await mapFor('p0')).toEqual(applyMap(map, picture, ['lamp']));
});

it('a live picture of another model, or without a live version, stays as it is', async () => {
  expect(await mapFor('p0', 'other')).toBe(picture);
  expect(await mapLivePicture(null, { folder, tracker, model: 'model', identifier: 'p0' }, picture)).toBe(
    picture,
  );
});
