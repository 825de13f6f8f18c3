import type { Weights } from '../../../domain/box.ts';
import { codeStride } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { allocateProfiles, type ProfileVectors } from './cluster-profiles.ts';
import { allocateCodes } from './code-memory.ts';
import { type CodedCandidates, sharedNumbers } from './coded-candidates.ts';
import type { CompareData } from './compare-types.ts';
import type { EncodeTask } from './encode-clusters.ts';

/** Candidates in clusters, before it is known which of these have to be compared. */
export type EncodedCandidates = Omit<CodedCandidates, 'minimumLead'>;

export type Clusters = { readonly count: number; readonly clusterOf: Uint16Array };

/** Encodes all clusters, in threads where there are some. */
export type EncodeClusters = (task: Omit<EncodeTask, 'from' | 'to'>) => Promise<void>;

/** `threads`: how many compare; `most`: bytes that the kernel can read. */
type EncodeWork = {
  readonly encode: EncodeClusters;
  readonly threads: number;
  readonly most?: number;
};

export const encodeCandidates = async (
  data: CompareData,
  candidates: Uint32Array,
  weights: Weights,
  { count: clusters, clusterOf }: Clusters,
  { encode, threads, most }: EncodeWork,
): Promise<{ coded: EncodedCandidates; profiles: ProfileVectors }> => {
  const { shape, pictureOfRow } = data;
  const { starts, rows, pictures } = sortByCluster(candidates, pictureOfRow, clusterOf, clusters);
  const profiles = allocateProfiles(clusters, vectorStride(shape));
  const counts = { candidates: rows.length, profiles: profiles.variances.length };
  const memory = allocateCodes(codeStride(shape), counts, threads, most);
  await encode({ weights, pictures, starts, profiles, into: memory });
  const coded = {
    ...memory,
    profiles: { ...memory.profiles, variances: profiles.variances },
    rows,
    starts,
    clusterOf,
    looksPerFamily: candidates.length / countFamilies(candidates, data.familyOf),
  };
  return { coded, profiles };
};

const countFamilies = (rows: Uint32Array, familyOf: Uint32Array): number =>
  new Set(Array.from(rows, (row) => familyOf[row] ?? 0)).size;

/**
 * A counting sort: candidates of one cluster are neighbours, in their order. Each cluster is filled up to a multiple of 4
 * with rows without a picture.
 */
const sortByCluster = (
  candidates: Uint32Array,
  pictureOfRow: Int32Array,
  clusterOf: Uint16Array,
  clusters: number,
) => {
  const clusterAt = (row: number): number => clusterOf[pictureOfRow[row] ?? 0] ?? 0;
  const sizes = new Uint32Array(clusters);
  for (const row of candidates) sizes[clusterAt(row)] = (sizes[clusterAt(row)] ?? 0) + 1;
  const starts = sharedNumbers(clusters + 1);
  for (let cluster = 0; cluster < clusters; cluster += 1)
    starts[cluster + 1] = (starts[cluster] ?? 0) + Math.ceil((sizes[cluster] ?? 0) / 4) * 4;
  const total = starts[clusters] ?? 0;
  const rows = sharedNumbers(total);
  const pictures = new Int32Array(new SharedArrayBuffer(total * 4)).fill(-1);
  const ends = Uint32Array.from(starts);
  for (const row of candidates) {
    const cluster = clusterAt(row);
    const at = ends[cluster] ?? 0;
    rows[at] = row;
    pictures[at] = pictureOfRow[row] ?? 0;
    ends[cluster] = at + 1;
  }
  return { starts, rows, pictures };
};
