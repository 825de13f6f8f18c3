import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Alteration, alterationNames, alterPicture } from './alter-picture.ts';

/** Left half red, right half blue. */
let halves: Uint8Array;
beforeAll(async () => {
  const red = { create: { width: 100, height: 80, channels: 3 as const, background: '#ff0000' } };
  const blue = { create: { width: 50, height: 80, channels: 3 as const, background: '#0000ff' } };
  halves = await sharp(red)
    .composite([{ input: await sharp(blue).png().toBuffer(), left: 50, top: 0 }])
    .png()
    .toBuffer();
});

const readPixel = async (bytes: Uint8Array, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

describe('altered copies', () => {
  it.each<[Alteration, number, number]>([
    ['re-encoded', 100, 80],
    ['mirrored', 100, 80],
    ['cropped to 90 %', 90, 72],
    ['border of 10 %', 120, 96],
    ['cropped to 75 %', 75, 60],
    ['border of 20 %', 140, 112],
  ])('%s: %i × %i pixels', async (name, width, height) => {
    const copy = await alterPicture(halves, name);
    expect(await sharp(copy).metadata()).toMatchObject({ width, height, format: 'jpeg' });
    expect(copy).not.toEqual(halves);
  });

  it('are mirrored and bordered as they say', async () => {
    const [, , blue = 0] = await readPixel(await alterPicture(halves, 'mirrored'), 5, 40);
    expect(blue).toBeGreaterThan(200);
    const border = await readPixel(await alterPicture(halves, 'border of 20 %'), 4, 4);
    expect(Math.min(...border)).toBeGreaterThan(240);
  });

  it('have each a name', () => {
    expect(new Set(alterationNames).size).toBe(6);
  });
});
