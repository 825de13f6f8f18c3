import type { PictureView } from '../domain/settings/choices.ts';
import type { Region } from '../domain/region.ts';

/** The vectors of a picture. Both have unit length. */
export type Embedding = { readonly looks: Float32Array; readonly colour: Float32Array };

export type EmbeddingResult =
  /** `region`: where a product that was cut out is in its picture. */
  | { readonly ok: true; readonly embedding: Embedding; readonly region?: Region }
  /** `reason` can be shown to a merchandiser: "not a picture", "more than 40 megapixels" … */
  | { readonly ok: false; readonly reason: string };

/** Parts of a picture: those that are named, or the product in it. */
export type PictureParts = readonly Region[] | 'product';

/**
 * Turns pictures into vectors.
 *
 *  - The same bytes give the same vectors, whatever else is in the batch.
 *  - A picture that cannot be used is a result, not an exception, and does not affect the others.
 *  - `model` changes whenever the vectors would: vectors of different models are never compared.
 */
export interface Embedder {
  readonly model: string;
  readonly looksDimensions: number;
  readonly colourDimensions: number;
  /** Encoded pictures (JPEG, PNG, WebP, GIF, AVIF, TIFF); results in the same order. */
  embed(pictures: readonly Uint8Array[]): Promise<readonly EmbeddingResult[]>;
  /**
   * Vectors of copies of a picture as shops hold them: re-encoded, mirrored, cropped, with a border. Left out by
   * embedders that decode elsewhere.
   */
  embedCopies?(picture: Uint8Array): Promise<readonly EmbeddingResult[]>;
  /**
   * Vectors of parts of one picture, in their order. `product`: of the product alone, cut out of what is behind it; none where
   * its ground is plain. Left out by embedders that decode elsewhere.
   */
  embedRegions?(picture: Uint8Array, regions: PictureParts): Promise<readonly EmbeddingResult[]>;
  /** The part of a picture that it sees; left out, as is the next, by embedders that decode elsewhere. */
  readonly view?: PictureView;
  /** The same model with another view, under a name of its own. Both are closed together. */
  readonly inView?: (view: PictureView) => Embedder;
  close(): Promise<void>;
}

/** Of the vectors of another view. Those of the model's own view keep its name. */
export const nameInView = ({ model, view }: Pick<Embedder, 'model' | 'view'>, seen: PictureView): string =>
  seen === view ? model : `${model}-${seen}`;
