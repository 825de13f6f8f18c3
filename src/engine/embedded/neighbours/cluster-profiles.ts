import type { Weights } from '../../../domain/box.ts';
import { createFactors } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { sharedFloats } from './coded-candidates.ts';
import type { CompareData } from './compare-types.ts';
import { findDirections } from './find-directions.ts';
import { spread } from './find-centres.ts';

/*
 * What the candidates of a cluster score with a query, without comparing them: the query with their mean gives the average,
 * and the query with the directions in which they differ most tells how far they spread around it.
 *
 *   spread along q     sqrt(rest + Σ variance of direction × (q · direction)²)
 *   reach              q · mean + 3 × spread
 *
 * Two clusters can be equally far from a query, and only one have candidates that are alike: the one that is long in the
 * direction of the query.
 */

/** Directions for each cluster. With fewer, more candidates are compared; more take longer than they save. */
const directionsPerCluster = 4;
/** Rows of each cluster's profile: its mean, then its directions. */
export const rowsPerProfile = 1 + directionsPerCluster;
/** Candidates of a cluster that its profile is made of. */
const sampled = 48;
const deviations = 3;

/** The profiles of all clusters; every vector is multiplied by the roots of the weights. */
export type ProfileVectors = {
  /** Mean and directions of the first cluster, of the second, … */
  readonly vectors: Float32Array<SharedArrayBuffer>;
  /** For each cluster the variance of any other direction, then those of its directions. */
  readonly variances: Float32Array<SharedArrayBuffer>;
};

export const allocateProfiles = (clusters: number, stride: number): ProfileVectors => ({
  vectors: sharedFloats(clusters * rowsPerProfile * stride),
  variances: sharedFloats(clusters * rowsPerProfile),
});

/** Writes the profile of cluster `cluster`, whose candidates have these pictures; -1: none. */
export const createProfiler = ({ vectors, shape }: CompareData, weights: Weights) => {
  const stride = vectorStride(shape);
  const factors = createFactors(shape, weights);
  const read = (picture: number): Float64Array => {
    const vector = new Float64Array(stride);
    for (let i = 0; i < stride; i += 1) vector[i] = (factors[i] ?? 0) * (vectors[picture * stride + i] ?? 0);
    return vector;
  };
  return (cluster: number, pictures: Int32Array, profiles: ProfileVectors): void => {
    const own = pictures.filter((picture) => picture >= 0);
    const sample = Array.from(spread(Uint32Array.from(own), sampled), read);
    const found = findDirections(sample, stride, directionsPerCluster);
    const first = cluster * rowsPerProfile;
    profiles.vectors.set(found.mean, first * stride);
    profiles.variances[first] = found.rest;
    found.directions.forEach(({ vector, variance }, index) => {
      profiles.vectors.set(vector, (first + 1 + index) * stride);
      profiles.variances[first + 1 + index] = variance;
    });
  };
};

/** The score that a cluster may reach. `products`: of the query with the rows of the profile, which start at `at`. */
export const estimateReach = (
  products: ArrayLike<number>,
  at: number,
  variances: Float32Array,
  first: number,
): number => {
  let variance = variances[first] ?? 0;
  for (let row = 1; row < rowsPerProfile; row += 1) {
    const product = products[at + row] ?? 0;
    variance += (variances[first + row] ?? 0) * product * product;
  }
  return (products[at] ?? 0) + deviations * Math.sqrt(variance);
};
