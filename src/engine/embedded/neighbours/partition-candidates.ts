import type { Weights } from '../../../domain/box.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import { codeStride, createQuantiser, offsetProduct } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import {
  clusterCount,
  type CodedCandidates,
  sharedBytes,
  sharedFloats,
  sharedIntegers,
  sharedNumbers,
  sharedShorts,
} from './coded-candidates.ts';
import type { CompareData, CompareResult } from './compare-types.ts';
import type { CodedTask } from './compare-coded.ts';
import { type AssignPictures, findCentres, rankCentres, spread } from './find-centres.ts';
import type { PlanGroup } from './plan-groups.ts';

/** What threads do for a partition. */
export type PartitionWork = {
  readonly assign: AssignPictures;
  readonly compare: (task: CodedTask) => Promise<CompareResult>;
};

/** Share of the true neighbours that the compared clusters must have, on average over a sample of queries. */
const wantedRecall = { page: 0.995, list: 0.995 };
const sampleQueries = 192;
/** The first answers count by themselves too: a page of an answer. */
const pageLength = 24;

/**
 * Divides the candidates of a group into clusters, and measures how many clusters have to be compared: the neighbours
 * of a sample of queries are searched in all of them. Where looks do not form clusters, all are compared.
 */
export const partitionCandidates = async (
  data: CompareData,
  group: Pick<PlanGroup, 'queries' | 'candidates'>,
  weights: Weights,
  families: number,
  work: PartitionWork,
): Promise<CodedCandidates> => {
  const pictures = listPictures(data, group);
  const wanted = Math.min(20_000, Math.ceil((1.5 * Math.sqrt(group.candidates.length)) / 4) * 4);
  const centres = await findCentres(data, weights, pictures, wanted, work.assign);
  const clusterOf = sharedShorts(data.vectors.length / vectorStride(data.shape));
  const nearest = await work.assign({ weights, centres, pictures });
  pictures.forEach((picture, index) => (clusterOf[picture] = nearest[index] ?? 0));
  const coded = encodeCandidates(data, group.candidates, weights, clusterOf, wanted);
  const order = rankCentres(data.shape, weights, centres);
  const all = { ...coded, order, probes: wanted };
  return { ...all, probes: await measureProbes(data, all, group.queries, weights, families, work) };
};

const listPictures = (
  { pictureOfRow, vectors, shape }: CompareData,
  { queries, candidates }: Pick<PlanGroup, 'queries' | 'candidates'>,
): Uint32Array => {
  const isUsed = new Uint8Array(vectors.length / vectorStride(shape));
  for (const rows of [queries, candidates]) for (const row of rows) isUsed[pictureOfRow[row] ?? 0] = 1;
  const pictures: number[] = [];
  isUsed.forEach((used, picture) => used && pictures.push(picture));
  const shared = sharedNumbers(pictures.length);
  shared.set(pictures);
  return shared;
};

const encodeCandidates = (
  { vectors, shape, pictureOfRow, familyOf }: CompareData,
  candidates: Uint32Array,
  weights: Weights,
  clusterOf: Uint16Array,
  clusters: number,
): Omit<CodedCandidates, 'order' | 'probes'> => {
  const stride = codeStride(shape);
  const { starts, rows } = sortByCluster(candidates, pictureOfRow, clusterOf, clusters);
  const codes = sharedBytes(rows.length * stride);
  const scales = sharedFloats(rows.length);
  const offsets = sharedIntegers(rows.length);
  const quantiser = createQuantiser(shape, weights);
  rows.forEach((row, at) => {
    const start = (pictureOfRow[row] ?? 0) * vectorStride(shape);
    scales[at] = quantiser.encodeRow(vectors, start, codes, at * stride);
    offsets[at] = offsetProduct(codes, at * stride, stride);
  });
  const families = new Set(Array.from(rows, (row) => familyOf[row] ?? 0)).size;
  return { codes, scales, offsets, rows, starts, clusterOf, looksPerFamily: rows.length / families };
};

/** A counting sort: candidates of one cluster are neighbours, in their order. */
const sortByCluster = (
  candidates: Uint32Array,
  pictureOfRow: Int32Array,
  clusterOf: Uint16Array,
  clusters: number,
) => {
  const clusterAt = (row: number): number => clusterOf[pictureOfRow[row] ?? 0] ?? 0;
  const starts = sharedNumbers(clusters + 1);
  for (const row of candidates) starts[clusterAt(row) + 1] = (starts[clusterAt(row) + 1] ?? 0) + 1;
  for (let cluster = 0; cluster < clusters; cluster += 1)
    starts[cluster + 1] = (starts[cluster + 1] ?? 0) + (starts[cluster] ?? 0);
  const ends = Uint32Array.from(starts);
  const rows = sharedNumbers(candidates.length);
  for (const row of candidates) {
    const cluster = clusterAt(row);
    rows[ends[cluster] ?? 0] = row;
    ends[cluster] = (ends[cluster] ?? 0) + 1;
  }
  return { starts, rows };
};

/** The smallest number of clusters in which a sample of queries finds enough of its true neighbours. */
const measureProbes = async (
  { pictureOfRow }: CompareData,
  coded: CodedCandidates,
  allQueries: Uint32Array,
  weights: Weights,
  families: number,
  work: PartitionWork,
): Promise<number> => {
  const queries = spread(allQueries, sampleQueries);
  // As if all were of one cluster: then the queries are compared together.
  const clusterOf = sharedShorts(coded.clusterOf.length);
  const task = { weights, families, queries, candidates: coded.rows, coded: { ...coded, clusterOf } };
  const { lengths, keys } = await work.compare(task);
  const rankOf = createRankLookup(coded);
  const found = { page: new Uint32Array(coded.probes), list: new Uint32Array(coded.probes) };
  let start = 0;
  lengths.forEach((length, query) => {
    const own = coded.clusterOf[pictureOfRow[queries[query] ?? 0] ?? 0] ?? 0;
    const ranks = rankOf(own);
    for (let at = 0; at < length; at += 1) {
      const picture = pictureOfRow[rowFromKey(keys[start + at] ?? 0)] ?? 0;
      const rank = ranks[coded.clusterOf[picture] ?? 0] ?? 0;
      found.list[rank] = (found.list[rank] ?? 0) + 1;
      if (at < pageLength) found.page[rank] = (found.page[rank] ?? 0) + 1;
    }
    start += length;
  });
  return Math.max(countNeeded(found.page, wantedRecall.page), countNeeded(found.list, wantedRecall.list));
};

/** Position of each cluster in the order of one. */
const createRankLookup = (coded: CodedCandidates) => {
  const clusters = clusterCount(coded);
  const ranks = new Uint16Array(clusters);
  return (own: number): Uint16Array => {
    for (let rank = 0; rank < clusters; rank += 1) ranks[coded.order[own * clusters + rank] ?? 0] = rank;
    return ranks;
  };
};

const countNeeded = (foundAtRank: Uint32Array, share: number): number => {
  const total = foundAtRank.reduce((sum, count) => sum + count, 0);
  let found = 0;
  const last = foundAtRank.findIndex((count) => (found += count) >= share * total);
  return last < 0 ? foundAtRank.length : last + 1;
};
