import type { Weights } from '../../../domain/box.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import { createFactors } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { estimateReach, type ProfileVectors, rowsPerProfile } from './cluster-profiles.ts';
import { type CodedCandidates, sharedShorts } from './coded-candidates.ts';
import type { CodedTask } from './compare-coded.ts';
import type { CompareData, CompareResult } from './compare-types.ts';
import { spread } from './find-centres.ts';

/** Share of the true neighbours that the compared clusters must have, in a sample of queries. */
const wantedRecall = { page: 0.995, list: 0.995 };
const sampleQueries = 192;
/** The first answers count by themselves too: a page of an answer. */
const pageLength = 24;

/** Codes misjudge a score by less than this. */
const codeError = 0.002;

/** The lowest lead at which a sample of queries finds enough of its true neighbours: all clusters are compared for it. */
export const measureLead = async (
  data: CompareData,
  coded: CodedCandidates,
  profiles: ProfileVectors,
  { queries: allQueries, weights, families }: Pick<CodedTask, 'queries' | 'weights' | 'families'>,
  { compare, threads }: { compare: (task: CodedTask) => Promise<CompareResult>; threads: number },
): Promise<number> => {
  const sample = spread(allQueries, sampleQueries);
  // As if all were of one cluster: then the queries of a thread are compared together.
  const clusterOf = sharedShorts(coded.clusterOf.length);
  const task = { weights, families, candidates: coded.rows, coded: { ...coded, clusterOf } };
  const findLeads = createLeadFinder(data, coded, profiles, weights);
  const leads: { page: number[]; list: number[] } = { page: [], list: [] };
  const perThread = Math.ceil(sample.length / threads);
  const addLeads = async (queries: Uint32Array): Promise<void> => {
    const { lengths, keys } = await compare({ ...task, queries });
    let start = 0;
    lengths.forEach((length, query) => {
      const own = findLeads(queries[query] ?? 0, keys.subarray(start, start + length));
      own.forEach((lead, at) => {
        leads.list.push(lead);
        if (at < pageLength) leads.page.push(lead);
      });
      start += length;
    });
  };
  const parts = Array.from({ length: threads }, (_, at) =>
    sample.subarray(at * perThread, (at + 1) * perThread),
  );
  await Promise.all(parts.filter(({ length }) => length > 0).map(addLeads));
  const { page, list } = wantedRecall;
  return Math.min(findReached(leads.page, page), findReached(leads.list, list)) - codeError;
};

/** The leads of the clusters that some neighbours of a query are in. */
type FindLeads = (query: number, neighbours: Float64Array) => Float64Array;

const createLeadFinder = (
  { vectors, shape, pictureOfRow }: CompareData,
  { clusterOf }: CodedCandidates,
  profiles: ProfileVectors,
  weights: Weights,
): FindLeads => {
  const stride = vectorStride(shape);
  const factors = createFactors(shape, weights);
  return (query, neighbours) => {
    const start = (pictureOfRow[query] ?? 0) * stride;
    const vector = factors.map((factor, i) => factor * (vectors[start + i] ?? 0));
    const lowest = unitsFromKey(neighbours.at(-1) ?? 0) / scoreUnits;
    const own = clusterOf[pictureOfRow[query] ?? 0] ?? 0;
    // The own cluster is compared in any case.
    const reaches = new Map([[own, Infinity]]);
    return neighbours.map((key) => {
      const cluster = clusterOf[pictureOfRow[rowFromKey(key)] ?? 0] ?? 0;
      const reach = reaches.get(cluster) ?? findReach(vector, profiles, cluster * rowsPerProfile);
      reaches.set(cluster, reach);
      return reach - lowest;
    });
  };
};

const findReach = (query: Float32Array, { vectors, variances }: ProfileVectors, first: number): number => {
  const products = Array.from({ length: rowsPerProfile }, (_, row) => {
    const at = (first + row) * query.length;
    return query.reduce((sum, value, i) => sum + value * (vectors[at + i] ?? 0), 0);
  });
  return estimateReach(products, 0, variances, first);
};

/** The highest value that this share of the values reaches. */
const findReached = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => b - a);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? -Infinity;
};
