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

/** Writes the tables of the first `dimensions` numbers of a vector less `mean`, as words of four entries from `at` on. */
export const encodeTables = (
  floats: Float32Array,
  start: number,
  mean: Float64Array,
  dimensions: number,
  into: Uint32Array,
  at: number,
): TableScale => {
  const tables = countTables(dimensions);
  const numbers = takeRoom(tables * fourNumbers);
  for (let i = 0; i < dimensions; i += 1) numbers[i] = (floats[start + i] ?? 0) - (mean[i] ?? 0);
  numbers.fill(0, dimensions, tables * fourNumbers);
  let [least, widest] = [0, 0];
  for (let table = 0; table < tables; table += 1) {
    const sizes = sumSizes(numbers, table * fourNumbers);
    least -= sizes;
    if (2 * sizes > widest) widest = 2 * sizes;
  }
  const step = widest / highest;
  const perStep = step === 0 ? 0 : fraction / step;
  for (let table = 0; table < tables; table += 1)
    writeTable(numbers, table * fourNumbers, perStep, into, at + (table * entries) / 4);
  return { least, step };
};

let room = new Float64Array(0);

/** At least so many numbers, used again by the next call: nobody waits during one. */
const takeRoom = (length: number): Float64Array => {
  if (room.length < length) room = new Float64Array(length);
  return room;
};

const sumSizes = (numbers: Float64Array, at: number): number =>
  Math.abs(numbers[at] ?? 0) +
  Math.abs(numbers[at + 1] ?? 0) +
  Math.abs(numbers[at + 2] ?? 0) +
  Math.abs(numbers[at + 3] ?? 0);

/** Sums are whole numbers of so many parts of a step: whole numbers are added and rounded in a fraction of the time. */
const [fraction, fractionBits] = [2 ** 16, 16];

/** `| 0` rounds to a whole number: those of 32 bits are the quickest. */
const writeTable = (
  numbers: Float64Array,
  from: number,
  perStep: number,
  into: Uint32Array,
  at: number,
): void => {
  const first = ((numbers[from] ?? 0) * perStep) | 0;
  const second = ((numbers[from + 1] ?? 0) * perStep) | 0;
  const third = ((numbers[from + 2] ?? 0) * perStep) | 0;
  const fourth = ((numbers[from + 3] ?? 0) * perStep) | 0;
  const none = ((sumSizes(numbers, from) * perStep + fraction / 2) | 0) - first - second - third - fourth;
  into[at] = packEntries(none, 2 * first, 2 * second);
  into[at + 1] = packEntries(none + 2 * third, 2 * first, 2 * second);
  into[at + 2] = packEntries(none + 2 * fourth, 2 * first, 2 * second);
  into[at + 3] = packEntries(none + 2 * third + 2 * fourth, 2 * first, 2 * second);
};

/** Four entries: without either of two numbers, with the first, with the second, and with both. */
const packEntries = (none: number, first: number, second: number): number =>
  (none >> fractionBits) |
  (((none + first) >> fractionBits) << 8) |
  (((none + second) >> fractionBits) << 16) |
  (((none + first + second) >> fractionBits) << 24);
