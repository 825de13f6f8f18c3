/*
 * A query as tables, against rows of bits. Four bits of a row, each a sign s, stand for one of sixteen sums s·q of four
 * numbers of the query. A table has all sixteen, as whole steps above the least of them:
 *
 *   numbers of the query   3, -1, 0, 2      least sum -6, greatest 6
 *   bits of a row          1  0  0  1       signs +, -, -, +: the sum is 3 + 1 - 0 + 2 = 6
 *
 * The product of the query with the signs of a row is then what is least for all tables, and a step for each of n: the sum
 * of what the bits of the row choose. It errs by less than a query of three bits for each number (bit-query.ts).
 */

import type { CodeKernel } from './code-kernel.ts';

/** Numbers of a table, its entries, and the highest of them: sixteen are added in a byte. */
const [fourNumbers, entries, highest] = [4, 16, 15];

/** The kernel looks up so many tables at a stretch. */
const round = 16;

/** Tables of a query: of so many numbers, filled up with tables that say nothing. */
export const countTables = (dimensions: number): number =>
  Math.ceil(dimensions / (fourNumbers * round)) * round;

export const tableBytes = (dimensions: number): number => countTables(dimensions) * entries;

/** The product of a query with the signs of a row is `least` + `step` × n. */
export type TableScale = { readonly least: number; readonly step: number };

/** The memory of a kernel, and where in it there is room for the numbers of a query, as many as its tables have bytes divided by four. */
export type TableRoom = {
  readonly kernel: Pick<CodeKernel, 'writeTables'>;
  readonly floats: Float32Array;
  /** In bytes. */
  readonly numbersAt: number;
};

/** Writes the tables of the first `dimensions` numbers of a vector less `mean` to the memory of the kernel, from `at` on. */
export const encodeTables = (
  vector: Float32Array,
  start: number,
  mean: Float64Array,
  dimensions: number,
  { kernel, floats, numbersAt }: TableRoom,
  at: number,
): TableScale => {
  const tables = countTables(dimensions);
  const first = numbersAt / 4;
  for (let i = 0; i < dimensions; i += 1) floats[first + i] = (vector[start + i] ?? 0) - (mean[i] ?? 0);
  floats.fill(0, first + dimensions, first + tables * fourNumbers);
  let [least, widest] = [0, 0];
  for (let number = first; number < first + dimensions; number += fourNumbers) {
    const sizes = sumSizes(floats, number);
    least -= sizes;
    if (2 * sizes > widest) widest = 2 * sizes;
  }
  const step = widest / highest;
  kernel.writeTables(numbersAt, tables, step === 0 ? 0 : 1 / step, at);
  return { least, step };
};

const sumSizes = (numbers: Float32Array, at: number): number =>
  Math.abs(numbers[at] ?? 0) +
  Math.abs(numbers[at + 1] ?? 0) +
  Math.abs(numbers[at + 2] ?? 0) +
  Math.abs(numbers[at + 3] ?? 0);
