/** Eigenvalues of a symmetric matrix, largest first, with their vectors (one row each). */
export type Eigen = { readonly values: Float64Array; readonly vectors: readonly Float64Array[] };

const eigenDefaults = { sweeps: 30, tolerance: 1e-20 } as const;

/** Jacobi rotations: short, exact, and fast enough for a few hundred rows. */
export const findEigen = (given: Float64Array, size: number): Eigen => {
  const matrix = given.slice();
  const vectors = Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
  for (let sweep = 0; sweep < eigenDefaults.sweeps; sweep += 1) {
    if (sumOffDiagonal(matrix, size) < eigenDefaults.tolerance * sumDiagonal(matrix, size)) break;
    for (let p = 0; p < size; p += 1)
      for (let q = p + 1; q < size; q += 1) rotate(matrix, vectors, size, p, q);
  }
  const order = [...Array(size).keys()].sort(
    (a, b) => (matrix[b * size + b] ?? 0) - (matrix[a * size + a] ?? 0),
  );
  return {
    values: Float64Array.from(order, (at) => matrix[at * size + at] ?? 0),
    vectors: order.map((at) => vectors.slice(at * size, (at + 1) * size)),
  };
};

const sumOffDiagonal = (matrix: Float64Array, size: number): number =>
  matrix.reduce((sum, value, at) => (at % (size + 1) === 0 ? sum : sum + value * value), 0);

const sumDiagonal = (matrix: Float64Array, size: number): number =>
  matrix.reduce((sum, value, at) => (at % (size + 1) === 0 ? sum + value * value : sum), 1e-30);

/** Makes the element (p, q) zero. */
const rotate = (matrix: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void => {
  const off = matrix[p * size + q] ?? 0;
  if (off === 0) return;
  const angle = ((matrix[q * size + q] ?? 0) - (matrix[p * size + p] ?? 0)) / (2 * off);
  const tangent = (angle >= 0 ? 1 : -1) / (Math.abs(angle) + Math.sqrt(angle * angle + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let at = 0; at < size; at += 1) turn(matrix, at * size + p, at * size + q, cosine, sine);
  for (let at = 0; at < size; at += 1) turn(matrix, p * size + at, q * size + at, cosine, sine);
  for (let at = 0; at < size; at += 1) turn(vectors, p * size + at, q * size + at, cosine, sine);
};

const turn = (values: Float64Array, p: number, q: number, cosine: number, sine: number): void => {
  const [a, b] = [values[p] ?? 0, values[q] ?? 0];
  values[p] = cosine * a - sine * b;
  values[q] = sine * a + cosine * b;
};
