import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { colourDimensions, colourHistogram } from '../../src/embedder/colour/colour-histogram.ts';
import type { Embedder } from '../../src/embedder/embedder.ts';
import { decodePicture } from '../../src/embedder/pictures/decode.ts';
import { dataset as bare, type ImportShop, many, openImportShop } from '../../test/support/import-shop.ts';
import { openLooksFiles } from '../../src/learning/looks/looks-files.ts';
import { readLooksMaterial, readProductPicture } from './material.ts';

const embedder: Embedder = {
  model: 'colour-only',
  looksDimensions: colourDimensions,
  colourDimensions,
  embed: (pictures) =>
    Promise.all(
      pictures.map(async (bytes) => {
        const decoded = await decodePicture(bytes, 16);
        if (!decoded.ok) return decoded;
        const colour = colourHistogram(decoded.pixels);
        return { ok: true, embedding: { looks: colour, colour } };
      }),
    ),
  close: () => Promise.resolve(),
};
const colours = ['#c00', '#0c0', '#00c'];

let shop: ImportShop;
let folder: string;
const readDataset = () => ({
  ...bare,
  source: { file: null, url: null, images: join(shop.folder, 'images'), schedule: null, auth: null },
});

beforeAll(async () => {
  shop = await openImportShop(embedder);
  folder = join(shop.folder, 'pictures');
  for (const [place, colour] of colours.entries()) await shop.drawPicture(`a ${place}.png`, colour);
  const images = (place: number) => ({ image: `a ${place % 3}.png`, title: `Red Mug ${place}` });
  await shop.runImport(many(4, images), { dataset: readDataset() });
});
afterAll(() => shop.close());

it('the pictures that were learnt from are kept with their labels, words and vectors', async () => {
  const material = await readLooksMaterial(folder, bare);
  expect(material?.items.map(({ identifier }) => identifier).sort()).toEqual(['p0', 'p1', 'p2']);
  expect(material?.items[0]?.words).toEqual(['red', 'mug']);
  expect(material?.vectors.map(({ looks }) => looks.length)).toEqual([198, 198, 198]);
  expect(material?.sample.looks).toMatchObject({ count: 3, size: 198 });
});

it('the settings that were decided are kept with them', async () => {
  expect((await readLooksMaterial(folder, bare))?.settings).toBeNull();
  const files = openLooksFiles(folder, bare.tracker);
  const latest = await files.readLatest();
  if (latest === null) throw new Error('nothing was decided');
  const settings = { mix: 0.5, colour: 0.75, words: 0 };
  await files.writeDecision('later', { ...latest, report: { ...latest.report, settings } });
  expect((await readLooksMaterial(folder, bare))?.settings).toEqual(settings);
});

it('without an import there is nothing', async () => {
  expect(await readLooksMaterial(folder, { ...bare, tracker: 'other' })).toBeNull();
});

it('the picture of a product is found in the folder of the dataset', async () => {
  const { signal } = new AbortController();
  const indexFolder = join(shop.folder, 'own');
  const needs = { engine: shop.engine, fetch: shop.fetch, folder, indexFolder, signal };
  const bytes = (await readProductPicture(needs, readDataset(), 'p1')) ?? [];
  expect([...bytes.slice(1, 4)]).toEqual([...Buffer.from('PNG')]);
  expect(await readProductPicture(needs, readDataset(), 'unknown')).toBeNull();
});
