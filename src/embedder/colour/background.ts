import type { Pixels, Rectangle } from '../pictures/decode.ts';

/**
 * Most product pictures have a background of one plain colour, which says nothing about the product. It is what is connected
 * to the border of the picture and near the border's most common colour. A picture that is not square has its border inside
 * of its white padding. A white shirt on white is kept as far as its outline is closed.
 */
const backgroundDefaults = {
  /** More than this share of the border must have the same colour for a plain background. */
  border: 0.5,
  /** Largest difference from that colour, in any channel, 0 to 255. */
  tolerance: 18,
  /** With a smaller share remaining, the whole picture counts. */
  foreground: 0.04,
} as const;

/** 1 where the product may be, 0 on plain background and on padding; one byte a pixel. */
export const findForeground = (pixels: Pixels): Uint8Array => {
  const content = pixels.content ?? { left: 0, top: 0, width: pixels.width, height: pixels.height };
  const border = listBorder(pixels.width, content);
  const near = markNear(pixels, mostCommonColour(pixels.data, border));
  const seeds = border.filter((index) => near[index] === 1);
  const whole = maskOf(pixels, content);
  if (seeds.length <= border.length * backgroundDefaults.border) return whole;
  const { mask, reached } = floodFill(whole.slice(), pixels.width, seeds, near);
  const area = content.width * content.height;
  return area - reached < area * backgroundDefaults.foreground ? whole : mask;
};

/** 1 inside of the rectangle. */
const maskOf = ({ width, height }: Pixels, content: Rectangle): Uint8Array => {
  const mask = new Uint8Array(width * height);
  for (let y = content.top; y < content.top + content.height; y += 1)
    mask.fill(1, y * width + content.left, y * width + content.left + content.width);
  return mask;
};

const listBorder = (stride: number, { left, top, width, height }: Rectangle): number[] => {
  const indexes: number[] = [];
  const [right, bottom] = [left + width - 1, top + height - 1];
  for (let x = left; x <= right; x += 1) indexes.push(top * stride + x, bottom * stride + x);
  for (let y = top + 1; y < bottom; y += 1) indexes.push(y * stride + left, y * stride + right);
  return indexes;
};

type Colour = readonly [red: number, green: number, blue: number];

/** The mean of the fullest cell of a coarse grid: eight steps per channel, centred so that white is not split. */
const mostCommonColour = (data: Uint8Array, indexes: readonly number[]): Colour => {
  /** Count and sums of red, green and blue of each cell. */
  const cells = new Float64Array(8 * 8 * 8 * 4);
  let fullest = 0;
  for (const index of indexes) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 3, index * 3 + 3);
    const cell = 4 * ((Math.round(red / 36) * 8 + Math.round(green / 36)) * 8 + Math.round(blue / 36));
    for (const [at, amount] of [1, red, green, blue].entries())
      cells[cell + at] = (cells[cell + at] ?? 0) + amount;
    if ((cells[cell] ?? 0) > (cells[fullest] ?? 0)) fullest = cell;
  }
  const [count = 1, red = 0, green = 0, blue = 0] = cells.subarray(fullest, fullest + 4);
  return [red / count, green / count, blue / count];
};

/** 1 for each pixel whose channels are all near the colour. A plain loop: it runs for every pixel of a feed. */
const markNear = ({ data }: Pixels, [red, green, blue]: Colour): Uint8Array => {
  const { tolerance } = backgroundDefaults;
  const near = new Uint8Array(data.length / 3);
  for (let index = 0, at = 0; index < near.length; index += 1, at += 3) {
    if (
      Math.abs((data[at] ?? 0) - red) <= tolerance &&
      Math.abs((data[at + 1] ?? 0) - green) <= tolerance &&
      Math.abs((data[at + 2] ?? 0) - blue) <= tolerance
    )
      near[index] = 1;
  }
  return near;
};

/** Clears in `mask` what is near and connected to a seed. Padding is 0 in `mask`, so it is never entered. */
const floodFill = (mask: Uint8Array, width: number, seeds: readonly number[], near: Uint8Array) => {
  const stack = new Int32Array(mask.length);
  let size = 0;
  let reached = 0;
  const reach = (index: number): void => {
    if (mask[index] !== 1 || near[index] !== 1) return;
    mask[index] = 0;
    stack[size] = index;
    size += 1;
    reached += 1;
  };
  for (const seed of seeds) reach(seed);
  while (size > 0) {
    size -= 1;
    const index = stack[size] ?? 0;
    const x = index % width;
    if (x > 0) reach(index - 1);
    if (x < width - 1) reach(index + 1);
    reach(index - width);
    reach(index + width);
  }
  return { mask, reached };
};

/** A row or column belongs to the product when this share of it does: less is dust or noise of compression. */
const leastShare = 0.01;

/** First and last place with at least `least`; null when there is none. */
const findExtent = (counts: Uint32Array, least: number): readonly [number, number] | null => {
  const isUsed = (count: number): boolean => count >= least;
  const first = counts.findIndex(isUsed);
  return first < 0 ? null : [first, counts.findLastIndex(isUsed)];
};

const findBox = ({ width, height }: Pixels, content: Rectangle, foreground: Uint8Array): Rectangle => {
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (let y = content.top; y < content.top + content.height; y += 1)
    for (let x = content.left; x < content.left + content.width; x += 1)
      if (foreground[y * width + x] === 1) {
        columns[x] = (columns[x] ?? 0) + 1;
        rows[y] = (rows[y] ?? 0) + 1;
      }
  const across = findExtent(columns, Math.max(1, content.height * leastShare));
  const down = findExtent(rows, Math.max(1, content.width * leastShare));
  if (across === null || down === null) return content;
  const [[left, right], [top, bottom]] = [across, down];
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
};

/**
 * The smallest rectangle around the product, without plain ground and border: so a picture with a border, or with less air
 * around the product, shows the same. Once only: what is plain around the print of a book is the book.
 */
export const findProduct = (pixels: Pixels): { readonly box: Rectangle; readonly foreground: Uint8Array } => {
  const content = pixels.content ?? { left: 0, top: 0, width: pixels.width, height: pixels.height };
  const foreground = findForeground(pixels);
  return { box: findBox(pixels, content, foreground), foreground };
};
