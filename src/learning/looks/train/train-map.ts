import { findEigen, dotRows, factorize, solveLower, solveUpper, transpose } from './matrix.ts';

/** Vectors one after the other, `size` numbers each. */
export type Features = { readonly values: Float32Array; readonly count: number; readonly size: number };

/** A linear map: subtract `mean`, then take the product with each row of `projection`. */
export type Projection = {
  readonly mean: Float32Array;
  /** `dimensions` rows of the size of a vector. */
  readonly rows: Float32Array;
  readonly dimensions: number;
};

const trainDefaults = {
  /** Share of a multiple of the identity in the scatter within labels: the less data, the more it is needed. */
  shrinkage: 0.3,
  /** Only so many labels, the most frequent ones, and so many dimensions. */
  labels: 256,
  dimensions: 128,
  /** A label with fewer pictures says nothing about how its pictures vary. */
  picturesPerLabel: 2,
} as const;

const computeMean = ({ values, count, size }: Features): Float32Array => {
  const sums = new Float64Array(size);
  for (let at = 0; at < count * size; at += 1) sums[at % size] = (sums[at % size] ?? 0) + (values[at] ?? 0);
  return Float32Array.from(sums, (sum) => sum / Math.max(1, count));
};

/** The labels of one field, one for each picture, and how much they count. */
export type LabelSet = { readonly labels: readonly (string | null)[]; readonly weight: number };

type Group = {
  readonly members: readonly number[];
  readonly mean: Float32Array;
  /** Of each member; those of all groups are 1 together. */
  readonly weight: number;
};

/**
 * Linear discriminant analysis: directions in which pictures of one label are near each other and pictures of
 * different labels are apart. With several fields, what they say is added up by their weights. Closed form, so the same
 * pictures give the same map. Null when fewer than two labels have enough pictures.
 */
export const trainMap = (features: Features, sets: readonly LabelSet[]): Projection | null => {
  const groups = groupBySets(features, sets);
  if (groups.length < 2) return null;
  const { size } = features;
  const mean = computeMean(features);
  const lower = factorize(computeScatter(features, groups), size);
  const whitened = groups.map(({ members, mean: own, weight: each }) => {
    const weight = Math.sqrt(members.length * each);
    return solveLower(
      lower,
      Float64Array.from(own, (value, at) => (value - (mean[at] ?? 0)) * weight),
    );
  });
  const directions = findDirections(whitened).map((direction) => solveUpper(lower, direction));
  const rows = new Float32Array(directions.length * size);
  directions.forEach((direction, at) => rows.set(direction, at * size));
  return { mean, rows, dimensions: directions.length };
};

/** Groups of a field with a single label are left out: they say nothing about what is apart. */
const groupBySets = (features: Features, sets: readonly LabelSet[]): Group[] => {
  const grouped = sets
    .map(({ labels, weight }) => ({ groups: groupByLabel(features, labels), weight }))
    .filter(({ groups, weight }) => groups.length >= 2 && weight > 0);
  const sum = grouped.reduce((total, { weight }) => total + weight, 0);
  return grouped.flatMap(({ groups, weight }) => {
    const count = groups.reduce((total, { members }) => total + members.length, 0);
    return groups.map((group) => ({ ...group, weight: weight / sum / count }));
  });
};

const groupByLabel = (features: Features, labels: readonly (string | null)[]): Omit<Group, 'weight'>[] => {
  const rows = [...labels.keys()].filter((at) => labels[at] !== null);
  return [...Map.groupBy(rows, (at) => labels[at]).values()]
    .filter((list) => list.length >= trainDefaults.picturesPerLabel)
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
    .slice(0, trainDefaults.labels)
    .map((list) => ({ members: list, mean: computeMean(selectFeatures(features, list)) }));
};

export const packFeatures = (vectors: readonly Float32Array[]): Features => {
  const size = vectors[0]?.length ?? 0;
  const values = new Float32Array(vectors.length * size);
  vectors.forEach((vector, at) => values.set(vector, at * size));
  return { values, count: vectors.length, size };
};

export const selectFeatures = ({ values, size }: Features, rows: readonly number[]): Features => {
  const selected = new Float32Array(rows.length * size);
  rows.forEach((row, at) => selected.set(values.subarray(row * size, (row + 1) * size), at * size));
  return { values: selected, count: rows.length, size };
};

/** How pictures vary within their label: a symmetric matrix, shrunk towards a multiple of the identity. */
const computeScatter = ({ values, size }: Features, groups: readonly Group[]): Float64Array => {
  const total = groups.reduce((sum, { members }) => sum + members.length, 0);
  const residuals = new Float32Array(total * size);
  let row = 0;
  for (const { members, mean, weight } of groups)
    for (const member of members) {
      const root = Math.sqrt(weight);
      for (let at = 0; at < size; at += 1)
        residuals[row * size + at] = ((values[member * size + at] ?? 0) - (mean[at] ?? 0)) * root;
      row += 1;
    }
  const columns = transpose(residuals, total, size);
  const scatter = new Float64Array(size * size);
  let trace = 0;
  for (let a = 0; a < size; a += 1) {
    for (let b = 0; b <= a; b += 1)
      scatter[a * size + b] = dotRows(columns, a * total, columns, b * total, total);
    trace += scatter[a * size + a] ?? 0;
  }
  const { shrinkage } = trainDefaults;
  for (let at = 0; at < scatter.length; at += 1) scatter[at] = (scatter[at] ?? 0) * (1 - shrinkage);
  for (let a = 0; a < size; a += 1)
    scatter[a * size + a] = (scatter[a * size + a] ?? 0) + shrinkage * Math.max(trace / size, 1e-9);
  return scatter;
};

/** An orthonormal basis of the span of the vectors, strongest direction first. */
const findDirections = (vectors: readonly Float64Array[]): Float64Array[] => {
  const count = vectors.length;
  const products = Float64Array.from({ length: count * count }, (_, at) => {
    const [a, b] = [vectors[Math.floor(at / count)], vectors[at % count]];
    return a && b ? dotRows(a, 0, b, 0, a.length) : 0;
  });
  const { values, vectors: combinations } = findEigen(products, count);
  const strongest = values[0] ?? 0;
  return combinations.slice(0, trainDefaults.dimensions).flatMap((combination, at) => {
    const value = values[at] ?? 0;
    if (value <= strongest * 1e-6 || value <= 0) return [];
    const direction = new Float64Array(vectors[0]?.length ?? 0);
    vectors.forEach((vector, index) => {
      const share = (combination[index] ?? 0) / Math.sqrt(value);
      for (let place = 0; place < direction.length; place += 1)
        direction[place] = (direction[place] ?? 0) + share * (vector[place] ?? 0);
    });
    return [direction];
  });
};
