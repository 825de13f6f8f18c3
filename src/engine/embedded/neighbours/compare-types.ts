import type { Weights } from '../../../domain/box.ts';
import { openFileNow } from '../../../files/open-file.ts';
import { createWindow, type ReadVector } from '../vectors/vector-blocks.ts';
import { type VectorShape, vectorStride } from '../vectors/vector-shape.ts';
import type { CodedRows } from './code-tile.ts';
import type { Family, Indexes, OptionalIndexes, PictureIndex, Row } from '../rows/rows.ts';

/** Queries to compare with candidates. A row represents its look; for a candidate it is the first row that matches. */
export type CompareTask = {
  readonly weights: Weights;
  /** How many different families each list has; it ends with the first look of the last one. */
  readonly families: number;
  /** One row of each query's look. */
  readonly queries: Indexes<Row>;
  readonly candidates: Indexes<Row>;
  /** The same candidates as codes in clusters: neighbours are then searched in the clusters that are most alike. */
  readonly coded?: CodedCandidates;
};

/** The candidates of a large group as int8 codes, cluster by cluster. Threads share all arrays. */
export type CodedCandidates = {
  readonly candidates: CodedRows;
  readonly rows: Indexes<Row>;
  /** Candidates of cluster c: `starts[c] … starts[c + 1]`. */
  readonly starts: Uint32Array;
  readonly centres: CodedRows;
  readonly clusterOf: Uint16Array;
  /**
   * A cluster is compared with a query unless its lead is lower: the score of the query with its centre, less the score
   * of the worst candidate that the query has in its list so far. -Infinity: all clusters are compared.
   */
  readonly minimumLead: number;
  /** Room for each wanted family among the best candidates; more than one where families have several looks. */
  readonly looksPerFamily: number;
};

/** The catalogue data that comparisons need; plain arrays, so that worker threads can share them. */
export type CompareData = {
  /** In memory, or the file that begins with them: for a catalogue whose vectors memory should not hold. */
  readonly vectors: Float32Array | { readonly path: string; readonly count: number };
  readonly shape: VectorShape;
  readonly familyOf: Indexes<Family>;
  /** Picture of each row; -1: it has none. */
  readonly pictureOfRow: OptionalIndexes<PictureIndex>;
};

export const openVectors = ({ vectors, shape }: CompareData): ReadVector => {
  const stride = vectorStride(shape);
  if ('path' in vectors) return createWindow(openFileNow(vectors.path), stride, vectors.count);
  return (picture) => ({ floats: vectors, start: picture * stride });
};

/** How many pictures there are. */
export const countVectors = ({ vectors, shape }: CompareData): number =>
  'path' in vectors ? vectors.count : vectors.length / vectorStride(shape);

/** Candidate keys for each query, best first. */
export type Comparer = (task: CompareTask) => Float64Array[];
