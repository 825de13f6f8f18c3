import type { Kernel } from '../kernel/kernel.ts';
import { codeLevels, encodeNumbers, offsetProduct } from './quantise.ts';
import { colourOffset, type VectorShape } from './vector-shape.ts';

/*
 * Scalar quantisation (SQ8): a byte for each number of looks and colour, with a scale for each picture and part. Scores are wrong by about a
 * thousandth. All of a picture lies together, because rows are read anywhere in memory:
 *
 *   looks    colour    scale and offset of looks    scale and offset of colour
 */

/** Looks or colour. */
export type Int8Part = {
  /** Where it is in a vector, in floats, and how many numbers it has. */
  readonly offset: number;
  readonly dimensions: number;
  /** Where it is in a row, in bytes, and how long: whole SIMD registers. */
  readonly at: number;
  readonly bytes: number;
  /** Where in a row its scale is, a float, and behind it what the moved codes of a query add to a product, a whole number. */
  readonly values: number;
};

const pad = (bytes: number): number => Math.ceil(bytes / 16) * 16;
const valueBytes = 8;

/** Bytes of the codes of one picture. */
export const int8Bytes = ({ looks, colour }: VectorShape): number => pad(looks) + pad(colour);

export const int8RowBytes = (shape: VectorShape): number => int8Bytes(shape) + 2 * valueBytes;

export const createInt8Parts = (shape: VectorShape): readonly [Int8Part, Int8Part] => {
  const [looks, all] = [pad(shape.looks), int8Bytes(shape)];
  return [
    { offset: 0, dimensions: shape.looks, at: 0, bytes: looks, values: all },
    {
      offset: colourOffset(shape),
      dimensions: shape.colour,
      at: looks,
      bytes: all - looks,
      values: all + valueBytes,
    },
  ];
};

/** Views of one memory. */
export type MemoryViews = {
  readonly codes: Int8Array;
  readonly floats: Float32Array;
  readonly integers: Int32Array;
};

/** Writes the codes of a part of a vector to the row at `row`. */
export const encodeInt8 = (
  { offset, dimensions, at, bytes, values }: Int8Part,
  vector: Float32Array,
  start: number,
  row: number,
  { codes, floats, integers }: MemoryViews,
): void => {
  if (dimensions === 0) return;
  const value = (row + values) / 4;
  floats[value] = encodeNumbers(vector, start + offset, dimensions, codes, row + at, codeLevels.row);
  integers[value + 1] = offsetProduct(codes, row + at, bytes);
};

/** A query as codes, and what one of them is worth in each part. */
export type QueryCodes = { readonly codes: Int8Array; readonly scales: readonly number[] };

export const encodeInt8Query = (
  shape: VectorShape,
  parts: readonly Int8Part[],
  vector: Float32Array,
): QueryCodes => {
  const codes = new Int8Array(int8Bytes(shape));
  const scales = parts.map(({ offset, dimensions, at }) =>
    encodeNumbers(vector, offset, dimensions, codes, at, codeLevels.query),
  );
  return { codes, scales };
};

/** Where rows, the codes of a query, a list of row numbers and their scores are, in bytes. */
export type Int8Places = {
  readonly base: number;
  readonly stride: number;
  readonly query: number;
  readonly list: number;
  readonly out: number;
};

/** Adds the scores of `count` listed rows (a multiple of 4) to the floats at `out`. `factor`: the weight × the scale of the query. */
export const addInt8Scores = (
  { scoreInt8 }: Kernel,
  { at, bytes, values }: Int8Part,
  factor: number,
  { base, stride, query, list, out }: Int8Places,
  count: number,
): void => {
  if (factor !== 0 && bytes > 0)
    scoreInt8(query + at, base + at, list, count, stride, bytes, out, values - at, factor);
};
