import { findForeground } from './background.ts';
import type { Pixels } from '../pictures/decode.ts';

/**
 * Bins in a cylinder: lightness is the height, chroma the radius, hue the angle. Near the axis hue means
 * nothing, so the innermost ring is a single bin. A pixel is split among its neighbouring bins, so that a small
 * change of colour at the edge of a bin makes a small change of the histogram.
 *
 *    lightness level →  [ grey | 16 dull hues | 16 vivid hues ]  × 6
 */
const bins = { lightness: 6, hues: 16, rings: 2 } as const;
const perLevel = 1 + bins.hues * bins.rings;
/** Lab chroma at which the middle of each coloured ring lies. */
const ringChroma = 32;
/** Every second pixel of every second row, or fewer: this many along the longer side, thousands in all. */
const samplesPerSide = 112;

export const colourDimensions = bins.lightness * perLevel;

/** Unit length. The square roots make the inner product of two histograms the Bhattacharyya coefficient. */
export const colourHistogram = (pixels: Pixels, foreground = findForeground(pixels)): Float32Array => {
  const step = Math.max(2, Math.ceil(Math.max(pixels.width, pixels.height) / samplesPerSide));
  const histogram = new Float64Array(colourDimensions);
  let total = 0;
  for (let y = 0; y < pixels.height; y += step) {
    for (let x = 0; x < pixels.width; x += step) {
      const index = y * pixels.width + x;
      if (foreground[index] === 0) continue;
      addPixel(histogram, pixels.data, index * 3);
      total += 1;
    }
  }
  return Float32Array.from(histogram, (amount) => Math.sqrt(amount / Math.max(total, 1)));
};

const addPixel = (histogram: Float64Array, data: Uint8Array, at: number): void => {
  const [lightness, a, b] = toCieLab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  const level = Math.min((lightness / 100) * (bins.lightness - 1), bins.lightness - 1);
  const ring = Math.min(Math.hypot(a, b) / ringChroma, bins.rings);
  const hue = ((Math.atan2(b, a) / (2 * Math.PI) + 1) % 1) * bins.hues;
  const add = (bin: number, amount: number): void => void (histogram[bin] = (histogram[bin] ?? 0) + amount);
  splitBetween(level, 1, (height, ofLevel) =>
    splitBetween(ring, ofLevel, (radius, ofRing) => {
      const start = height * perLevel;
      if (radius === 0) return add(start, ofRing);
      const first = start + 1 + (radius - 1) * bins.hues;
      splitBetween(hue, ofRing, (angle, amount) => add(first + (angle % bins.hues), amount));
    }),
  );
};

/** Shares an amount between the bins on both sides of a place. */
const splitBetween = (place: number, amount: number, add: (bin: number, amount: number) => void): void => {
  const lower = Math.floor(place);
  const share = place - lower;
  add(lower, amount * (1 - share));
  if (share > 0) add(lower + 1, amount * share);
};

/** sRGB bytes → CIE Lab under D65. Equal distances in this space look about equally different. */
export const toCieLab = (
  red: number,
  green: number,
  blue: number,
): [lightness: number, a: number, b: number] => {
  const [r = 0, g = 0, b = 0] = [linearByByte[red], linearByByte[green], linearByByte[blue]];
  const x = compressForLab((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = compressForLab(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = compressForLab((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const linearByByte = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const compressForLab = (value: number): number =>
  value > 216 / 24389 ? Math.cbrt(value) : (value * 24389) / 27 / 116 + 16 / 116;
