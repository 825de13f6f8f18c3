import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import { colourOffset, titleOffset, vectorStride, type VectorShape } from './vector-shape.ts';

/*
 * Vectors as whole numbers. The parts of a vector are multiplied by the root of their weight first, so that one dot
 * product of two such vectors is the weighted score. Each vector has its own scale: its largest number becomes the
 * largest code.
 */

type CodeLevels = { readonly levels: number; readonly offset: number };

export const codeLevels = {
  /** Codes of rows are -127 to 127. */
  row: { levels: 127, offset: 0 },
  /** Codes of queries are 1 to 127: -63 to 63, moved up, because the kernel multiplies with numbers from 0 on. */
  query: { levels: 63, offset: 64 },
};

/** Bytes from one code to the next: whole SIMD vectors. */
export const codeStride = (shape: VectorShape): number => Math.ceil(vectorStride(shape) / 16) * 16;

export type Quantiser = {
  /** Writes the code of a row; returns its scale. */
  encodeRow(vectors: Float32Array, start: number, into: Int8Array, at: number): number;
  encodeQuery(vectors: Float32Array, start: number, into: Int8Array, at: number): number;
};

export const createQuantiser = (shape: VectorShape, weights: Weights): Quantiser => {
  const stride = vectorStride(shape);
  const factors = createFactors(shape, weights);
  const weighted = new Float32Array(stride);
  const encode = (
    vectors: Float32Array,
    start: number,
    into: Int8Array,
    at: number,
    levels: CodeLevels,
  ): number => {
    for (let i = 0; i < stride; i += 1) weighted[i] = (vectors[start + i] ?? 0) * (factors[i] ?? 0);
    return encodeNumbers(weighted, 0, stride, into, at, levels);
  };
  return {
    encodeRow: (vectors, start, into, at) => encode(vectors, start, into, at, codeLevels.row),
    encodeQuery: (vectors, start, into, at) => encode(vectors, start, into, at, codeLevels.query),
  };
};

/** Writes numbers as codes; returns their scale. */
export const encodeNumbers = (
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
