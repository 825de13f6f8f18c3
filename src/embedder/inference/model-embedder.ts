import { colourDimensions, colourHistogram } from '../colour/colour-histogram.ts';
import type { Pixels } from '../pictures/decode.ts';
import { decodeView } from './product-view.ts';
import type { Embedder, EmbeddingResult } from '../embedder.ts';
import { mapInParallel } from '../map-in-parallel.ts';

/** Part of the model's name. Raise it whenever the handling of pictures or features here changes. */
const preprocessingVersion = 3;

/** A loaded model: pixels in, a vector of unit length out. */
export type LoadedModel = {
  /** Pixels per side of its square input. */
  readonly size: number;
  run(pixels: Pixels): Promise<Float32Array>;
  close(): Promise<void>;
};

/** An embedder by any vision model. Runs in this process, which is a worker of a pool. */
export const createModelEmbedder = async (model: LoadedModel, name: string): Promise<Embedder> => {
  const { size } = model;
  // The dimensions of the vector are known only from an output.
  const blank = { width: size, height: size, data: new Uint8Array(size * size * 3).fill(255) };
  const { length } = await model.run(blank);
  const embedOne = async (picture: Uint8Array): Promise<EmbeddingResult> => {
    const decoded = await decodeView(picture, 'product', size);
    if (!decoded.ok) return decoded;
    const looks = await model.run(decoded.view);
    return { ok: true, embedding: { looks, colour: colourHistogram(decoded.small, decoded.foreground) } };
  };
  return {
    model: `${name}.${preprocessingVersion}`,
    looksDimensions: length,
    colourDimensions,
    embed: (pictures) => mapInParallel(pictures, 1, embedOne),
    close: () => model.close(),
  };
};
