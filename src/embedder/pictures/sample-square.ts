import type { Pixels, Rectangle } from './decode.ts';

/** A square part of a picture; it may reach beyond the picture. */
export type Square = { readonly left: number; readonly top: number; readonly side: number };

/** The square in the middle of a rectangle. */
export const centreSquare = ({ left, top, width, height }: Rectangle, side: number): Square => ({
  left: left + (width - side) / 2,
  top: top + (height - side) / 2,
  side,
});

/** Where the samples along one side lie: the pixel before each, the pixel after it, and the share of the latter. */
type Places = {
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly share: Float64Array;
  /** The samples from `first` to before `end` lie inside of the picture. */
  readonly first: number;
  readonly end: number;
};

/** `length`: pixels of the picture along this side. */
const placeSamples = (start: number, side: number, size: number, length: number): Places => {
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

const white = 255;

/**
 * Samples a square of a picture at `size` × `size` places, mixed from the four pixels around each; white beyond the
 * picture. Plain loops: this runs for every picture of a feed.
 */
export const sampleSquare = (
  { width, height, data }: Pixels,
  { left, top, side }: Square,
  size: number,
): Pixels => {
  const columns = placeSamples(left, side, size, width);
  const rows = placeSamples(top, side, size, height);
  const sampled = new Uint8Array(3 * size * size).fill(white);
  for (let y = rows.first; y < rows.end; y += 1) {
    const above = (rows.before[y] ?? 0) * width;
    const below = (rows.after[y] ?? 0) * width;
    const down = rows.share[y] ?? 0;
    for (let x = columns.first; x < columns.end; x += 1) {
      const before = columns.before[x] ?? 0;
      const after = columns.after[x] ?? 0;
      const right = columns.share[x] ?? 0;
      // The pixels above left, above right, below left and below right.
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
