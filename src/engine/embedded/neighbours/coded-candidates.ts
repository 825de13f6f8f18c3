import type { SharedMemory } from '../kernel/kernel.ts';

/** Vectors as whole numbers. */
export type CodedRows = {
  readonly codes: Int8Array<SharedArrayBuffer>;
  /** NaN: a row that fills up a cluster. It reaches no score. */
  readonly scales: Float32Array<SharedArrayBuffer>;
  /** What the moved codes of a query add to its product with each row. */
  readonly offsets: Int32Array<SharedArrayBuffer>;
};

/** Where the pictures of each cluster are, and how far they spread (cluster-profiles.ts). */
export type ClusterProfiles = CodedRows & {
  /** Variance along each direction, and along any other one: as many numbers for each cluster as it has rows. */
  readonly variances: Float32Array<SharedArrayBuffer>;
};

/**
 * The candidates of a large group as whole numbers, cluster by cluster: looks of a cluster are alike. All arrays
 * are in shared memory: threads get them without a copy.
 */
export type CodedCandidates = {
  /** What the kernel reads: the profiles, the candidates if they fit, and a place for each thread from `placesAt` on. */
  readonly memory: SharedMemory;
  readonly placesAt: number;
  readonly candidates: CodedRows;
  /** Row of each candidate. */
  readonly rows: Uint32Array;
  /** Candidates of cluster c: `starts[c] … starts[c + 1]`, a multiple of 4. */
  readonly starts: Uint32Array;
  /** Cluster of each picture of the group. */
  readonly clusterOf: Uint16Array;
  readonly profiles: ClusterProfiles;
  /**
   * A cluster is compared with a query unless its lead is lower: the score that the cluster may reach, less the score
   * of the worst candidate that the query has in its list so far. -Infinity: all clusters are compared.
   */
  readonly minimumLead: number;
  /** Room for each wanted family among the best candidates; more than one where families have several looks. */
  readonly looksPerFamily: number;
};

export const clusterCount = ({ starts }: Pick<CodedCandidates, 'starts'>): number => starts.length - 1;

export const sharedNumbers = (length: number): Uint32Array<SharedArrayBuffer> =>
  new Uint32Array(new SharedArrayBuffer(length * 4));
export const sharedFloats = (length: number): Float32Array<SharedArrayBuffer> =>
  new Float32Array(new SharedArrayBuffer(length * 4));
export const sharedShorts = (length: number): Uint16Array<SharedArrayBuffer> =>
  new Uint16Array(new SharedArrayBuffer(length * 2));
