import type { Weights } from '../../../domain/box.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { allocateMemory, fillLast, openKernel } from '../kernel/kernel.ts';
import { codeStride, createQuantiser, offsetProduct } from '../vectors/int8-codes.ts';
import type { ReadVector } from '../vectors/vector-blocks.ts';
import type { VectorShape } from '../vectors/vector-shape.ts';

/** Vectors as int8 codes, in memory that threads share. */
export type CodedRows = {
  readonly codes: Int8Array;
  readonly scales: Float32Array;
  /** What the moved codes of a query add to its product with each row. */
  readonly offsets: Int32Array;
};

/** Codes of the vectors with these numbers, in this order. */
export const encodeRows = async (
  read: ReadVector,
  shape: VectorShape,
  weights: Weights,
  numbers: Uint32Array,
): Promise<CodedRows> => {
  const stride = codeStride(shape);
  const quantiser = createQuantiser(shape, weights);
  const codes = new Int8Array(new SharedArrayBuffer(numbers.length * stride));
  const scales = new Float32Array(new SharedArrayBuffer(numbers.length * 4));
  const offsets = new Int32Array(new SharedArrayBuffer(numbers.length * 4));
  const slices = createWorkSlices();
  for (const [at, number] of numbers.entries()) {
    if (at % 64 === 0 && slices.isOver()) await slices.next();
    const { floats, start } = read(number);
    scales[at] = quantiser.encodeRow(floats, start, codes, at * stride);
    offsets[at] = offsetProduct(codes, at * stride, stride);
  }
  return { codes, scales, offsets };
};

/** Both sides of a tile, and its products, fit into the second-level cache. */
export const tile = { queries: 512, rows: 64 };

/** Multiplies codes of queries with codes of rows, which are copied into memory of the kernel. */
export const createCodeTile = (read: ReadVector, shape: VectorShape) => {
  const stride = codeStride(shape);
  const rowsAt = tile.queries * stride;
  const listAt = rowsAt + tile.rows * stride;
  const scalesAt = listAt + tile.queries * 4;
  const offsetsAt = scalesAt + tile.rows * 4;
  const hitsAt = offsetsAt + tile.rows * 4;
  const outAt = hitsAt + tile.rows * 4;
  const memory = allocateMemory(outAt + tile.queries * tile.rows * 4);
  const kernel = openKernel(memory);
  const codes = new Int8Array(memory.buffer);
  const list = new Uint32Array(memory.buffer, listAt, tile.queries);
  const scales = new Float32Array(memory.buffer, scalesAt, tile.rows);
  const offsets = new Int32Array(memory.buffer, offsetsAt, tile.rows);
  const hits = new Uint32Array(memory.buffer, hitsAt, tile.rows);
  const products = new Int32Array(memory.buffer, outAt, tile.queries * tile.rows);
  let width = 0;
  return {
    /** The places of rows that `findAbove` found. */
    hits,
    /** The following products are those of up to `tile.queries` pictures. Returns a scale for each. */
    loadQueries: (pictures: Uint32Array, weights: Weights): Float64Array => {
      const quantiser = createQuantiser(shape, weights);
      return Float64Array.from(pictures, (picture, q) => {
        const { floats, start } = read(picture);
        return quantiser.encodeQuery(floats, start, codes, q * stride);
      });
    },
    /** Multiplies some of the queries with up to `tile.rows` rows: those from `first` to `end`. */
    multiply: (queries: readonly number[], rows: CodedRows, first: number, end: number): void => {
      list.set(queries);
      codes.set(rows.codes.subarray(first * stride, end * stride), rowsAt);
      // The kernel takes four at a time: what fills up reaches no score.
      width = Math.ceil((end - first) / 4) * 4;
      scales.fill(Number.NaN, end - first, width);
      scales.set(rows.scales.subarray(first, end));
      offsets.set(rows.offsets.subarray(first, end));
      kernel.multiplyInt8(0, listAt, fillLast(list, queries.length), rowsAt, width, stride, stride, outAt);
    },
    /** The score of the n-th of the multiplied queries with a row, less the scale of the query. */
    scoreAt: (query: number, row: number): number =>
      ((products[query * width + row] ?? 0) - (offsets[row] ?? 0)) * (scales[row] ?? 0),
    /** Finds the rows that reach a score with a query. Returns how many they are. */
    findAbove: (query: number, score: number): number =>
      kernel.findAbove(outAt + query * width * 4, offsetsAt, scalesAt, width, score, hitsAt),
  };
};

export type CodeTile = ReturnType<typeof createCodeTile>;
