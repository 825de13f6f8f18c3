/*
 * Vectors that are distributed like those of pictures: all share a direction, classes of very different sizes lie around
 * it, and the pictures of a class differ mostly in a few directions. `spreadOut`: without classes, the hardest case.
 * Everything follows from the seed and the number of a product: nothing has to be kept.
 */

export type LooksModel = { fill(number: number, into: Float32Array): void; classOf(number: number): number };

const directionsPerClass = 6;

/** mulberry32: small, fast, and the same in every run. */
export const createRandom = (seed: number) => (): number => {
  seed = (seed + 0x6d_2b_79_f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

/** Roughly normal, mean 0, deviation 1. */
const drawNormal = (draw: () => number): number => (draw() + draw() + draw() + draw() - 2) * Math.sqrt(3);

const drawVectors = (seed: number, count: number, dimensions: number): Float32Array => {
  const draw = createRandom(seed);
  return Float32Array.from({ length: count * dimensions }, () => drawNormal(draw) / Math.sqrt(dimensions));
};

const normalise = (vector: Float32Array): void => {
  let sum = 0;
  for (const x of vector) sum += x * x;
  const length = Math.sqrt(sum) || 1;
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / length;
};

/** Class n is drawn with a probability that falls with n, as shops have few large categories and many small ones. */
const drawClass = (draw: () => number, classes: number): number =>
  Math.min(classes - 1, Math.floor(classes ** draw() - 1));

export const createLooksModel = (
  dimensions: number,
  classes: number,
  seed: number,
  spreadOut = false,
): LooksModel => {
  const common = drawVectors(seed, 1, dimensions);
  const centres = drawVectors(seed + 1, classes, dimensions);
  const directions = drawVectors(seed + 2, classes * directionsPerClass, dimensions);
  const classOf = (number: number): number =>
    drawClass(createRandom(Math.imul(number + 1, 2_654_435_761) ^ seed), classes);
  const addClass = (into: Float32Array, own: number, draw: () => number): void => {
    const amounts = Array.from(
      { length: directionsPerClass },
      (_, n) => (0.5 * drawNormal(draw)) / (1 + n / 3),
    );
    for (let i = 0; i < dimensions; i += 1) {
      let sum = 0.5 * (common[i] ?? 0) + 0.8 * (centres[own * dimensions + i] ?? 0);
      for (let n = 0; n < directionsPerClass; n += 1)
        sum += (amounts[n] ?? 0) * (directions[(own * directionsPerClass + n) * dimensions + i] ?? 0);
      into[i] = (into[i] ?? 0) + sum;
    }
  };
  return {
    classOf,
    fill: (number, into) => {
      const draw = createRandom(Math.imul(number + 1, 2_654_435_761) ^ (seed + 3));
      const own = classOf(number);
      const noise = (spreadOut ? 1 : 0.45) / Math.sqrt(dimensions);
      // Uniform numbers: the sum of many is normal in every direction all the same.
      for (let i = 0; i < dimensions; i += 1) into[i] = (draw() * 2 - 1) * Math.sqrt(3) * noise;
      if (!spreadOut) addClass(into, own, draw);
      normalise(into);
    },
  };
};
