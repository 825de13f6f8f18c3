/* Dense matrices by rows, as few operations as learning needs. Float64 where sums are long. */

/** The sum of products of two rows. Four sums at a time: they do not wait for each other. */
export const dotRows = (
  a: Float32Array | Float64Array,
  aStart: number,
  b: Float32Array | Float64Array,
  bStart: number,
  length: number,
): number => {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    s0 += (a[aStart + at] ?? 0) * (b[bStart + at] ?? 0);
    s1 += (a[aStart + at + 1] ?? 0) * (b[bStart + at + 1] ?? 0);
    s2 += (a[aStart + at + 2] ?? 0) * (b[bStart + at + 2] ?? 0);
    s3 += (a[aStart + at + 3] ?? 0) * (b[bStart + at + 3] ?? 0);
  }
  for (let at = whole; at < length; at += 1) s0 += (a[aStart + at] ?? 0) * (b[bStart + at] ?? 0);
  return s0 + s1 + s2 + s3;
};

/** Scales a vector to length 1, in place; zeros stay. */
export const normalize = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(dotRows(vector, 0, vector, 0, vector.length));
  if (length > 0) for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
};

/** `rows` (count × size) transposed, so that the products of two columns are products of two rows. */
export const transpose = (rows: Float32Array, count: number, size: number): Float32Array => {
  const columns = new Float32Array(rows.length);
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < size; column += 1)
      columns[column * count + row] = rows[row * size + column] ?? 0;
  return columns;
};

/** The lower triangle of L with L · Lᵀ = matrix (size × size, symmetric, positive definite), in place. */
export const factorize = (matrix: Float64Array, size: number): Float64Array => {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const rest =
        (matrix[row * size + column] ?? 0) - dotRows(matrix, row * size, matrix, column * size, column);
      matrix[row * size + column] =
        row === column ? Math.sqrt(Math.max(rest, 1e-12)) : rest / (matrix[column * size + column] ?? 1);
    }
  }
  return matrix;
};

/** Solves L · x = vector. */
export const solveLower = (lower: Float64Array, vector: Float64Array): Float64Array => {
  const size = vector.length;
  const solution = vector.slice();
  for (let row = 0; row < size; row += 1)
    solution[row] =
      ((solution[row] ?? 0) - dotRows(lower, row * size, solution, 0, row)) / (lower[row * size + row] ?? 1);
  return solution;
};

/** Solves Lᵀ · x = vector. */
export const solveUpper = (lower: Float64Array, vector: Float64Array): Float64Array => {
  const size = vector.length;
  const solution = vector.slice();
  for (let row = size - 1; row >= 0; row -= 1) {
    const value = (solution[row] ?? 0) / (lower[row * size + row] ?? 1);
    solution[row] = value;
    for (let before = 0; before < row; before += 1)
      solution[before] = (solution[before] ?? 0) - value * (lower[row * size + before] ?? 0);
  }
  return solution;
};

const eigenDefaults = { sweeps: 30, tolerance: 1e-20 } as const;

/** Eigenvalues of a symmetric matrix, largest first, with their vectors. Jacobi rotations: short, exact, and fast enough for a few hundred rows. */
export const findEigen = (given: Float64Array, size: number) => {
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
