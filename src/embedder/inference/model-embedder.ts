import { colourDimensions, colourHistogram } from '../colour/colour-histogram.ts';
import type { PictureView } from '../../domain/settings/choices.ts';
import type { Pixels } from '../pictures/decode.ts';
import { decodeView } from './product-view.ts';
import { type Embedder, type EmbeddingResult, nameInView } from '../embedder.ts';
import { toUnitLength } from './model-file.ts';
import { mapInParallel } from '../map-in-parallel.ts';

/** Part of the name of a published model. Raise it whenever the handling of pictures or features here changes. */
const preprocessingVersion = 3;

/** A loaded model: pixels in, a vector of unit length out. */
export type LoadedModel = {
  /** Pixels per side of its square input. */
  readonly size: number;
  readonly run: (pixels: Pixels) => Promise<Float32Array>;
  readonly close: () => Promise<void>;
};

/**
 * An embedder by a model that is described. Runs in this process, which is a worker of a pool. One picture at a time: in a
 * batch, the last bits of a vector could depend on the other pictures.
 */
export const createDescribedEmbedder = (
  loaded: LoadedModel,
  {
    model,
    looksDimensions,
    view,
  }: Pick<Embedder, 'model' | 'looksDimensions'> & { readonly view: PictureView },
): Embedder => {
  const embedOne = async (picture: Uint8Array, seen: PictureView): Promise<EmbeddingResult> => {
    const decoded = await decodeView(picture, seen, loaded.size);
    if (!decoded.ok) return decoded;
    const [first = new Float32Array(looksDimensions), second] = await mapInParallel(
      decoded.views,
      1,
      loaded.run,
    );
    const looks =
      second === undefined ? first : toUnitLength(first.map((value, at) => value + (second[at] ?? 0)));
    return { ok: true, embedding: { looks, colour: colourHistogram(decoded.small, decoded.foreground) } };
  };
  const inView = (seen: PictureView): Embedder => ({
    model: nameInView({ model, view }, seen),
    view: seen,
    looksDimensions,
    colourDimensions,
    embed: (pictures) => mapInParallel(pictures, 1, (picture) => embedOne(picture, seen)),
    inView,
    close: () => loaded.close(),
  });
  return inView(view);
};

/** An embedder by any vision model, of the whole product. The dimensions of the vector are known only from an output. */
export const createModelEmbedder = async (loaded: LoadedModel, name: string): Promise<Embedder> => {
  const { size } = loaded;
  const blank = { width: size, height: size, data: new Uint8Array(size * size * 3).fill(255) };
  const { length: looksDimensions } = await loaded.run(blank);
  const model = `${name}.${preprocessingVersion}`;
  return createDescribedEmbedder(loaded, { model, looksDimensions, view: 'product' });
};
