/**
 * Vectors of pictures: looks first, then colour, each part padded with zeros to whole SIMD lanes. They are float32 on
 * disk and in memory: they need no conversion, and the same bits give the same scores. Float16 would take half the
 * space, but would have to be converted at each use, as WebAssembly has no instruction that multiplies float16.
 */
export type VectorShape = { readonly looks: number; readonly colour: number };

export const lane = 4;
const padToLanes = (dimensions: number) => Math.ceil(dimensions / lane) * lane;

/** Floats from one picture to the next. */
export const vectorStride = (shape: VectorShape): number =>
  padToLanes(shape.looks) + padToLanes(shape.colour);
/** Where the colour part starts, in floats. */
export const colourOffset = (shape: VectorShape): number => padToLanes(shape.looks);
