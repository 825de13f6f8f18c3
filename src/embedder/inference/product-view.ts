import type { PictureView } from '../../domain/settings/choices.ts';
import { findProduct } from '../colour/background.ts';
import { decodeWithin, type Pixels, type Rectangle } from '../pictures/decode.ts';

const viewDefaults = {
  /** Pixels that are decoded per pixel of the view: the product is a part of the picture. */
  decoded: 2,
  /** Space around the whole product, as a factor of its longer side. */
  margin: 1.04,
  /** The middle shows at least this share of the longer side: of a belt more than the buckle. */
  least: 1 / 3,
} as const;

const chooseSquare: Readonly<Record<Exclude<PictureView, 'both'>, (box: Rectangle) => Square>> = {
  product: (box) => centreSquare(box, Math.max(box.width, box.height) * viewDefaults.margin),
  middle: (box) => {
    const [shorter, longer] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
    return centreSquare(box, Math.max(shorter, longer * viewDefaults.least));
  },
};

/**
 * A picture as models see it: a square for each part of the view, the picture in half of the decoded size, and 1 where the
 * product may be in that. A view does not depend on how much plain ground or border surrounds the product. The middle hardly
 * changes when the picture is cropped, which cuts the ends of the product off. The product is looked for in half of the size,
 * which takes a quarter of the time.
 */
export const decodeView = async (bytes: Uint8Array, view: PictureView, size: number) => {
  const decoded = await decodeWithin(bytes, size * viewDefaults.decoded);
  if (!decoded.ok) return decoded;
  const small = halvePixels(decoded.pixels);
  const { box, foreground } = findProduct(small);
  const whole = { left: box.left * 2, top: box.top * 2, width: box.width * 2, height: box.height * 2 };
  const parts = view === 'both' ? (['product', 'middle'] as const) : [view];
  const views = parts.map((part) => sampleSquare(decoded.pixels, chooseSquare[part](whole), size));
  return { ok: true, views, small, foreground } as const;
};

/**
 * Each pixel is the mean of two by two. A last odd row or column counts for the pixels before it alone, unless it is
 * the only one.
 */
export const halvePixels = ({ width, height, data }: Pixels): Pixels => {
  const [columns, rows] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const half = new Uint8Array(columns * rows * 3);
  const right = width > 1 ? 3 : 0;
  const below = height > 1 ? width * 3 : 0;
  for (let y = 0, to = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const from = (y * 2 * width + x * 2) * 3;
      for (let channel = 0; channel < 3; channel += 1, to += 1) {
        const at = from + channel;
        const upper = (data[at] ?? 0) + (data[at + right] ?? 0);
        const lower = (data[at + below] ?? 0) + (data[at + below + right] ?? 0);
        half[to] = (upper + lower + 2) >> 2;
      }
    }
  }
  return { width: columns, height: rows, data: half };
};

/** A square part of a picture; it may reach beyond the picture. */
export type Square = { readonly left: number; readonly top: number; readonly side: number };

export const centreSquare = ({ left, top, width, height }: Rectangle, side: number): Square => ({
  left: left + (width - side) / 2,
  top: top + (height - side) / 2,
  side,
});

/**
 * Where the samples along one side of a picture of `length` pixels lie: the pixel before each, the pixel after it, and the share
 * of the latter. Those from `first` to before `end` lie inside of the picture.
 */
const placeSamples = (start: number, side: number, size: number, length: number) => {
  const before = new Int32Array(size);
  const after = new Int32Array(size);
  const share = new Float64Array(size);
  let [first, end] = [size, 0];
  for (let at = 0; at < size; at += 1) {
    const place = start + ((at + 0.5) * side) / size - 0.5;
    if (place < -0.5 || place > length - 0.5) continue;
    first = Math.min(first, at);
    end = at + 1;
    const left = Math.floor(place);
    before[at] = Math.max(0, left);
    after[at] = Math.min(length - 1, left + 1);
    share[at] = place - left;
  }
  return { before, after, share, first, end };
};

/**
 * Samples a square of a picture at `size` × `size` places, mixed from the four pixels around each; white beyond the
 * picture. Plain loops: this runs for every picture of a feed.
 */
export const sampleSquare = ({ width, height, data }: Pixels, { left, top, side }: Square, size: number) => {
  const columns = placeSamples(left, side, size, width);
  const rows = placeSamples(top, side, size, height);
  const sampled = new Uint8Array(3 * size * size).fill(255);
  for (let y = rows.first; y < rows.end; y += 1) {
    const above = (rows.before[y] ?? 0) * width;
    const below = (rows.after[y] ?? 0) * width;
    const down = rows.share[y] ?? 0;
    for (let x = columns.first; x < columns.end; x += 1) {
      const before = columns.before[x] ?? 0;
      const after = columns.after[x] ?? 0;
      const right = columns.share[x] ?? 0;
      const first = (above + before) * 3;
      const second = (above + after) * 3;
      const third = (below + before) * 3;
      const fourth = (below + after) * 3;
      const to = (y * size + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = (data[first + channel] ?? 0) * (1 - right) + (data[second + channel] ?? 0) * right;
        const lower = (data[third + channel] ?? 0) * (1 - right) + (data[fourth + channel] ?? 0) * right;
        sampled[to + channel] = upper * (1 - down) + lower * down + 0.5;
      }
    }
  }
  return { width: size, height: size, data: sampled };
};
