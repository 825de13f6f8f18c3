import { findForeground } from './background.ts';
import type { Pixels } from '../pictures/decode.ts';
import { toCieLab } from './cie-lab.ts';

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
  const lower = Math.floor(level);
  const share = level - lower;
  const ring = Math.min(Math.hypot(a, b) / ringChroma, bins.rings);
  const hue = ((Math.atan2(b, a) / (2 * Math.PI) + 1) % 1) * bins.hues;
  addToLevel(histogram, lower * perLevel, ring, hue, 1 - share);
  if (share > 0) addToLevel(histogram, (lower + 1) * perLevel, ring, hue, share);
};

const addToLevel = (
  histogram: Float64Array,
  start: number,
  ring: number,
  hue: number,
  amount: number,
): void => {
  const inner = Math.floor(ring);
  const share = ring - inner;
  addToRing(histogram, start, inner, hue, amount * (1 - share));
  if (share > 0) addToRing(histogram, start, inner + 1, hue, amount * share);
};

const addToRing = (
  histogram: Float64Array,
  start: number,
  ring: number,
  hue: number,
  amount: number,
): void => {
  if (ring === 0) return add(histogram, start, amount);
  const first = start + 1 + (ring - 1) * bins.hues;
  const before = Math.floor(hue) % bins.hues;
  const share = hue - Math.floor(hue);
  add(histogram, first + before, amount * (1 - share));
  add(histogram, first + ((before + 1) % bins.hues), amount * share);
};

const add = (histogram: Float64Array, bin: number, amount: number): void => {
  histogram[bin] = (histogram[bin] ?? 0) + amount;
};
