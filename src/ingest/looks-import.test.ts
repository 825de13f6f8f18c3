import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataset, type ImportShop, many, openImportShop } from '../../test/support/import-shop.ts';
import type { Embedder, Embedding } from '../embedder/embedder.ts';
import { decideDefaults } from '../learning/looks/decide/decide-defaults.ts';
import { openLooksFiles } from '../learning/looks/looks-files.ts';
import { createRandom } from '../learning/looks/decide/measure.ts';
import { createCopyEmbedder } from './build-version.ts';
import { openPictureStore } from './pictures/picture-caches.ts';

const [kinds, count] = [8, 240];
/** Pictures by number that were asked for copies. */
const copied: number[] = [];

/** A picture is its number in digits: two numbers of the vector tell its kind, louder ones tell nothing. */
const embedNumber = (bytes: Uint8Array, noise = 0): Embedding => {
  const at = Number(Buffer.from(bytes).toString());
  const random = createRandom(at + 1);
  const angle = (2 * Math.PI * (at % kinds)) / kinds;
  const loud = Array.from({ length: 10 }, () => random() - 0.5 + noise);
  const row = [0.5 * Math.cos(angle) + 0.05 * random(), 0.5 * Math.sin(angle) + 0.05 * random(), ...loud];
  const length = Math.hypot(...row);
  return { looks: Float32Array.from(row, (value) => value / length), colour: Float32Array.of(1) };
};

/** Decodes elsewhere, so it makes no copies. */
const remote: Embedder = {
  model: 'numbers',
  looksDimensions: 12,
  colourDimensions: 1,
  embed: async (pictures) => pictures.map((bytes) => ({ ok: true, embedding: embedNumber(bytes) })),
  close: async () => undefined,
};

const embedder: Embedder = {
  ...remote,
  embedCopies: async (bytes) => {
    copied.push(Number(Buffer.from(bytes).toString()));
    return [
      { ok: true, embedding: embedNumber(bytes, 0.001) },
      { ok: false, reason: 'cut short' },
      { ok: true, embedding: embedNumber(bytes, -0.001) },
    ];
  },
};

let shop: ImportShop;
const rows = many(count, (at) => ({
  image: `${at}.png`,
  category: `All/Kind ${at % kinds}`,
  material: ['wool', 'silk'][at % 2],
}));
const readReport = async (version: string) =>
  (await openLooksFiles(join(shop.folder, 'pictures'), dataset.tracker).readDecision(version))?.report;

const listDatabases = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.sqlite/.test(name));

beforeAll(async () => {
  shop = await openImportShop(embedder);
  for (let at = 0; at < count; at += 1) await shop.putImage(`${at}.png`, Buffer.from(String(at)));
});
afterAll(() => shop.close());

describe('an import that learns', () => {
  it('guards copies of held-out pictures, and shows them in the decision', async () => {
    const { version } = await shop.runImport(rows);
    const report = await readReport(version);
    expect(new Set(copied).size).toBe(decideDefaults.copiedPictures);
    const all = 2 * decideDefaults.copiedPictures;
    expect(report?.trials[0]?.copies).toEqual({ first: all, base: all, all });
    expect(report?.settings?.mix).toBeGreaterThan(0);
    expect(shop.engine.products(dataset.tracker)?.comparison).toMatch(/^learnt from category/);
  });

  it('writes no SQLite file to the folder of pictures, which machines may share', async () => {
    expect(await listDatabases(join(shop.folder, 'pictures'))).toEqual([]);
    expect(await listDatabases(join(shop.folder, 'own'))).toContain('addresses.sqlite');
  });

  it('learns again from the fields that the dataset names', async () => {
    copied.length = 0;
    const kept = await shop.runImport(rows);
    expect([copied, (await readReport(kept.version))?.field]).toEqual([[], 'category']);
    const learnFrom = [
      { field: 'material', weight: 2 },
      { field: 'category', weight: 1 },
    ];
    const { version } = await shop.runImport(rows, { dataset: { ...dataset, learnFrom } });
    expect(await readReport(version)).toMatchObject({
      field: 'material',
      fields: [
        { field: 'material', weight: 1 },
        { field: 'category', weight: 0.5 },
      ],
    });
    expect(new Set(copied).size).toBe(decideDefaults.copiedPictures);
  });
});

describe('copies of a picture', () => {
  const own = { product: { images: ['5.png'] }, hash: 'hash' } as unknown as Parameters<
    NonNullable<ReturnType<typeof createCopyEmbedder>['embedCopies']>
  >[0];
  const createWith = (found: object, with_: Embedder = embedder) => {
    const folder = join(shop.folder, 'pictures');
    const findPicture = async () => found as never;
    return createCopyEmbedder({ embedder: with_, store: openPictureStore(folder), findPicture });
  };

  it.each([
    ['it is not there any more', { kind: 'none', reason: 'gone' }],
    ['it is another one now', { kind: 'bytes', hash: 'other', bytes: Buffer.from('5') }],
    ['its bytes were not kept', { kind: 'seen', hash: 'hash' }],
  ])('are none when %s', async (_case, found) => {
    expect(await createWith(found).embedCopies?.(own)).toEqual([]);
  });

  it('are the ones that could be embedded', async () => {
    const found = { kind: 'bytes', hash: 'hash', bytes: Buffer.from('5') };
    expect(await createWith(found).embedCopies?.(own)).toEqual([
      embedNumber(Buffer.from('5'), 0.001),
      embedNumber(Buffer.from('5'), -0.001),
    ]);
  });

  it('are not made by an embedder that decodes elsewhere', () => {
    expect(createWith({}, remote)).toEqual({});
  });
});
