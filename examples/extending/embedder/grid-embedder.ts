import { colourDimensions, colourHistogram } from '../../../src/embedder/colour/colour-histogram.ts';
import type { Embedder, EmbeddingResult } from '../../../src/embedder/embedder.ts';
import { toUnitLength } from '../../../src/embedder/inference/model-file.ts';
import { mapInParallel } from '../../../src/embedder/map-in-parallel.ts';
import { decodePicture, type Pixels } from '../../../src/embedder/pictures/decode.ts';

const gridDefaults = {
  /** Squares in each direction. */
  side: 8,
  /** Pixels of one square in each direction. */
  squarePixels: 8,
  parallel: 4,
} as const;

/** Raise it whenever the vectors would change: vectors of different models are never compared. */
const version = 1;

/** Mean darkness of each square, from 0 (white) to 1. */
const measureSquares = ({ width, data }: Pixels): Float32Array => {
  const { side, squarePixels } = gridDefaults;
  const squares = new Float32Array(side * side);
  for (let pixel = 0; pixel * 3 < data.length; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const square = Math.floor(y / squarePixels) * side + Math.floor(x / squarePixels);
    const sum = (data[pixel * 3] ?? 0) + (data[pixel * 3 + 1] ?? 0) + (data[pixel * 3 + 2] ?? 0);
    squares[square] = (squares[square] ?? 0) + (1 - sum / 765) / squarePixels ** 2;
  }
  return squares;
};

/** A picture that cannot be used is a result with a reason; it does not affect the others. */
const embedPicture = async (picture: Uint8Array): Promise<EmbeddingResult> => {
  const decoded = await decodePicture(picture, gridDefaults.side * gridDefaults.squarePixels);
  if (!decoded.ok) return decoded;
  const looks = toUnitLength(measureSquares(decoded.pixels));
  return { ok: true, embedding: { looks, colour: colourHistogram(decoded.pixels) } };
};

/** Compares how dark 64 squares of a picture are: no model is needed, and line drawings are distinguished well. */
export const openGridEmbedder = (): Embedder => ({
  model: `grid-${gridDefaults.side}-${version}`,
  looksDimensions: gridDefaults.side ** 2,
  colourDimensions,
  embed: (pictures) => mapInParallel(pictures, gridDefaults.parallel, embedPicture),
  close: async () => undefined,
});
