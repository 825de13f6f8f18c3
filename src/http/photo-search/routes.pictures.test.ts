import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badPictures } from '../../../test/support/embedder/bad-pictures.ts';
import { drawPhoto, openPhotoShop, type PhotoShop } from '../../../test/support/http/photo-shop.ts';
import { countDrawn } from '../../../test/full-run.ts';

let shop: PhotoShop;
beforeAll(async () => {
  shop = await openPhotoShop();
});
afterAll(() => shop.close());

/** The door is narrower than that of feeds: it refuses these before they are read, or reads nothing. */
const atTheDoor: Readonly<Record<string, readonly [number, string]>> = {
  'more than 10 MB': [413, 'larger than 10 MB'],
  '0 bytes': [400, 'The body is empty'],
};

describe('a photo', () => {
  it.each(Object.entries(badPictures))('that is bad is answered with the reason: %s', async (name, bad) => {
    const expected = atTheDoor[name] ?? (bad.reason === null ? [200, ''] : [400, bad.reason]);
    const { status, text } = await shop.post({}, Buffer.from(await bad.bytes()));
    expect([status, text]).toEqual([expected[0], expect.stringContaining(expected[1])]);
    expect((await shop.post({}, await drawPhoto())).status).toBe(200);
  });

  it('with flipped bits is answered or refused, and the next one is answered', async () => {
    const usable = Object.entries(badPictures).filter(([name]) => !(name in atTheDoor));
    const corpus = await Promise.all(usable.map(async ([, { bytes }]) => Buffer.from(await bytes())));
    const small = corpus.filter(({ length }) => length < 1_000_000);
    const draw = createDraw(20261118);
    const statuses = new Set<number>();
    const count = countDrawn('photos with flipped bits');
    for (let drawn = 0; drawn < count; drawn += 1) {
      const bytes = Buffer.from(small[draw(small.length)] ?? '');
      for (let flips = 1 + draw(8); flips > 0; flips -= 1) {
        const at = draw(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
      }
      statuses.add((await shop.post({}, bytes)).status);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 400)).toEqual([]);
    expect((await shop.post({}, await drawPhoto())).status).toBe(200);
  });
});

/** Whole numbers below `limit`, the same in each run. */
const createDraw = (seed: number): ((limit: number) => number) => {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};
