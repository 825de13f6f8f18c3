import type { Weights } from '../../../domain/box.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import { codeStride, createQuantiser, offsetProduct } from '../vectors/quantise.ts';
import { vectorStride, type VectorShape } from '../vectors/vector-shape.ts';
import {
  type CodedCandidates,
  type CodedRows,
  sharedBytes,
  sharedFloats,
  sharedIntegers,
  sharedNumbers,
  sharedShorts,
} from './coded-candidates.ts';
import type { CompareData, CompareResult } from './compare-types.ts';
import type { CodedTask } from './compare-coded.ts';
import { type AssignPictures, findCentres, rankCentres, spread, weightedProduct } from './find-centres.ts';
import type { PlanGroup } from './plan-groups.ts';

/** What threads do for a partition. */
export type PartitionWork = {
  readonly assign: AssignPictures;
  readonly compare: (task: CodedTask) => Promise<CompareResult>;
};

/** Share of the true neighbours that the compared clusters must have, in a sample of queries. */
const wantedRecall = { page: 0.995, list: 0.995 };
const sampleQueries = 192;
/** The first answers count by themselves too: a page of an answer. */
const pageLength = 24;

/**
 * Divides the candidates of a group into clusters, and measures which clusters have to be compared: the neighbours of a
 * sample of queries are searched in all of them. Where looks do not form clusters, nearly all are compared.
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
  const all = {
    ...coded,
    order,
    centres: encodeRows(
      data.shape,
      weights,
      centres,
      Uint32Array.from({ length: wanted }, (_, c) => c),
    ),
    minimumLead: -Infinity,
  };
  const findLeads = createLeadFinder(data, all, weights, centres);
  return { ...all, minimumLead: await measureLead(all, group.queries, weights, families, work, findLeads) };
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
): Omit<CodedCandidates, 'order' | 'centres' | 'minimumLead'> => {
  const { starts, rows } = sortByCluster(candidates, pictureOfRow, clusterOf, clusters);
  const pictures = rows.map((row) => pictureOfRow[row] ?? 0);
  const families = new Set(Array.from(rows, (row) => familyOf[row] ?? 0)).size;
  const looksPerFamily = rows.length / families;
  return { ...encodeRows(shape, weights, vectors, pictures), rows, starts, clusterOf, looksPerFamily };
};

const encodeRows = (
  shape: VectorShape,
  weights: Weights,
  vectors: Float32Array,
  numbers: Uint32Array,
): CodedRows => {
  const stride = codeStride(shape);
  const codes = sharedBytes(numbers.length * stride);
  const scales = sharedFloats(numbers.length);
  const offsets = sharedIntegers(numbers.length);
  const quantiser = createQuantiser(shape, weights);
  numbers.forEach((number, at) => {
    scales[at] = quantiser.encodeRow(vectors, number * vectorStride(shape), codes, at * stride);
    offsets[at] = offsetProduct(codes, at * stride, stride);
  });
  return { codes, scales, offsets };
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

/** Codes misjudge a score by less than this. */
const codeError = 0.002;

/** The lowest lead at which a sample of queries finds enough of its true neighbours. */
const measureLead = async (
  coded: CodedCandidates,
  allQueries: Uint32Array,
  weights: Weights,
  families: number,
  work: PartitionWork,
  findLeads: FindLeads,
): Promise<number> => {
  const queries = spread(allQueries, sampleQueries);
  // As if all were of one cluster: then the queries are compared together.
  const clusterOf = sharedShorts(coded.clusterOf.length);
  const task = { weights, families, queries, candidates: coded.rows, coded: { ...coded, clusterOf } };
  const { lengths, keys } = await work.compare(task);
  const leads: { page: number[]; list: number[] } = { page: [], list: [] };
  let start = 0;
  lengths.forEach((length, query) => {
    const own = findLeads(queries[query] ?? 0, keys.subarray(start, start + length));
    own.forEach((lead, at) => {
      leads.list.push(lead);
      if (at < pageLength) leads.page.push(lead);
    });
    start += length;
  });
  const { page, list } = wantedRecall;
  return Math.min(findReached(leads.page, page), findReached(leads.list, list)) - codeError;
};

/** The leads of the clusters that some neighbours of a query are in. */
type FindLeads = (query: number, neighbours: Float64Array) => Float64Array;

const createLeadFinder =
  (
    { vectors, shape, pictureOfRow }: CompareData,
    { clusterOf }: CodedCandidates,
    weights: Weights,
    centres: Float32Array,
  ): FindLeads =>
  (query, neighbours) => {
    const stride = vectorStride(shape);
    const start = (pictureOfRow[query] ?? 0) * stride;
    const lowest = unitsFromKey(neighbours.at(-1) ?? 0) / scoreUnits;
    return neighbours.map((key) => {
      const cluster = clusterOf[pictureOfRow[rowFromKey(key)] ?? 0] ?? 0;
      return weightedProduct(shape, weights, vectors, start, centres, cluster * stride) - lowest;
    });
  };

/** The highest value that this share of the values reaches. */
const findReached = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => b - a);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? -Infinity;
};
