import type { Kernel } from '../kernel/kernel.ts';
import type { ReadVector } from './vector-blocks.ts';

/*
 * Binary quantisation: one bit for each number of a vector, which says whether it is above the average of all pictures. The query keeps its
 * numbers (asymmetric distance). With m the average:
 *
 *   a·b = (a - m)·(b - m) + m·b + (a - m)·m
 *
 * The first product is estimated from the bits and the length of b - m, the second is stored, and the third is the same for all pictures, so it
 * is left out.
 *
 * Four bits of a row choose one of sixteen sums of four numbers of the query. A table has all sixteen, in whole steps from 0 to 15, and one SIMD
 * instruction looks up those of sixteen rows. So the bits of 32 rows lie together in a block:
 *
 *   bits 0 … 3 of rows 0 and 16, 1 and 17, … 15 and 31 (16 bytes)    bits 4 … 7 of the same rows    …
 *   m·b of rows 0 … 31 (floats)    the lengths of b - m
 */

/** Rows of a block, and those whose bits are in the low halves of bytes. */
export const blockRows = 32;
const laneRows = 16;

/** Bytes of a table, and numbers of the query that it is made of. */
const [tableBytes, tableNumbers, highest] = [16, 4, 15];
/** The kernel adds so many entries of 0 to 15 in a byte. */
const tableBatch = 16;
const valueBytes = 2 * blockRows * 4;

/** Bits of one part of the vectors, looks or colour. */
export type BinaryPart = {
  /** Where the part is in a vector, in floats. */
  readonly offset: number;
  readonly dimensions: number;
  /** Where its first block is, in bytes. */
  readonly at: number;
  readonly end: number;
  readonly blockBytes: number;
  /** Bytes of the tables of a query. */
  readonly tables: number;
  readonly mean: Float64Array;
};

export const createBinaryPart = (
  offset: number,
  dimensions: number,
  pictures: number,
  at: number,
): BinaryPart => {
  const tables = Math.ceil(dimensions / tableNumbers / tableBatch) * tableBatch * tableBytes;
  const blockBytes = dimensions === 0 ? 0 : tables + valueBytes;
  const end = at + Math.ceil(pictures / blockRows) * blockBytes;
  return { offset, dimensions, at, end, blockBytes, tables, mean: new Float64Array(dimensions) };
};

/** Pictures that the average is taken of. */
const meanSample = 2048;

export const measureMeans = (parts: readonly BinaryPart[], pictures: number, read: ReadVector): void => {
  const sample = Math.min(pictures, meanSample);
  for (let index = 0; index < sample; index += 1) {
    const { floats, start } = read(Math.floor((index * pictures) / sample));
    for (const { mean, offset } of parts)
      for (let i = 0; i < mean.length; i += 1)
        mean[i] = (mean[i] ?? 0) + (floats[start + offset + i] ?? 0) / sample;
  }
};

/** Writes the bits of a picture to its block, where they are 0. `bytes` and `values` are views of the same memory. */
export const encodeBinary = (
  { offset, dimensions, at, blockBytes, tables, mean }: BinaryPart,
  vector: Float32Array,
  start: number,
  picture: number,
  bytes: Uint8Array,
  values: Float32Array,
): void => {
  if (dimensions === 0) return;
  const row = picture % blockRows;
  const block = at + ((picture - row) / blockRows) * blockBytes;
  const shift = row < laneRows ? 0 : 4;
  let [squares, product] = [0, 0];
  for (let first = 0; first < dimensions; first += tableNumbers) {
    const end = Math.min(dimensions, first + tableNumbers);
    let bits = 0;
    for (let i = first; i < end; i += 1) {
      const value = vector[start + offset + i] ?? 0;
      const difference = value - (mean[i] ?? 0);
      squares += difference * difference;
      product += value * (mean[i] ?? 0);
      if (difference > 0) bits |= 1 << (i - first);
    }
    const byte = block + (first / tableNumbers) * tableBytes + (row % laneRows);
    bytes[byte] = (bytes[byte] ?? 0) | (bits << shift);
  }
  const value = (block + tables) / 4 + row;
  values[value] = product;
  values[value + blockRows] = Math.sqrt(squares);
};

/** A query as tables. Its product with the signs of a row is `least` + `step` × the sum of what the row chooses. */
export type QueryTables = { readonly tables: Uint8Array; readonly least: number; readonly step: number };

export const makeTables = (
  { offset, dimensions, tables: length, mean }: BinaryPart,
  vector: Float32Array,
): QueryTables => {
  const numbers = new Float64Array(length / tableNumbers);
  for (let i = 0; i < dimensions; i += 1) numbers[i] = (vector[offset + i] ?? 0) - (mean[i] ?? 0);
  let [total, widest] = [0, 0];
  for (let first = 0; first < dimensions; first += tableNumbers) {
    let sum = 0;
    for (let i = first; i < first + tableNumbers; i += 1) sum += Math.abs(numbers[i] ?? 0);
    total += sum;
    widest = Math.max(widest, 2 * sum);
  }
  const step = widest / highest;
  const tables = new Uint8Array(length);
  if (step > 0) fillTables(numbers, step, tables);
  return { tables, least: -total, step };
};

/** Each entry in steps above the least sum of its table. Entry 0 has no bit of a row; each bit changes a sum by twice its number. */
const fillTables = (numbers: Float64Array, step: number, tables: Uint8Array): void => {
  const sums = new Float64Array(tableBytes);
  for (let at = 0; at < tables.length; at += tableBytes) {
    const first = at / tableNumbers;
    sums[0] = 0;
    for (let bit = 0; bit < tableNumbers; bit += 1) sums[0] -= 2 * Math.min(0, numbers[first + bit] ?? 0);
    for (let bit = 0; bit < tableNumbers; bit += 1)
      for (let entry = 0; entry < 1 << bit; entry += 1)
        sums[entry + (1 << bit)] = (sums[entry] ?? 0) + 2 * (numbers[first + bit] ?? 0);
    for (let entry = 0; entry < tableBytes; entry += 1)
      tables[at + entry] = Math.floor((sums[entry] ?? 0) / step + 0.5);
  }
};

/** Adds the scores of `blocks` from `first` on to the floats at `out`; the tables of the query are at `tablesAt`. */
export const addBinaryScores = (
  { scoreBinary }: Kernel,
  part: BinaryPart,
  { least, step }: QueryTables,
  weight: number,
  [first, blocks]: readonly [number, number],
  tablesAt: number,
  out: number,
): void => {
  const { dimensions, at, blockBytes, tables } = part;
  if (dimensions === 0 || weight === 0) return;
  // Numbers that are distributed normally have a mean size of the root of 2 / pi deviations.
  const scale = weight * Math.sqrt(Math.PI / 2 / dimensions);
  scoreBinary(tablesAt, tables, at + first * blockBytes, blocks, out, weight, scale * least, scale * step);
};
