import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pixels } from '../pictures/decode.ts';
import { centreSquare, sampleSquare } from './product-view.ts';

/** Each pixel has its column as red, its row as green, and no blue. */
const drawPlaces = (width: number, height: number): Pixels => {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set([x, y, 0], (y * width + x) * 3);
  return { width, height, data };
};

const pixelAt = ({ width, data }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

describe('the square in the middle of a rectangle', () => {
  it.each([
    [{ left: 0, top: 0, width: 10, height: 10 }, 10, { left: 0, top: 0, side: 10 }],
    [{ left: 4, top: 2, width: 10, height: 20 }, 10, { left: 4, top: 7, side: 10 }],
    [{ left: 4, top: 2, width: 10, height: 20 }, 20, { left: -1, top: 2, side: 20 }],
  ])('of %j with side %d', (rectangle, side, expected) => {
    expect(centreSquare(rectangle, side)).toEqual(expected);
  });
});

describe('sampling', () => {
  it('in the size of the square copies it', () => {
    const sampled = sampleSquare(drawPlaces(20, 30), { left: 3, top: 5, side: 8 }, 8);
    expect([sampled.width, sampled.height]).toEqual([8, 8]);
    expect([pixelAt(sampled, 0, 0), pixelAt(sampled, 7, 7)]).toEqual([
      [3, 5, 0],
      [10, 12, 0],
    ]);
  });

  it('half of the size takes the mean of four pixels', () => {
    const sampled = sampleSquare(drawPlaces(20, 20), { left: 2, top: 4, side: 8 }, 4);
    // Columns 2 and 3 are 2.5 on average, which is rounded up.
    expect([pixelAt(sampled, 0, 0), pixelAt(sampled, 1, 1)]).toEqual([
      [3, 5, 0],
      [5, 7, 0],
    ]);
  });

  it('twice the size mixes neighbours', () => {
    const sampled = sampleSquare(drawPlaces(20, 20), { left: 4, top: 4, side: 4 }, 8);
    const reds = Array.from({ length: 8 }, (_, x) => pixelAt(sampled, x, 3)[0]);
    expect(reds).toEqual([4, 4, 5, 5, 6, 6, 7, 7]);
  });

  it.each([
    ['above and left', { left: -100, top: -100, side: 50 }],
    ['below and right', { left: 100, top: 100, side: 50 }],
    ['above', { left: 2, top: -60, side: 8 }],
  ])('is white %s of the picture', (_name, square) => {
    expect(sampleSquare(drawPlaces(20, 20), square, 6).data.every((value) => value === 255)).toBe(true);
  });

  it('is white beside an upright picture and shows it in the middle', () => {
    const sampled = sampleSquare(drawPlaces(10, 20), { left: -5, top: 0, side: 20 }, 20);
    expect(pixelAt(sampled, 0, 10)).toEqual([255, 255, 255]);
    expect(pixelAt(sampled, 19, 10)).toEqual([255, 255, 255]);
    expect(pixelAt(sampled, 9, 10)).toEqual([4, 10, 0]);
  });

  it('of one colour is that colour, wherever the square lies inside', () => {
    const side = 24;
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
        fc.record({ left: fc.nat(8), top: fc.nat(8), side: fc.integer({ min: 2, max: 14 }) }),
        fc.integer({ min: 1, max: 20 }),
        (colour, square, size) => {
          const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => colour[at % 3] ?? 0);
          const sampled = sampleSquare({ width: side, height: side, data }, square, size);
          expect(sampled.data.every((value, at) => value === colour[at % 3])).toBe(true);
        },
      ),
    );
  });
});
