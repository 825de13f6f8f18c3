import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefaultEmbedder } from '../embedder/open/open-model.ts';
import { createQuery } from '../engine/engine.ts';
import { badPictures as faults, red } from '../../test/support/embedder/bad-pictures.ts';
import { picture, shirt } from '../../test/support/embedder/pictures.ts';
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
