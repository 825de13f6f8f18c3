import type { Pixels } from '../pictures/decode.ts';

/**
 * Most product pictures have a background of one plain colour, which says nothing about the product. The
 * background is what is connected to the border and near the border's most common colour. A white shirt on
 * white is kept as far as its outline is closed. If too little would be remaining, the whole picture counts.
 */
const backgroundDefaults = {
  /** Share of the border that must have the same colour for a plain background. */
  border: 0.5,
  /** Largest difference from that colour, in any channel, 0 to 255. */
  tolerance: 18,
  /** With a smaller share remaining, the whole picture counts. */
  foreground: 0.04,
} as const;

/** 1 where the product may be, 0 on plain background; one byte a pixel. */
export const findForeground = (pixels: Pixels): Uint8Array => {
  const border = borderIndexes(pixels.width, pixels.height);
  const colour = mostCommonColour(pixels, border);
  const near = (index: number): boolean => isNear(pixels.data, index * 3, colour);
  const seeds = border.filter(near);
  const whole = new Uint8Array(pixels.width * pixels.height).fill(1);
  if (seeds.length < border.length * backgroundDefaults.border) return whole;
  const { mask, remaining } = floodFill(pixels, seeds, near);
  return remaining < mask.length * backgroundDefaults.foreground ? whole : mask;
};

const borderIndexes = (width: number, height: number): number[] => {
  const indexes: number[] = [];
  for (let x = 0; x < width; x += 1) indexes.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y += 1) indexes.push(y * width, y * width + width - 1);
  return indexes;
};

type Colour = readonly [red: number, green: number, blue: number];

/** The mean of the fullest cell of a coarse grid: eight steps per channel, centred so that white is not split. */
const mostCommonColour = ({ data }: Pixels, indexes: readonly number[]): Colour => {
  const cells = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (const index of indexes) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 3, index * 3 + 3);
    const key = (Math.round(red / 36) * 8 + Math.round(green / 36)) * 8 + Math.round(blue / 36);
    const cell = cells.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    cells.set(key, {
      count: cell.count + 1,
      red: cell.red + red,
      green: cell.green + green,
      blue: cell.blue + blue,
    });
  }
  const fullest = [...cells.values()].reduce((best, cell) => (cell.count > best.count ? cell : best));
  return [fullest.red / fullest.count, fullest.green / fullest.count, fullest.blue / fullest.count];
};

const isNear = (data: Uint8Array, at: number, colour: Colour): boolean =>
  colour.every(
    (value, channel) => Math.abs((data[at + channel] ?? 0) - value) <= backgroundDefaults.tolerance,
  );

const floodFill = (
  { width, height }: Pixels,
  seeds: readonly number[],
  near: (index: number) => boolean,
): { mask: Uint8Array; remaining: number } => {
  const mask = new Uint8Array(width * height).fill(1);
  const stack: number[] = [];
  const reach = (index: number): void => {
    if (mask[index] === 0 || !near(index)) return;
    mask[index] = 0;
    stack.push(index);
  };
  for (const seed of seeds) reach(seed);
  let reached = 0;
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    reached += 1;
    const x = index % width;
    if (x > 0) reach(index - 1);
    if (x < width - 1) reach(index + 1);
    if (index >= width) reach(index - width);
    if (index < width * (height - 1)) reach(index + width);
  }
  return { mask, remaining: mask.length - reached };
};
