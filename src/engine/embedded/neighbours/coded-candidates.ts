import type { Weights } from '../../../domain/box.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import { createFactors } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { type Clusters, findClusters, spread } from './clusters.ts';
import { encodeRows } from './code-tile.ts';
import type { CodedCandidates, CompareData } from './compare-types.ts';
import type { PlanGroup } from './plan-groups.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Divides the candidates of a group into clusters, and measures which clusters have to be compared: the neighbours of a
 * sample of queries are searched in all of them. Where looks do not form clusters, nearly all are compared.
 */
export const codeCandidates = async (
  pool: WorkerPool,
  group: PlanGroup,
  weights: Weights,
  families: number,
): Promise<CodedCandidates> => {
  const data = await pool.data();
  const { vectors, shape, pictureOfRow, familyOf } = data;
  const pictures = listPictures(data, group);
  const count = Math.min(20_000, Math.ceil(1.5 * Math.sqrt(group.candidates.length)));
  const clusters = await findClusters(data, weights, pictures, count);
  const clusterOf = new Uint16Array(new SharedArrayBuffer((vectors.length / vectorStride(shape)) * 2));
  pictures.forEach((picture, at) => (clusterOf[picture] = clusters.nearest[at] ?? 0));
  const clusterAt = (row: number): number => clusterOf[pictureOfRow[row] ?? 0] ?? 0;
  const rows = shareNumbers(group.candidates.toSorted((a, b) => clusterAt(a) - clusterAt(b) || a - b));
  const ownPictures = rows.map((row) => pictureOfRow[row] ?? 0);
  const all = {
    candidates: await encodeRows(vectors, shape, weights, ownPictures),
    rows,
    starts: findStarts(rows, clusterAt, clusters.codes.scales.length),
    centres: clusters.codes,
    clusterOf,
    minimumLead: -Infinity,
    looksPerFamily: rows.length / new Set(Array.from(rows, (row) => familyOf[row] ?? 0)).size,
  };
  const measure = createLeadMeter(data, clusters, clusterOf, weights);
  const sample = { weights, families, candidates: rows, coded: all };
  const parts = splitSample(spread(group.queries, sampleQueries));
  const leads = await Promise.all(
    parts.map(async (queries) => measure(queries, await pool.compare({ ...sample, queries }))),
  );
  return { ...all, minimumLead: findReached(leads.flat()) - codeError };
};

const shareNumbers = (numbers: Uint32Array): Uint32Array => {
  const shared = new Uint32Array(new SharedArrayBuffer(numbers.length * 4));
  shared.set(numbers);
  return shared;
};

const listPictures = ({ pictureOfRow }: CompareData, { queries, candidates }: PlanGroup): Uint32Array => {
  const used = new Set<number>();
  for (const rows of [queries, candidates]) for (const row of rows) used.add(pictureOfRow[row] ?? 0);
  return Uint32Array.from(used).sort();
};

const findStarts = (rows: Uint32Array, clusterAt: (row: number) => number, count: number): Uint32Array => {
  const starts = new Uint32Array(new SharedArrayBuffer((count + 1) * 4));
  for (const row of rows) starts[clusterAt(row) + 1] = (starts[clusterAt(row) + 1] ?? 0) + 1;
  for (let at = 1; at <= count; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  return starts;
};

/** Queries whose neighbours are searched in all clusters, and how many of them one thread gets. */
const [sampleQueries, queriesPerTask] = [192, 96];
/** Share of the true neighbours that the compared clusters must have; of the first ones, a page of an answer, too. */
const recallGoal = 0.995;
const pageLength = 24;
/** Codes misjudge a score by less than this. */
const codeError = 0.002;

const splitSample = (sample: Uint32Array): Uint32Array[] =>
  Array.from({ length: Math.ceil(sample.length / queriesPerTask) }, (_, at) =>
    sample.subarray(at * queriesPerTask, (at + 1) * queriesPerTask),
  );

/** Gives for each query the leads of the clusters that its neighbours are in, best neighbour first. */
const createLeadMeter = (
  { vectors, shape, pictureOfRow }: CompareData,
  { centres }: Clusters,
  clusterOf: Uint16Array,
  weights: Weights,
) => {
  const stride = vectorStride(shape);
  const squares = createFactors(shape, weights).map((factor) => factor * factor);
  const scoreCentre = (picture: number, centre: number): number => {
    const [a, b] = [picture * stride, centre * stride];
    let sum = 0;
    for (let i = 0; i < stride; i += 1)
      sum += (squares[i] ?? 0) * (vectors[a + i] ?? 0) * (centres[b + i] ?? 0);
    return sum;
  };
  return (queries: Uint32Array, lists: readonly Float64Array[]): Float64Array[] =>
    lists.map((own, query) => {
      const lowest = unitsFromKey(own.at(-1) ?? 0) / scoreUnits;
      const picture = pictureOfRow[queries[query] ?? 0] ?? 0;
      return own.map((key) => {
        const cluster = clusterOf[pictureOfRow[rowFromKey(key)] ?? 0] ?? 0;
        // The own cluster is compared in any case.
        return cluster === clusterOf[picture] ? Infinity : scoreCentre(picture, cluster) - lowest;
      });
    });
};

/** The highest lead that the wanted share of all neighbours reaches, and of the first ones. */
const findReached = (leads: readonly Float64Array[]): number => {
  const reachedBy = (values: readonly number[]): number =>
    values.toSorted((a, b) => b - a)[Math.ceil(recallGoal * values.length) - 1] ?? -Infinity;
  return Math.min(
    reachedBy(leads.flatMap((own) => [...own.subarray(0, pageLength)])),
    reachedBy(leads.flatMap((own) => [...own])),
  );
};
