/** Draws numbers from 0 on; low ones are drawn more often. */
export type SkewedNumbers = {
  readonly count: number;
  /** The number that a share of 0 to 1 stands for. */
  at(share: number): number;
  /** Share of the first `numbers`. */
  shareOf(numbers: number): number;
};

/**
 * Zipf–Mandelbrot: number r has the weight 1 / (r + 1 + offset) ** exponent. The offset flattens the head, as in shops,
 * where the first brand is not twice as large as the second.
 */
export const createSkewedNumbers = (count: number, exponent: number, offset: number): SkewedNumbers => {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let number = 0; number < count; number += 1) {
    sum += (number + 1 + offset) ** -exponent;
    sums[number] = sum;
  }
  return {
    count,
    at: (share) => {
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((sums[middle] ?? 0) < share * sum) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    shareOf: (numbers) => (sums[Math.min(count, numbers) - 1] ?? 0) / sum,
  };
};
