import type { Pixels, Rectangle } from '../pictures/decode.ts';
import { findForeground } from './background.ts';

/** Where the product is. */
type FoundProduct = {
  /** The smallest rectangle around it. */
  readonly box: Rectangle;
  /** 1 where the product may be; one byte a pixel. */
  readonly foreground: Uint8Array;
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
 * Leaves out a plain ground, and a plain border. So a picture with a border, or with less air around the product, shows
 * the same product. Once only: what is plain around the print of a book is the book.
 */
export const findProduct = (pixels: Pixels): FoundProduct => {
  const content = pixels.content ?? { left: 0, top: 0, width: pixels.width, height: pixels.height };
  const foreground = findForeground(pixels);
  return { box: findBox(pixels, content, foreground), foreground };
};
