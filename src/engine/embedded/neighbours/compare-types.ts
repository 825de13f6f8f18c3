import type { Weights } from '../../../domain/box.ts';
import type { VectorShape } from '../vectors/vector-shape.ts';
import type { CodedCandidates } from './coded-candidates.ts';

/** Queries to compare with candidates. A row represents its look; for a candidate it is the first row that matches. */
export type CompareTask = {
  readonly weights: Weights;
  /** How many different families each list has; it ends with the first look of the last one. */
  readonly families: number;
  /** A key for each query: the list is then every candidate with a lower key, and `families` is not used. */
  readonly keyLimits?: Float64Array;
  /** One row of each query's look. */
  readonly queries: Uint32Array;
  readonly candidates: Uint32Array;
  /** The same candidates as codes in clusters: neighbours are then searched in the clusters that are most alike. */
  readonly coded?: CodedCandidates;
};

/** The catalogue data that comparisons need; plain arrays, so that worker threads can share them. */
export type CompareData = {
  readonly vectors: Float32Array;
  readonly shape: VectorShape;
  readonly familyOf: Uint32Array;
  /** Picture of each row; -1: it has none. */
  readonly pictureOfRow: Int32Array;
};

/** One list for each query, one after the other. */
export type CompareResult = {
  readonly lengths: Uint32Array;
  /** Candidate keys, best first in each list. */
  readonly keys: Float64Array;
  /** 1: the list has every candidate of another family. Always 0 with `keyLimits`. */
  readonly complete: Uint8Array;
  /** How many pairs were compared. */
  readonly pairs: number;
};

export type List = { readonly keys: Float64Array; readonly complete: boolean };

export type Comparer = (task: CompareTask) => CompareResult;
