import type { Picture } from '../../engine.ts';
import { isSameShape, shapeOf, vectorStride, writeVector } from '../vectors/vector-shape.ts';
import { type Vectors, vectorsInMemory } from '../vectors/vectors.ts';

/** The vectors with those of new pictures behind them; `known`: numbers of those that were added before, by hash. */
export const addPictures = (
  vectors: Vectors,
  known: ReadonlyMap<string, number>,
  given: Iterable<number | Picture | null>,
) => {
  const pictures = [...given].filter((picture) => typeof picture === 'object' && picture !== null);
  const [first] = pictures;
  const base = vectors.count > 0 || !first ? vectors : vectorsInMemory(new Float32Array(0), shapeOf(first));
  const added = new Map<string, Picture>();
  for (const picture of pictures)
    if (!known.has(picture.hash) && isSameShape(base.shape, shapeOf(picture)))
      added.set(picture.hash, picture);
  const numbers = new Map(known);
  for (const hash of added.keys()) numbers.set(hash, base.count + numbers.size - known.size);
  return {
    numbers,
    vectors: added.size === 0 ? vectors : base.extend(packVectors([...added.values()], base)),
    /** -1 for none, and for a picture of other dimensions (from another model), which cannot be compared. */
    numberOf: (picture: number | Picture | null): number =>
      typeof picture === 'number' ? picture : (numbers.get(picture?.hash ?? '') ?? -1),
  };
};

const packVectors = (pictures: readonly Picture[], { shape }: Vectors): Float32Array => {
  const stride = vectorStride(shape);
  const vectors = new Float32Array(pictures.length * stride);
  pictures.forEach((picture, index) => writeVector(picture, shape, vectors, index * stride));
  return vectors;
};
