import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import { colourOffset, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';
import type { Kernel } from '../kernel/kernel.ts';

/*
 * Vectors as whole numbers. The parts of a vector are multiplied by the root of their weight first, so that one dot
 * product of two such vectors is the weighted score. Each vector has its own scale: its largest number becomes the
 * largest code.
 */

type CodeLevels = { readonly levels: number; readonly offset: number };

const codeLevels = {
  /** Codes of rows are -127 to 127. */
  row: { levels: 127, offset: 0 },
  /** Codes of queries are 1 to 127: -63 to 63, moved up, because the kernel multiplies with numbers from 0 on. */
  query: { levels: 63, offset: 64 },
};

/** Bytes from one code to the next: whole SIMD vectors. */
export const codeStride = (shape: VectorShape): number => Math.ceil(vectorStride(shape) / 16) * 16;

/** Its functions write the code of a vector, and return its scale. */
export const createQuantiser = (shape: VectorShape, weights: Weights) => {
  const stride = vectorStride(shape);
  const factors = createFactors(shape, weights);
  const weighted = new Float32Array(stride);
  const encodeAs =
    (levels: CodeLevels) =>
    (vectors: Float32Array, start: number, into: Int8Array, at: number): number => {
      for (let i = 0; i < stride; i += 1) weighted[i] = (vectors[start + i] ?? 0) * (factors[i] ?? 0);
      return encodeNumbers(weighted, 0, stride, into, at, levels);
    };
  return { encodeRow: encodeAs(codeLevels.row), encodeQuery: encodeAs(codeLevels.query) };
};

/** Writes numbers as codes; returns their scale. */
const encodeNumbers = (
  vectors: Float32Array,
  start: number,
  length: number,
  into: Int8Array,
  at: number,
  { levels, offset }: CodeLevels,
): number => {
  let largest = 0;
  for (let i = start; i < start + length; i += 1) {
    const size = Math.abs(vectors[i] ?? 0);
    if (size > largest) largest = size;
  }
  const perUnit = largest > 0 ? levels / largest : 0;
  // Math.round takes three times as long.
  for (let i = 0; i < length; i += 1)
    into[at + i] = Math.floor((vectors[start + i] ?? 0) * perUnit + 0.5) + offset;
  return largest / levels;
};

/** The root of each part's share of the weights, for every number of a vector. */
export const createFactors = (shape: VectorShape, weights: Weights): Float32Array => {
  const sum = sumWeights(weights);
  const root = (weight: number): number => (sum > 0 ? Math.sqrt(weight / sum) : 0);
  return new Float32Array(vectorStride(shape))
    .fill(root(weights.looks))
    .fill(root(weights.colour), colourOffset(shape))
    .fill(root(weights.title ?? 0), titleOffset(shape));
};

/** What the moved codes of a query add to a dot product with this row. */
export const offsetProduct = (codes: Int8Array, at: number, stride: number): number => {
  let sum = 0;
  for (let i = at; i < at + stride; i += 1) sum += codes[i] ?? 0;
  return sum * codeLevels.query.offset;
};

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
type MemoryViews = {
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
type QueryCodes = { readonly codes: Int8Array; readonly scales: readonly number[] };

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
type Int8Places = {
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
