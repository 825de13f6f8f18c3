import type { Picture } from '../../engine.ts';
import { type Vectors, vectorsInMemory } from '../vectors/vectors.ts';
import {
  isSameShape,
  shapeOf,
  type VectorShape,
  vectorStride,
  writeVector,
} from '../vectors/vector-shape.ts';

/** New pictures are copied for each batch until there are this many; then they stay where they are. */
const blockPictures = 256;

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
  readonly pictures: readonly Picture[];
};

export const createOverlayPictures = (published: Vectors): OverlayPictures => {
  const numbers = new Map<string, number>();
  /** Full blocks are part of it; the pictures of the last one, which is not full, are in `tail`. */
  let blocks = published;
  let tail: readonly Picture[] = [];
  let vectors = published;
  return {
    add: (wanted) => {
      const known = blocks.count + tail.length;
      const added = new Map<string, Picture>();
      const shape = known > 0 ? vectors.shape : null;
      for (const picture of wanted) {
        if (typeof picture === 'number' || numbers.has(picture.hash)) continue;
        const expected: VectorShape = shape ?? shapeOf(added.values().next().value ?? picture);
        if (isSameShape(expected, shapeOf(picture))) added.set(picture.hash, picture);
      }
      const pictures = [...added.values()];
      const addedNumbers = new Map(pictures.map(({ hash }, index) => [hash, known + index]));
      return {
        pictures,
        vectors: pictures.length === 0 ? vectors : extend(blocks, [...tail, ...pictures]),
        numberOf: (picture) => {
          if (picture === null) return -1;
          if (typeof picture === 'number') return picture;
          return numbers.get(picture.hash) ?? addedNumbers.get(picture.hash) ?? -1;
        },
      };
    },
    keep: (added) => {
      const known = blocks.count + tail.length;
      added.pictures.forEach(({ hash }, index) => numbers.set(hash, known + index));
      tail = [...tail, ...added.pictures];
      vectors = added.vectors;
      if (tail.length < blockPictures) return;
      blocks = added.vectors;
      tail = [];
    },
  };
};

const extend = (base: Vectors, pictures: readonly Picture[]): Vectors => {
  const [first] = pictures;
  if (first === undefined) return base;
  const vectors = packVectors(pictures, shapeOf(first));
  return base.count > 0 ? base.extend(vectors) : vectorsInMemory(vectors, shapeOf(first));
};

const packVectors = (pictures: readonly Picture[], shape: VectorShape): Float32Array => {
  const stride = vectorStride(shape);
  const vectors = new Float32Array(pictures.length * stride);
  pictures.forEach((picture, index) => writeVector(picture, shape, vectors, index * stride));
  return vectors;
};
