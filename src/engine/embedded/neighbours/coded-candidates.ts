import type { Weights } from '../../../domain/box.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { createFactors } from '../vectors/int8-codes.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { type CodedRows, createCodeTile, encodeRows, tile } from './code-tile.ts';
import { type CodedCandidates, type CompareData, countVectors, openVectors } from './compare-types.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import type { PlanGroup } from './plan-groups.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Pictures that are alike are in one cluster. */
type Clusters = {
  /** Has the shape of a vector, and length 1 when weighted. */
  readonly centres: Float32Array;
  readonly codes: CodedRows;
  /** The cluster of each of the pictures. */
  readonly nearest: Uint16Array;
};

/** Pictures for each centre that k-means looks at, and its rounds: more of either improves clusters by little. */
const samplesPerCentre = 40;
const rounds = 6;

/**
 * Clusters by k-means on a sample. Nothing is drawn: the sample and the first centres are evenly spaced, so the same
 * catalogue always has the same clusters.
 */
export const findClusters = async (
  data: CompareData,
  weights: Weights,
  pictures: Uint32Array,
  count: number,
): Promise<Clusters> => {
  const { shape } = data;
  const stride = vectorStride(shape);
  const read = openVectors(data);
  const sample = spread(pictures, samplesPerCentre * count);
  const first = spread(sample, count);
  const numbers = first.map((_, centre) => centre);
  const centres = new Float32Array(first.length * stride);
  first.forEach((picture, centre) => {
    const { floats, start } = read(picture);
    centres.set(floats.subarray(start, start + stride), centre * stride);
  });
  const readCentre = openVectors({ ...data, vectors: centres });
  const encode = (): Promise<CodedRows> => encodeRows(readCentre, shape, weights, numbers);
  for (let round = 0; round < rounds; round += 1) {
    const clusterOf = await assign(data, weights, await encode(), sample);
    moveCentres(data, weights, sample, clusterOf, centres);
  }
  const codes = await encode();
  return { centres, codes, nearest: await assign(data, weights, codes, pictures) };
};

/** Up to `count` of the numbers, evenly spaced. */
export const spread = (numbers: Uint32Array, count: number): Uint32Array =>
  numbers.length <= count
    ? numbers
    : Uint32Array.from(
        { length: count },
        (_, index) => numbers[Math.floor((index * numbers.length) / count)] ?? 0,
      );

const assign = async (
  data: CompareData,
  weights: Weights,
  centres: CodedRows,
  pictures: Uint32Array,
): Promise<Uint16Array> => {
  const { loadQueries, multiply, scoreAt } = createCodeTile(openVectors(data), data.shape);
  const nearest = new Uint16Array(pictures.length);
  const count = centres.scales.length;
  const slices = createWorkSlices();
  for (let from = 0; from < pictures.length; from += tile.queries) {
    if (slices.isOver()) await slices.next();
    const some = pictures.subarray(from, from + tile.queries);
    const all = Array.from(some.keys());
    const highest = new Float64Array(some.length).fill(-Infinity);
    loadQueries(some, weights);
    const compare = (q: number, first: number, end: number): void => {
      for (let centre = first; centre < end; centre += 1) {
        const score = scoreAt(q, centre - first);
        if (score <= (highest[q] ?? 0)) continue;
        highest[q] = score;
        nearest[from + q] = centre;
      }
    };
    for (let first = 0; first < count; first += tile.rows) {
      const end = Math.min(count, first + tile.rows);
      multiply(all, centres, first, end);
      for (const q of all) compare(q, first, end);
    }
  }
  return nearest;
};

/** Each centre becomes the mean of its pictures; one without pictures stays where it is. */
const moveCentres = (
  data: CompareData,
  weights: Weights,
  sample: Uint32Array,
  clusterOf: Uint16Array,
  centres: Float32Array,
): void => {
  const stride = vectorStride(data.shape);
  const read = openVectors(data);
  const factors = createFactors(data.shape, weights);
  const sums = new Float64Array(centres.length);
  sample.forEach((picture, index) => {
    const to = (clusterOf[index] ?? 0) * stride;
    const { floats, start } = read(picture);
    for (let i = 0; i < stride; i += 1) sums[to + i] = (sums[to + i] ?? 0) + (floats[start + i] ?? 0);
  });
  for (let start = 0; start < centres.length; start += stride) {
    const sum = sums.subarray(start, start + stride);
    const squares = sum.reduce((total, value, i) => total + (value * (factors[i] ?? 0)) ** 2, 0);
    const length = Math.sqrt(squares);
    if (length > 0) for (let i = 0; i < stride; i += 1) centres[start + i] = (sum[i] ?? 0) / length;
  }
};

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
  const { shape, pictureOfRow, familyOf } = data;
  const pictures = listPictures(data, group);
  const count = Math.min(20_000, Math.ceil(1.5 * Math.sqrt(group.candidates.length)));
  const clusters = await findClusters(data, weights, pictures, count);
  const clusterOf = new Uint16Array(new SharedArrayBuffer(countVectors(data) * 2));
  pictures.forEach((picture, at) => (clusterOf[picture] = clusters.nearest[at] ?? 0));
  const clusterAt = (row: number): number => clusterOf[pictureOfRow[row] ?? 0] ?? 0;
  const rows = shareNumbers(group.candidates.toSorted((a, b) => clusterAt(a) - clusterAt(b) || a - b));
  const ownPictures = rows.map((row) => pictureOfRow[row] ?? 0);
  const all = {
    candidates: await encodeRows(openVectors(data), shape, weights, ownPictures),
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
  data: CompareData,
  { centres }: Clusters,
  clusterOf: Uint16Array,
  weights: Weights,
) => {
  const { shape, pictureOfRow } = data;
  const stride = vectorStride(shape);
  const read = openVectors(data);
  const squares = createFactors(shape, weights).map((factor) => factor * factor);
  const scoreCentre = (picture: number, centre: number): number => {
    const { floats, start } = read(picture);
    const b = centre * stride;
    let sum = 0;
    for (let i = 0; i < stride; i += 1)
      sum += (squares[i] ?? 0) * (floats[start + i] ?? 0) * (centres[b + i] ?? 0);
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
