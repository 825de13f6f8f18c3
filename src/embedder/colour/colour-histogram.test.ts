import { describe, expect, it } from 'vitest';
import { toCieLab, colourDimensions, colourHistogram } from './colour-histogram.ts';

describe('CIE Lab', () => {
  it.each([
    ['white', [255, 255, 255], [100, 0, 0]],
    ['black', [0, 0, 0], [0, 0, 0]],
    ['grey', [119, 119, 119], [50.03, 0, 0]],
    ['red', [255, 0, 0], [53.24, 80.09, 67.2]],
    ['green', [0, 255, 0], [87.73, -86.18, 83.18]],
    ['blue', [0, 0, 255], [32.3, 79.19, -107.86]],
  ] as const)('of %s', (_, [r, g, b], expected) => {
    toCieLab(r, g, b).forEach((value, at) => expect(value).toBeCloseTo(expected[at] ?? 0, 0));
  });

  it('is as light as the bytes are high', () => {
    const lightness = [0, 50, 100, 150, 200, 255].map((grey) => toCieLab(grey, grey, grey)[0]);
    expect(lightness).toEqual(lightness.toSorted((a, b) => a - b));
  });
});

describe('the colour histogram', () => {
  /** A square of one colour in the middle of white. */
  const square = (colour: readonly [number, number, number], size = 32) => {
    const data = new Uint8Array(size * size * 3).fill(255);
    for (let y = size / 4; y < (size * 3) / 4; y += 1)
      for (let x = size / 4; x < (size * 3) / 4; x += 1) data.set(colour, (y * size + x) * 3);
    return colourHistogram({ width: size, height: size, data });
  };
  const compare = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

  it('has unit length and the announced size', () => {
    const histogram = square([200, 30, 30]);
    expect(histogram).toHaveLength(colourDimensions);
    expect(compare(histogram, histogram)).toBeCloseTo(1, 4);
  });

  it('is alike for alike colours, and not for others', () => {
    const red = square([200, 30, 30]);
    expect(compare(red, square([205, 35, 30]))).toBeGreaterThan(0.9);
    expect(compare(red, square([30, 60, 200]))).toBeLessThan(0.3);
    expect(compare(red, square([200, 30, 30], 64))).toBeGreaterThan(0.95);
  });

  it('changes little for a little change of colour', () => {
    const shades = Array.from({ length: 20 }, (_, at) => square([100 + 5 * at, 60, 60]));
    for (const [at, shade] of shades.entries())
      if (at > 0) expect(compare(shade, shades[at - 1] ?? shade)).toBeGreaterThan(0.7);
  });

  it('is no number that is none, also for a picture of one colour', () => {
    for (const byte of [0, 255]) {
      const blank = colourHistogram({ width: 8, height: 8, data: new Uint8Array(192).fill(byte) });
      expect(blank.every(Number.isFinite)).toBe(true);
    }
  });
});
