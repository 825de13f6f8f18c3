import type { Pixels } from './decode.ts';

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
