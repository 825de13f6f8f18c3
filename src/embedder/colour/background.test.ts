import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture, type Pixels } from '../pictures/decode.ts';
import { findForeground } from './background.ts';
import { colourHistogram } from './colour-histogram.ts';

/** A rectangle of one colour in the middle of a plain ground. */
const onGround = async (
  ground: string,
  product: string,
  [width, height]: readonly [number, number],
): Promise<Pixels> => {
  const input = {
    create: {
      width: Math.round(width / 2),
      height: Math.round(height / 2),
      channels: 3,
      background: product,
    },
  } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([{ input, gravity: 'centre' }])
    .png()
    .toBuffer();
  const decoded = await decodePicture(bytes, 64);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.pixels;
};

const compareColours = (a: Pixels, b: Pixels): number => {
  const other = colourHistogram(b);
  return colourHistogram(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
};

const shapes = { square: [64, 64], upright: [32, 64], wide: [64, 20] } as const;
const grounds = ['#ffffff', '#d0d4d8', '#204060', '#000000'] as const;

describe('the ground of a picture', () => {
  describe.each(Object.entries(shapes))('%s', (_name, shape) => {
    it.each(grounds)('%s leaves no trace in the colours', async (ground) => {
      const onGrey = await onGround(ground, '#c03020', shape);
      const plain = await onGround('#ffffff', '#c03020', [64, 64]);
      // Resizing mixes a few pixels at the edge of the product with the ground.
      expect(compareColours(onGrey, plain)).toBeGreaterThan(0.9);
    });

    it('does not make two products of other colours alike', async () => {
      const red = await onGround('#d0d4d8', '#c03020', shape);
      const green = await onGround('#d0d4d8', '#20a040', shape);
      expect(compareColours(red, green)).toBeLessThan(0.25);
    });
  });

  it('is neither product nor padding: only the product counts', async () => {
    const pixels = await onGround('#204060', '#c03020', [32, 64]);
    expect(pixels.content).toEqual({ left: 16, top: 0, width: 32, height: 64 });
    const mask = findForeground(pixels);
    const share = mask.reduce((sum, value) => sum + value, 0) / mask.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.16);
  });

  it('is kept when hardly anything else would remain', async () => {
    const bytes = await sharp({ create: { width: 32, height: 64, channels: 3, background: '#204060' } })
      .png()
      .toBuffer();
    const decoded = await decodePicture(bytes, 64);
    if (!decoded.ok) throw new Error(decoded.reason);
    const mask = findForeground(decoded.pixels);
    expect(mask.reduce((sum, value) => sum + value, 0)).toBe(32 * 64);
  });

  it('is not looked for where the border has many colours', () => {
    const data = Uint8Array.from({ length: 16 * 16 * 3 }, (_, at) => (at * 89) % 256);
    expect(findForeground({ width: 16, height: 16, data })).toEqual(new Uint8Array(256).fill(1));
  });
});
