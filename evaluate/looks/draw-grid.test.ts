import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawGrid } from './sheets.ts';

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

describe('a grid of pictures', () => {
  it('frames pictures and leaves empty places white', async () => {
    const grid = await drawGrid([
      [{ bytes: halves, frame: 'right' }, null],
      [
        { bytes: halves, frame: 'wrong' },
        { bytes: Uint8Array.of(1), frame: 'none' },
      ],
    ]);
    const { width = 0, height = 0 } = await sharp(grid).metadata();
    expect([width, height]).toEqual([212, 212]);
    expect(await readPixel(grid, 3, 3)).toEqual([40, 150, 70]);
    expect(await readPixel(grid, 3, 109)).toEqual([200, 50, 50]);
    expect(await readPixel(grid, 30, 53)).toEqual([255, 0, 0]);
    expect(await readPixel(grid, 150, 50)).toEqual([255, 255, 255]);
    expect(await readPixel(grid, 150, 150)).toEqual([255, 255, 255]);
  });
});
