import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pixels, Rectangle } from '../pictures/decode.ts';
import { findProduct } from './background.ts';

type Colour = readonly [number, number, number];

const fill = ({ data, width }: Pixels, { left, top, ...size }: Rectangle, colour: Colour): void => {
  for (let y = top; y < top + size.height; y += 1)
    for (let x = left; x < left + size.width; x += 1) data.set(colour, (y * width + x) * 3);
};

const drawGround = (width: number, height: number, ground: Colour): Pixels => {
  const pixels = { width, height, data: new Uint8Array(width * height * 3) };
  fill(pixels, { left: 0, top: 0, width, height }, ground);
  return pixels;
};

const drawProduct = (product: Rectangle, ground: Colour = [255, 255, 255]): Pixels => {
  const pixels = drawGround(100, 80, ground);
  fill(pixels, product, [180, 30, 40]);
  return pixels;
};

describe('the box of a product', () => {
  it.each<[string, Colour]>([
    ['white', [255, 255, 255]],
    ['grey', [200, 204, 208]],
    ['black', [0, 0, 0]],
  ])('is found on %s ground', (_name, ground) => {
    const product = { left: 30, top: 10, width: 20, height: 60 };
    expect(findProduct(drawProduct(product, ground)).box).toEqual(product);
  });

  it('is found wherever the product stands', () => {
    fc.assert(
      fc.property(
        fc.record({
          left: fc.integer({ min: 1, max: 40 }),
          top: fc.integer({ min: 1, max: 40 }),
          width: fc.integer({ min: 20, max: 50 }),
          height: fc.integer({ min: 20, max: 35 }),
        }),
        (product) => {
          const { box, foreground } = findProduct(drawProduct(product));
          expect(box).toEqual(product);
          expect(foreground.reduce((sum, value) => sum + value, 0)).toBe(product.width * product.height);
        },
      ),
    );
  });

  it('leaves out dust', () => {
    const pixels = drawGround(400, 300, [255, 255, 255]);
    fill(pixels, { left: 120, top: 40, width: 80, height: 220 }, [180, 30, 40]);
    fill(pixels, { left: 20, top: 30, width: 2, height: 2 }, [0, 0, 0]);
    expect(findProduct(pixels).box).toEqual({ left: 120, top: 40, width: 80, height: 220 });
  });

  it('is the whole picture without a plain ground', () => {
    const data = Uint8Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 89 + (at >> 5)) % 256);
    const { box, foreground } = findProduct({ width: 40, height: 30, data });
    expect(box).toEqual({ left: 0, top: 0, width: 40, height: 30 });
    expect(foreground.every((value) => value === 1)).toBe(true);
  });

  it('is the whole picture when half of its border is of one colour', () => {
    const pixels = drawGround(32, 32, [255, 0, 0]);
    fill(pixels, { left: 0, top: 16, width: 32, height: 16 }, [0, 0, 255]);
    expect(findProduct(pixels).box).toEqual({ left: 0, top: 0, width: 32, height: 32 });
  });

  it('is the whole picture when it shows nothing but ground', () => {
    const { box } = findProduct(drawGround(40, 30, [90, 120, 200]));
    expect(box).toEqual({ left: 0, top: 0, width: 40, height: 30 });
  });

  it('is the photo inside of a border', () => {
    const pixels = drawGround(100, 80, [255, 255, 255]);
    for (let y = 10; y < 70; y += 1)
      for (let x = 15; x < 85; x += 1)
        pixels.data.set([(x * 37) % 200, (y * 53) % 200, (x * y) % 200], (y * 100 + x) * 3);
    expect(findProduct(pixels).box).toEqual({ left: 15, top: 10, width: 70, height: 60 });
  });

  it('of a product with a plain cover keeps the cover', () => {
    const pixels = drawGround(100, 80, [255, 255, 255]);
    fill(pixels, { left: 20, top: 10, width: 60, height: 60 }, [30, 60, 140]);
    fill(pixels, { left: 40, top: 30, width: 20, height: 20 }, [230, 200, 40]);
    expect(findProduct(pixels).box).toEqual({ left: 20, top: 10, width: 60, height: 60 });
  });
});
