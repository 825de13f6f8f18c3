import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataset, type ImportShop, many, openImportShop } from '../../test/support/import-shop.ts';
import type { PictureView } from '../domain/settings/choices.ts';
import type { Embedder, Embedding } from '../embedder/embedder.ts';
import { openSeen } from './pictures/open-seen.ts';
import { openLooksFiles } from '../learning/looks/looks-files.ts';
import { createRandom } from '../learning/looks/decide/measure.ts';

const [kinds, count] = [8, 240];
/** How often a picture was embedded with each view. */
let embedded: Map<PictureView, number>;

/** A picture is its number in digits. All of it tells its kind; its middle tells little. */
const embedNumber = (bytes: Uint8Array, view: PictureView): Embedding => {
  const at = Number(Buffer.from(bytes).toString());
  const random = createRandom(at + 1);
  const angle = (2 * Math.PI * (at % kinds)) / kinds;
  const told = { product: 0.5, middle: 0, both: 0.25 }[view];
  const loud = Array.from({ length: 10 }, () => random() - 0.5);
  const row = [told * Math.cos(angle), told * Math.sin(angle), ...loud];
  const length = Math.hypot(...row);
  return { looks: Float32Array.from(row, (value) => value / length), colour: Float32Array.of(1) };
};

const inView = (view: PictureView): Embedder => ({
  model: view === 'middle' ? 'numbers' : `numbers-${view}`,
  view,
  looksDimensions: 12,
  colourDimensions: 1,
  embed: async (pictures) => {
    embedded.set(view, (embedded.get(view) ?? 0) + pictures.length);
    return pictures.map((bytes) => ({ ok: true, embedding: embedNumber(bytes, view) }));
  },
  inView,
  close: async () => undefined,
});

let shop: ImportShop;
const rows = (total = count) =>
  many(total, (at) => ({ image: `${at}.png`, category: `All/Kind ${at % kinds}` }));
const readView = async (version: string) =>
  (await openLooksFiles(join(shop.folder, 'pictures'), dataset.tracker).readDecision(version))?.report.view;
const live = () => shop.engine.products(dataset.tracker);

beforeEach(async () => {
  embedded = new Map();
  shop = await openImportShop(inView('middle'));
  for (let at = 0; at < count; at += 1) await shop.putImage(`${at}.png`, Buffer.from(String(at)));
});
afterEach(() => shop.close());

describe('what of its pictures a catalogue sees', () => {
  it('is decided on a sample by what products find that were held out, once', async () => {
    const { version } = await shop.runImport(rows());
    expect(await readView(version)).toMatchObject({ used: 'product', best: 'product', pictures: count });
    expect(live()?.model).toMatch(/^numbers-product\b/);
    expect(live()?.comparison).toContain('the whole product is seen');
    expect(Object.fromEntries(embedded)).toEqual({ middle: count, product: count });
    const again = await shop.runImport(rows());
    expect(await readView(again.version)).toEqual(await readView(version));
    expect(Object.fromEntries(embedded)).toEqual({ middle: count, product: count });
  });

  it('shows how far it is', async () => {
    const shown: string[] = [];
    const progress = (step: string, done: number, total: number | null) =>
      void shown.push(`${step}: ${done} of ${total}`);
    await shop.runImport(rows(), { progress });
    expect(shown).toEqual(
      expect.arrayContaining([
        `Pictures to decide on, twice: 20 of ${2 * count}`,
        `Pictures to decide on, twice: ${2 * count} of ${2 * count}`,
        'Comparing parts of pictures: 0 of 3',
        'Comparing parts of pictures: 2 of 3',
      ]),
    );
  });

  it('waits for the dataset to name it where all pictures would be embedded anew', async () => {
    // As an older release: it saw the middle, and decided nothing.
    const { inView: _, view: __, ...older } = inView('middle');
    shop.embedder = older;
    await shop.runImport(rows());
    shop.embedder = inView('middle');
    const { version } = await shop.runImport(rows());
    expect(await readView(version)).toMatchObject({ used: 'middle', best: 'product' });
    expect(live()?.comparison).toMatch(/name "view": "product" in the dataset .*240 pictures .* anew, about/);
    const named = await shop.runImport(rows(), { dataset: { ...dataset, view: 'product' } });
    expect(await readView(named.version)).toMatchObject({ used: 'product', tried: [] });
    expect(live()?.model).toMatch(/^numbers-product\b/);
  });

  it('is that of the model in a small catalogue, and what the dataset names in any', async () => {
    const { version } = await shop.runImport(rows(20));
    expect([live()?.model, await readView(version)]).toEqual(['numbers', undefined]);
    await shop.runImport(rows(20), { dataset: { ...dataset, view: 'both' } });
    expect(live()?.model).toBe('numbers-both');
    expect(Object.fromEntries(embedded)).toEqual({ middle: 20, both: 20 });
  });
});

describe('an embedder as it saw the pictures of a version', () => {
  it.each([
    ['numbers', 'middle'],
    ['numbers+0123456789ab', 'middle'],
    ['numbers-product', 'product'],
    ['numbers-both+0123456789ab', 'both'],
    ['another', 'middle'],
  ])('%s: %s', (model, view) => {
    expect(openSeen(inView('middle'), model).view).toBe(view);
  });
});
