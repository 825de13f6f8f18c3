import { colourDimensions, colourHistogram } from './colour-histogram.ts';
import { decodePicture, type Pixels } from './decode.ts';
import type { Embedder, EmbeddingResult } from './embedder.ts';
import { mapInParallel } from './map-in-parallel.ts';

/** Raised whenever what is done to pictures or features here changes: part of the model's name. */
const preprocessingVersion = 1;

/** A model that is loaded: pixels in, a vector of length 1 out. */
export type LoadedModel = {
  /** Pixels a side. */
  readonly size: number;
  run(pixels: Pixels): Promise<Float32Array>;
  close(): Promise<void>;
};

/** An embedder by any net that sees. Works in this process, which is one of a pool. */
export const createModelEmbedder = async (net: LoadedModel, name: string): Promise<Embedder> => {
  const { size } = net;
  // The width of a vector is known only by what comes out.
  const blank = { width: size, height: size, data: new Uint8Array(size * size * 3).fill(255) };
  const { length } = await net.run(blank);
  const embedOne = async (picture: Uint8Array): Promise<EmbeddingResult> => {
    const decoded = await decodePicture(picture, size);
    if (!decoded.ok) return decoded;
    const looks = await net.run(decoded.pixels);
    return { ok: true, embedding: { looks, colour: colourHistogram(decoded.pixels) } };
  };
  return {
    model: `${name}.${preprocessingVersion}`,
    looksDimensions: length,
    colourDimensions,
    embed: (pictures) => mapInParallel(pictures, 1, embedOne),
    close: () => net.close(),
  };
};
