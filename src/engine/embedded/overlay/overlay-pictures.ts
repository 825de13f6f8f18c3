import type { Picture } from '../../engine.ts';
import { isSameShape, shapeOf, vectorStride, writeVector } from '../vectors/vector-shape.ts';
import { type Vectors, vectorsInMemory } from '../vectors/vectors.ts';

/** The pictures of the version and of live changes; numbers of new ones follow those of the version. */
type OverlayPictures = {
  /** Changes nothing until `keep`. */
  add(pictures: readonly (Picture | number)[]): AddedPictures;
  keep(added: AddedPictures): void;
};

type AddedPictures = {
  readonly vectors: Vectors;
  /** -1 for none, and for a picture of other dimensions (from another model), which cannot be compared. */
  readonly numberOf: (picture: number | Picture | null) => number;
  readonly numbers: ReadonlyMap<string, number>;
};

export const createOverlayPictures = (published: Vectors): OverlayPictures => {
  const numberOfHash = new Map<string, number>();
  let vectors = published;
  return {
    add: (given) => {
      const pictures = given.filter((picture) => typeof picture !== 'number');
      const [first] = pictures;
      const base =
        vectors.count > 0 || !first ? vectors : vectorsInMemory(new Float32Array(0), shapeOf(first));
      const added = new Map<string, Picture>();
      for (const picture of pictures)
        if (!numberOfHash.has(picture.hash) && isSameShape(base.shape, shapeOf(picture)))
          added.set(picture.hash, picture);
      const numbers = new Map(Array.from(added.keys(), (hash, index) => [hash, base.count + index]));
      return {
        numbers,
        vectors: added.size === 0 ? vectors : base.extend(packVectors([...added.values()], base)),
        numberOf: (picture) => {
          if (picture === null) return -1;
          if (typeof picture === 'number') return picture;
          return numberOfHash.get(picture.hash) ?? numbers.get(picture.hash) ?? -1;
        },
      };
    },
    keep: (added) => {
      for (const [hash, number] of added.numbers) numberOfHash.set(hash, number);
      vectors = added.vectors;
    },
  };
};

const packVectors = (pictures: readonly Picture[], { shape }: Vectors): Float32Array => {
  const stride = vectorStride(shape);
  const vectors = new Float32Array(pictures.length * stride);
  pictures.forEach((picture, index) => writeVector(picture, shape, vectors, index * stride));
  return vectors;
};
