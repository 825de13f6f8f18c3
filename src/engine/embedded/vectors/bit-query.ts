/*
 * A query in three bits for each number, against rows of one bit. The error of a product is then that of the rows alone,
 * and half as large as with one bit on both sides. Bits of equal value are side by side, sixteen bytes at a time:
 *
 *   numbers    0 … 127                       128 … 255
 *   bytes      plane 0 | plane 1 | plane 2   plane 0 | plane 1 | plane 2   …
 *
 * A number c of 0 to 7 stands for (c - 3.5) × level. With s the signs of a row (1 or -1), its product with the query is
 * level × (3.5 × dimensions - n): n is the number of bits that differ from those of the row, those of plane k counted
 * 2^k times.
 */

const planes = 3;
const [stepBits, stepBytes] = [128, 16];

/** The highest c, and what is the middle. */
const [highest, middle] = [2 ** planes - 1, (2 ** planes - 1) / 2];

/** A level in deviations: about the best for eight levels of numbers that are distributed normally. */
const levelShare = 0.586;

export const planesBytes = (dimensions: number): number =>
  Math.ceil(dimensions / stepBits) * stepBytes * planes;

/** Writes the planes of a vector less `mean`; returns what a level is worth. */
export const encodePlanes = (
  floats: Float32Array,
  start: number,
  mean: Float64Array,
  into: Uint8Array,
  at: number,
): number => {
  into.fill(0, at, at + planesBytes(mean.length));
  let squares = 0;
  for (let i = 0; i < mean.length; i += 1) squares += ((floats[start + i] ?? 0) - (mean[i] ?? 0)) ** 2;
  const level = levelShare * Math.sqrt(squares / Math.max(1, mean.length));
  if (level === 0) return 0;
  for (let from = 0; from < mean.length; from += 8) {
    let [first, second, third] = [0, 0, 0];
    const end = Math.min(8, mean.length - from);
    for (let bit = 0; bit < end; bit += 1) {
      const value = ((floats[start + from + bit] ?? 0) - (mean[from + bit] ?? 0)) / level;
      // Math.round takes three times as long.
      const c = Math.max(0, Math.min(highest, Math.floor(value + middle + 0.5)));
      first |= (c & 1) << bit;
      second |= ((c >> 1) & 1) << bit;
      third |= (c >> 2) << bit;
    }
    const inStep = from % stepBits;
    const byte = at + ((from - inStep) / stepBits) * stepBytes * planes + (inStep >> 3);
    into[byte] = first;
    into[byte + stepBytes] = second;
    into[byte + 2 * stepBytes] = third;
  }
  return level;
};

/** With level × (ones - n × each) a product with the signs of the first `some` numbers of a row becomes one with a row of length 1. */
export const scaleOfPlanes = (
  dimensions: number,
  some: number = dimensions,
): { readonly ones: number; readonly each: number } => {
  const each = scaleOfSigns(dimensions, some);
  return { ones: each * middle * some, each };
};

/** What a product with the signs of `some` of `dimensions` numbers is worth for a row of length 1. */
export const scaleOfSigns = (dimensions: number, some: number): number =>
  // The mean size of numbers that are distributed normally is the root of 2 / pi deviations.
  Math.sqrt((Math.PI * dimensions) / 2) / Math.max(1, some);
