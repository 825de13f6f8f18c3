/** How some vectors lie: their mean, and the directions in which they differ most (principal components). */
export type Directions = {
  readonly mean: Float64Array;
  /** Of length 1, the one with the largest variance first; fewer where the vectors differ in fewer. */
  readonly directions: readonly { readonly vector: Float64Array; readonly variance: number }[];
  /** Variance along any other direction, if it is the same in all of them. */
  readonly rest: number;
};

/** Rounds of power iteration: directions need not be exact. */
const rounds = 12;

/**
 * The vectors are few and long, so the eigenvectors of their products with each other are found, and directions made of
 * these. Nothing is drawn: the same vectors have the same directions.
 */
export const findDirections = (
  vectors: readonly Float64Array[],
  length: number,
  wanted: number,
): Directions => {
  const count = vectors.length;
  const mean = new Float64Array(length);
  if (count === 0) return { mean, directions: [], rest: 0 };
  for (const vector of vectors) addTimes(mean, vector, 1 / count);
  const differences = vectors.map((vector) => vector.map((value, i) => value - (mean[i] ?? 0)));
  const products = multiplyAll(differences);
  let left = 0;
  for (let i = 0; i < count; i += 1) left += products[i * count + i] ?? 0;
  const smallest = left * 1e-9;
  const directions: { vector: Float64Array; variance: number }[] = [];
  while (directions.length < Math.min(wanted, count - 1)) {
    const { parts, value } = findLargest(products, count);
    if (value <= smallest) break;
    const vector = new Float64Array(length);
    differences.forEach((difference, i) => addTimes(vector, difference, (parts[i] ?? 0) / Math.sqrt(value)));
    directions.push({ vector, variance: value / count });
    removeDirection(products, parts, value);
    left -= value;
  }
  return { mean, directions, rest: Math.max(0, left) / count / length };
};

const addTimes = (sum: Float64Array, vector: Float64Array, factor: number): void => {
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + factor * (vector[i] ?? 0);
};

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};

/** The product of each vector with each other one. */
const multiplyAll = (vectors: readonly Float64Array[]): Float64Array => {
  const products = new Float64Array(vectors.length ** 2);
  vectors.forEach((vector, i) => {
    for (let j = 0; j <= i; j += 1) {
      const product = dot(vector, vectors[j] ?? vector);
      products[i * vectors.length + j] = product;
      products[j * vectors.length + i] = product;
    }
  });
  return products;
};

/** The eigenvector of length 1 with the largest eigenvalue. */
const findLargest = (matrix: Float64Array, count: number): { parts: Float64Array; value: number } => {
  let parts = Float64Array.from({ length: count }, (_, i) => 1 + ((i * 7) % 11));
  let value = 0;
  for (let round = 0; round < rounds; round += 1) {
    const next = new Float64Array(count);
    for (let i = 0; i < count; i += 1) next[i] = dot(matrix.subarray(i * count, (i + 1) * count), parts);
    value = Math.sqrt(dot(next, next));
    if (value === 0) return { parts, value };
    parts = next.map((part) => part / value);
  }
  return { parts, value };
};

const removeDirection = (matrix: Float64Array, parts: Float64Array, value: number): void => {
  for (let i = 0; i < parts.length; i += 1)
    for (let j = 0; j < parts.length; j += 1) {
      const at = i * parts.length + j;
      matrix[at] = (matrix[at] ?? 0) - value * (parts[i] ?? 0) * (parts[j] ?? 0);
    }
};
