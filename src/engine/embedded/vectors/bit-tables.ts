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

const tableBytes = (dimensions: number): number => countTables(dimensions) * entries;

/** The product of a query with the signs of a row is `least` + `step` × n. */
export type TableScale = { readonly least: number; readonly step: number };

/** Where in the memory of a kernel the average of all pictures is, the numbers of a query and its tables, all in bytes. */
export type TablePlaces = {
  readonly mean: number;
  readonly numbers: number;
  /** Two floats. */
  readonly measured: number;
  readonly tables: number;
  readonly end: number;
};

export const placeTables = (at: number, dimensions: number): TablePlaces => {
  const bytes = tableBytes(dimensions);
  const [numbers, measured] = [at + bytes, at + 2 * bytes];
  const tables = measured + 16;
  return { mean: at, numbers, measured, tables, end: tables + bytes };
};

/** Writes numbers from `at` (bytes) on, and 0 up to a whole number of tables. */
export const writeNumbers = (
  numbers: Float32Array,
  start: number,
  dimensions: number,
  into: Float32Array,
  at: number,
): void => {
  const first = at / 4;
  for (let i = 0; i < dimensions; i += 1) into[first + i] = numbers[start + i] ?? 0;
  into.fill(0, first + dimensions, first + countTables(dimensions) * fourNumbers);
};

/** Writes the tables of the first `dimensions` numbers of a vector less the mean. `floats`: the memory of the kernel. */
export const encodeTables = (
  vector: Float32Array,
  start: number,
  dimensions: number,
  kernel: Pick<CodeKernel, 'measureTables' | 'writeTables'>,
  floats: Float32Array,
  places: TablePlaces,
): TableScale => {
  const tables = countTables(dimensions);
  writeNumbers(vector, start, dimensions, floats, places.numbers);
  kernel.measureTables(places.numbers, places.mean, tables, places.measured);
  const [least, widest] = [floats[places.measured / 4] ?? 0, floats[places.measured / 4 + 1] ?? 0];
  const step = widest / highest;
  kernel.writeTables(places.numbers, tables, step === 0 ? 0 : 1 / step, places.tables);
  return { least, step };
};
