import sharp from 'sharp';
import { decodePicture } from '../../src/embedder/pictures/decode.ts';

/** A picture with a frame around it; null leaves the place empty. */
export type Cell = { readonly bytes: Uint8Array; readonly frame: Frame } | null;

export type Frame = 'none' | 'right' | 'wrong';

const frames: Readonly<Record<Frame, readonly [number, number, number]>> = {
  none: [255, 255, 255],
  right: [40, 150, 70],
  wrong: [200, 50, 50],
};

/** Pixels of a picture, and of the frame with its distance to the next. */
const gridDefaults = { picture: 96, frame: 3, gap: 2 } as const;

/** One row of pictures below the other, as PNG. A picture that cannot be decoded leaves its frame empty. */
export const drawGrid = async (rows: readonly (readonly Cell[])[]): Promise<Uint8Array> => {
  const { picture, frame, gap } = gridDefaults;
  const pitch = picture + 2 * (frame + gap);
  const [width, height] = [pitch * Math.max(1, ...rows.map((row) => row.length)), pitch * rows.length];
  const data = new Uint8Array(width * Math.max(1, height) * 3).fill(255);
  const fill = (left: number, top: number, size: number, colour: readonly number[]): void => {
    for (let y = top; y < top + size; y += 1)
      for (let x = left; x < left + size; x += 1) data.set(colour, (y * width + x) * 3);
  };
  for (const [y, row] of rows.entries())
    for (const [x, cell] of row.entries()) {
      if (cell === null) continue;
      const [left, top] = [x * pitch + gap, y * pitch + gap];
      fill(left, top, picture + 2 * frame, frames[cell.frame]);
      const decoded = await decodePicture(cell.bytes, picture);
      for (let line = 0; decoded.ok && line < picture; line += 1)
        data.set(
          decoded.pixels.data.subarray(line * picture * 3, (line + 1) * picture * 3),
          ((top + frame + line) * width + left + frame) * 3,
        );
    }
  return sharp(data, { raw: { width, height: Math.max(1, height), channels: 3 } })
    .png()
    .toBuffer();
};
