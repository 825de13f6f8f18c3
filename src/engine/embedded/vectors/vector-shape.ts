/**
 * Vectors of pictures: looks first, then colour, then the title, each part padded with zeros to whole SIMD lanes. They
 * are float32 on disk and in memory: they need no conversion, and the same bits give the same scores. Float16 would take
 * half the space, but would have to be converted at each use, as WebAssembly has no instruction that multiplies float16.
 */
export type VectorShape = {
  readonly looks: number;
  readonly colour: number;
  /** Left out: titles are not compared. */
  readonly title?: number;
};

type PictureVectors = {
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title?: Float32Array;
};

const lane = 4;
const padToLanes = (dimensions: number) => Math.ceil(dimensions / lane) * lane;

/** Floats from one picture to the next. */
export const vectorStride = (shape: VectorShape): number => titleOffset(shape) + padToLanes(shape.title ?? 0);
/** Where the colour part starts, in floats. */
export const colourOffset = (shape: VectorShape): number => padToLanes(shape.looks);
/** Where the title part starts, in floats. */
export const titleOffset = (shape: VectorShape): number => colourOffset(shape) + padToLanes(shape.colour);

export const shapeOf = ({ looks, colour, title }: PictureVectors): VectorShape => ({
  looks: looks.length,
  colour: colour.length,
  ...(title !== undefined && { title: title.length }),
});

export const isSameShape = (a: VectorShape | null | undefined, b: VectorShape): boolean =>
  a?.looks === b.looks && a.colour === b.colour && (a.title ?? 0) === (b.title ?? 0);

/** Writes the parts of a vector to their places, from `at` on. */
export const writeVector = (
  { looks, colour, title }: PictureVectors,
  shape: VectorShape,
  into: Float32Array,
  at: number,
): void => {
  into.set(looks, at);
  into.set(colour, at + colourOffset(shape));
  if (title !== undefined) into.set(title, at + titleOffset(shape));
};

/** A copy of the parts that `writeVector` wrote. */
export const readVector = (from: Float32Array, shape: VectorShape, at: number): PictureVectors => {
  const take = (offset: number, length: number): Float32Array =>
    from.slice(at + offset, at + offset + length);
  return {
    looks: take(0, shape.looks),
    colour: take(colourOffset(shape), shape.colour),
    ...(shape.title !== undefined && { title: take(titleOffset(shape), shape.title) }),
  };
};
