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

/** Writes the tables of the first `dimensions` numbers of a vector less `mean`. */
export const encodeTables = (
  floats: Float32Array,
  start: number,
  mean: Float64Array,
  dimensions: number,
  into: Uint8Array,
  at: number,
): TableScale => {
  const tables = countTables(dimensions);
  const numbers = new Float64Array(tables * fourNumbers);
  for (let i = 0; i < dimensions; i += 1) numbers[i] = (floats[start + i] ?? 0) - (mean[i] ?? 0);
  let [least, widest] = [0, 0];
  for (let table = 0; table < tables; table += 1) {
    const sizes = sumSizes(numbers, table * fourNumbers);
    least -= sizes;
    widest = Math.max(widest, 2 * sizes);
  }
  const step = widest / highest;
  const perStep = step === 0 ? 0 : 1 / step;
  for (let table = 0; table < tables; table += 1)
    writeTable(numbers, table * fourNumbers, perStep, into, at + table * entries);
  return { least, step };
};

const sumSizes = (numbers: Float64Array, at: number): number =>
  Math.abs(numbers[at] ?? 0) +
  Math.abs(numbers[at + 1] ?? 0) +
  Math.abs(numbers[at + 2] ?? 0) +
  Math.abs(numbers[at + 3] ?? 0);

/** Sums above the least one, rounded. */
const sums = new Float64Array(entries);

const writeTable = (
  numbers: Float64Array,
  from: number,
  perStep: number,
  into: Uint8Array,
  at: number,
): void => {
  let first = sumSizes(numbers, from);
  for (let i = 0; i < fourNumbers; i += 1) first -= numbers[from + i] ?? 0;
  sums[0] = first * perStep + 0.5;
  for (let bit = 0; bit < fourNumbers; bit += 1) {
    const more = 2 * (numbers[from + bit] ?? 0) * perStep;
    const known = 1 << bit;
    for (let entry = 0; entry < known; entry += 1) sums[known + entry] = (sums[entry] ?? 0) + more;
  }
  // Rounded down, and not above the highest, which rounding of sums could exceed.
  for (let entry = 0; entry < entries; entry += 1) into[at + entry] = Math.min(highest, sums[entry] ?? 0);
};
