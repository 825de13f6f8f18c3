import type { Weights } from '../../../domain/box.ts';
import {
  codeLevels,
  codeStride,
  createQuantiser,
  encodeNumbers,
  offsetProduct,
} from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { createProfiler, type ProfileVectors, rowsPerProfile } from './cluster-profiles.ts';
import type { CodedRows } from './coded-candidates.ts';
import type { CompareData } from './compare-types.ts';

/** Makes the profiles of clusters `from` to `to`, and the codes of their candidates. All arrays are shared by threads. */
export type EncodeTask = {
  readonly weights: Weights;
  /** Of each candidate; -1: a row that fills up a cluster. */
  readonly pictures: Int32Array;
  /** Candidates of cluster c: `starts[c] … starts[c + 1]`. */
  readonly starts: Uint32Array;
  readonly profiles: ProfileVectors;
  readonly into: { readonly candidates: CodedRows; readonly profiles: CodedRows };
  readonly from: number;
  readonly to: number;
};

export const createEncoder =
  (data: CompareData) =>
  ({ weights, pictures, starts, profiles, into, from, to }: EncodeTask): null => {
    const writeProfile = createProfiler(data, weights);
    const encodePictures = createPictureEncoder(data, weights, pictures, into.candidates);
    for (let cluster = from; cluster < to; cluster += 1) {
      const [first, end] = [starts[cluster] ?? 0, starts[cluster + 1] ?? 0];
      writeProfile(cluster, pictures.subarray(first, end), profiles);
      encodePictures(first, end);
    }
    encodeProfiles(data, profiles, into.profiles, from * rowsPerProfile, to * rowsPerProfile);
    return null;
  };

const createPictureEncoder = (
  { vectors, shape }: CompareData,
  weights: Weights,
  pictures: Int32Array,
  { codes, scales, offsets }: CodedRows,
) => {
  const stride = codeStride(shape);
  const quantiser = createQuantiser(shape, weights);
  return (first: number, end: number): void => {
    for (let at = first; at < end; at += 1) {
      const picture = pictures[at] ?? -1;
      if (picture < 0) scales[at] = Number.NaN;
      else {
        scales[at] = quantiser.encodeRow(vectors, picture * vectorStride(shape), codes, at * stride);
        offsets[at] = offsetProduct(codes, at * stride, stride);
      }
    }
  };
};

const encodeProfiles = (
  { shape }: CompareData,
  { vectors }: ProfileVectors,
  { codes, scales, offsets }: CodedRows,
  first: number,
  end: number,
): void => {
  const [length, stride] = [vectorStride(shape), codeStride(shape)];
  for (let at = first; at < end; at += 1) {
    scales[at] = encodeNumbers(vectors, at * length, length, codes, at * stride, codeLevels.row);
    offsets[at] = offsetProduct(codes, at * stride, stride);
  }
};
