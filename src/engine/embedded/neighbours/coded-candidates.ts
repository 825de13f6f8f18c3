/** Vectors as whole numbers. */
export type CodedRows = {
  readonly codes: Int8Array;
  readonly scales: Float32Array;
  /** What the moved codes of a query add to its product with each row. */
  readonly offsets: Int32Array;
};

/**
 * The candidates of a large group as whole numbers, cluster by cluster: looks of a cluster are alike. All arrays
 * are in shared memory: threads get them without a copy.
 */
export type CodedCandidates = CodedRows & {
  /** Row of each candidate. */
  readonly rows: Uint32Array;
  /** Candidates of cluster c: `starts[c] … starts[c + 1]`. */
  readonly starts: Uint32Array;
  /** Cluster of each picture of the group. */
  readonly clusterOf: Uint16Array;
  /** For each cluster all clusters, the most alike first. */
  readonly order: Uint16Array;
  /** The centres of the clusters. */
  readonly centres: CodedRows;
  /**
   * A cluster is compared with a query unless its lead is lower: the score of the query with the centre, less the score
   * of the worst candidate that the query has in its list so far. -Infinity: all clusters are compared.
   */
  readonly minimumLead: number;
  /** Room for each wanted family among the best candidates; more than one where families have several looks. */
  readonly looksPerFamily: number;
};

export const clusterCount = ({ starts }: CodedCandidates): number => starts.length - 1;

export const sharedBytes = (length: number): Int8Array<SharedArrayBuffer> =>
  new Int8Array(new SharedArrayBuffer(length));
export const sharedFloats = (length: number): Float32Array<SharedArrayBuffer> =>
  new Float32Array(new SharedArrayBuffer(length * 4));
export const sharedIntegers = (length: number): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(length * 4));
export const sharedNumbers = (length: number): Uint32Array<SharedArrayBuffer> =>
  new Uint32Array(new SharedArrayBuffer(length * 4));
export const sharedShorts = (length: number): Uint16Array<SharedArrayBuffer> =>
  new Uint16Array(new SharedArrayBuffer(length * 2));
