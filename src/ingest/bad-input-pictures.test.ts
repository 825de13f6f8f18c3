import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefaultEmbedder } from '../embedder/models/default-embedder.ts';
import { createQuery } from '../engine/engine.ts';
import {
  bombPng,
  manyFrames,
  picture,
  polyglot,
  shirt,
  shoe,
  svgWithScript,
  webPage,
} from '../../test/support/embedder/pictures.ts';
import {
  dataset,
  type ImportShop,
  many,
  openImportShop,
  type ShopReport,
} from '../../test/support/import-shop.ts';

/*
 * One picture for each possible fault, in one feed with good ones. None of them stops the import, and each
 * product is published, with its picture or with the reason why it has none.
 */
const red = (rectangles = shoe) => picture('#c02020', rectangles);
const jpeg = () => red(shirt).jpeg().toBuffer();

type Fault = {
  readonly file: string;
  readonly bytes: () => Promise<Uint8Array> | Uint8Array;
  /** null: it is a usable picture. */
  readonly reason: string | null;
};

const kinds = 'use JPEG, PNG, WebP, GIF, AVIF or TIFF';
const faults: Readonly<Record<string, Fault>> = {
  'decompression bomb': { file: 'bomb.png', bytes: () => bombPng(), reason: 'more than 40 megapixels' },
  'more than 40 megapixels': {
    file: 'huge.png',
    bytes: () => bombPng(6_400),
    reason: 'more than 40 megapixels',
  },
  'more than 10 MB': {
    file: 'heavy.jpg',
    bytes: async () => Buffer.concat([await jpeg(), Buffer.alloc(11 << 20)]),
    reason: 'larger than 10 MB',
  },
  'truncated file': {
    file: 'cut.jpg',
    bytes: async () => (await jpeg()).subarray(0, 900),
    reason: 'the picture is damaged or cut short',
  },
  '10,000-frame GIF': { file: 'frames.gif', bytes: manyFrames, reason: null },
  'SVG with scripts': {
    file: 'drawing.svg',
    bytes: () => svgWithScript,
    reason: `SVG drawings are not accepted: ${kinds}`,
  },
  'HTML called .jpg': { file: 'page.jpg', bytes: () => webPage, reason: 'a web page, not a picture' },
  'something else altogether': {
    file: 'words.png',
    bytes: () => Buffer.from('no picture at all'),
    reason: `not a picture of a known kind: ${kinds}`,
  },
  polyglot: { file: 'both.jpg', bytes: polyglot, reason: null },
  '0 bytes': { file: 'empty.jpg', bytes: () => new Uint8Array(0), reason: 'the file is empty' },
  CMYK: { file: 'cmyk.jpg', bytes: () => red().toColourspace('cmyk').jpeg().toBuffer(), reason: null },
  '16 bit': { file: 'deep.png', bytes: () => red().toColourspace('rgb16').png().toBuffer(), reason: null },
  'EXIF rotation': {
    file: 'turned.jpg',
    bytes: async () =>
      sharp(await red().png().toBuffer())
        .rotate(-90)
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    reason: null,
  },
};

const upright = { identifier: 'p0', image: 'upright.jpg' };
let shop: ImportShop;
let report: ShopReport;

beforeAll(async () => {
  shop = await openImportShop(await openDefaultEmbedder());
  await shop.putImage(upright.image, await red().jpeg().toBuffer());
  await shop.putImage('green.jpg', await picture('#20a040', shirt).jpeg().toBuffer());
  for (const { file, bytes } of Object.values(faults)) await shop.putImage(file, await bytes());
  const images = [upright.image, 'green.jpg', ...Object.values(faults).map(({ file }) => file)];
  report = await shop.runImport(many(images.length, (place) => ({ image: images[place] })));
});
afterAll(async () => {
  await shop.embedder?.close();
  await shop.close();
});

const rows = Object.entries(faults).map(([name, fault], place) => ({
  name,
  identifier: `p${place + 2}`,
  ...fault,
}));
const likeUpright = async (identifier: string): Promise<number> => {
  const reader = shop.engine.products(dataset.tracker);
  const source = await reader?.source(upright.identifier);
  if (!reader || !source) throw new Error('nothing is live');
  const weights = { looks: 1, colour: 0 };
  const found = await reader.search(createQuery({ kind: 'looks', source, weights }, 50));
  return found.hits.find((hit) => hit.identifier === identifier)?.score ?? NaN;
};

describe('a bad picture', () => {
  it.each(rows)('$name', async ({ identifier, reason }) => {
    const noted = report.faults.first.filter((fault) => fault.identifier === identifier);
    expect(noted.map((fault) => fault.reason)).toEqual(
      reason === null ? [] : [`Published without a picture: ${reason}.`],
    );
    expect(await shop.recordOf(identifier)).toMatchObject({ identifier });
    expect((await shop.engine.products(dataset.tracker)?.source(identifier))?.hasLooks).toBe(reason === null);
  });

  it('does not stop the import: all products are live, the good ones with pictures', async () => {
    const bad = rows.filter(({ reason }) => reason !== null).length;
    expect(await shop.live()).toHaveLength(rows.length + 2);
    expect(report.pictures).toMatchObject({ ok: rows.length + 2 - bad, missing: bad });
  });

  it.each(rows.filter(({ name }) => ['16 bit', 'CMYK', 'EXIF rotation'].includes(name)))(
    '$name looks like the same picture without it',
    async ({ identifier }) => {
      expect(await likeUpright(identifier)).toBeGreaterThan(0.9);
      expect(await likeUpright('p1')).toBeLessThan(0.9);
    },
  );
});
