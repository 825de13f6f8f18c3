import { describe, expect, it } from 'vitest';
import { createLooksModel } from '../../../../bench/support/generated-looks.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { allocateProfiles, createProfiler, estimateReach, rowsPerProfile } from './cluster-profiles.ts';

const shape = { looks: 64, colour: 0 };
const stride = vectorStride(shape);
const size = 400;
const clusters = 4;
const perCluster = size / clusters;

/** The pictures of a cluster are of one class each. */
const vectors = new Float32Array(size * stride);
const model = createLooksModel(shape.looks, clusters + 1, 21);
const filled = new Uint32Array(clusters);
for (let number = 0; number < 20_000; number += 1) {
  const cluster = model.classOf(number);
  const place = filled[cluster] ?? perCluster;
  if (place >= perCluster) continue;
  const at = (cluster * perCluster + place) * stride;
  model.fill(number, vectors.subarray(at, at + shape.looks));
  filled[cluster] = place + 1;
}
const pictures = Int32Array.from({ length: size }, (_, picture) => picture);
const data = { vectors, shape, familyOf: Uint32Array.from(pictures), pictureOfRow: pictures };
const weights = { looks: 1, colour: 0 };

const multiply = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('the profile of a cluster', () => {
  it('is made of full clusters here', () => {
    expect([...filled]).toEqual(Array.from(filled, () => perCluster));
  });

  const profiles = allocateProfiles(clusters, stride);
  const writeProfile = createProfiler(data, weights);
  for (let cluster = 0; cluster < clusters; cluster += 1)
    writeProfile(cluster, pictures.subarray(cluster * perCluster, (cluster + 1) * perCluster), profiles);
  const reachOf = (query: Float32Array, cluster: number): number => {
    const products = Array.from({ length: rowsPerProfile }, (_, row) => {
      const at = (cluster * rowsPerProfile + row) * stride;
      return multiply(query, profiles.vectors.subarray(at, at + stride));
    });
    return estimateReach(products, 0, profiles.variances, cluster * rowsPerProfile);
  };

  it('tells a score that few of its pictures exceed, and that is not far above the highest', () => {
    let above = 0;
    let distance = 0;
    for (let picture = 0; picture < size; picture += 7) {
      const query = vectors.subarray(picture * stride, (picture + 1) * stride);
      for (let cluster = 0; cluster < clusters; cluster += 1) {
        const own = Array.from({ length: perCluster }, (_, at) => cluster * perCluster + at);
        const scores = own
          .filter((other) => other !== picture)
          .map((other) => multiply(query, vectors.subarray(other * stride, (other + 1) * stride)));
        const reach = reachOf(query, cluster);
        above += scores.filter((score) => score > reach).length / scores.length;
        distance += reach - Math.max(...scores);
      }
    }
    const asked = Math.ceil(size / 7) * clusters;
    expect(above / asked).toBeLessThan(0.01);
    expect(Math.abs(distance / asked)).toBeLessThan(0.15);
  });

  it('is empty for a cluster without pictures', () => {
    const empty = allocateProfiles(1, stride);
    createProfiler(data, weights)(0, new Int32Array(4).fill(-1), empty);
    expect(estimateReach(new Float32Array(rowsPerProfile), 0, empty.variances, 0)).toBe(0);
  });
});
