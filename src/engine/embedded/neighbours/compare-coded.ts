import { scoreUnits, toUnits } from '../../semantics/search/score.ts';
import { candidateKey, rowFromKey, unitsFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createTopK, type TopK } from '../ranking/top-k.ts';
import { codeStride, createQuantiser } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { estimateReach, rowsPerProfile } from './cluster-profiles.ts';
import { type CodePlace, openPlace, tile } from './code-memory.ts';
import { clusterCount, type CodedCandidates } from './coded-candidates.ts';
import type { CompareData, CompareTask, List } from './compare-types.ts';
import type { FindFamilyPrefix } from './family-prefix.ts';

/*
 * Neighbours in a large group. Three steps, each with fewer candidates and a finer measure:
 *
 *   clusters    the candidates of the clusters that may reach a score that is high enough (cluster-profiles.ts)
 *   codes       8 bits a number, sixteen products at once: the best few hundred
 *   full        float32, only for these: order and scores are those of a comparison of everything
 *
 * Queries of one cluster are compared together, in tiles (code-memory.ts).
 */

/** The codes misjudge a score by less than a thousandth: a few more families than wanted are compared in full. */
const withMargin = (families: number): number => Math.ceil(families * 1.06) + 4;

export type CodedTask = CompareTask & { readonly coded: CodedCandidates };

/** The list of a query from some candidates, compared in full. */
export type CompareInFull = (task: CompareTask, query: number, candidates: Uint32Array) => List;

/** `thread`: the number of its place. */
export const createCodedComparer = (
  data: CompareData,
  findFamilyPrefix: FindFamilyPrefix,
  compareInFull: CompareInFull,
  thread: number,
) => {
  const { vectors, shape, familyOf, pictureOfRow } = data;
  const stride = codeStride(shape);
  const findPlace = rememberPlace(stride, thread);

  /** The best candidates of each query by their codes; all queries are of one cluster. */
  const selectByCodes = (task: CodedTask, queries: Uint32Array, size: number): Selection => {
    const { coded, weights } = task;
    const here = findPlace(coded);
    const quantiser = createQuantiser(shape, weights);
    const scales = Float64Array.from(queries, (row, q) =>
      quantiser.encodeQuery(vectors, (pictureOfRow[row] ?? 0) * vectorStride(shape), here.codes, q * stride),
    );
    const wanted = Math.min(size, Math.ceil(task.families * coded.looksPerFamily));
    const tops = Array.from(queries, () => createTopK(size, worstKey, wanted));
    const reaches = findReaches(here, coded, scales);
    let pairs = 0;
    const own = coded.clusterOf[pictureOfRow[queries[0] ?? 0] ?? 0] ?? 0;
    addOwnCluster(reaches, own, clusterCount(coded));
    for (const cluster of orderClusters(reaches, clusterCount(coded))) {
      const near = findNear(coded, cluster, tops, reaches);
      if (near.length > 0) pairs += offerCluster(here, coded, cluster, { queries, near, tops, scales });
    }
    return { tops, pairs, isAll: pairs === queries.length * coded.rows.length };
  };

  /** Offers the rows of a cluster to the queries that are near it. Returns the number of pairs. */
  const offerCluster = (
    here: CodePlace,
    coded: CodedCandidates,
    cluster: number,
    { queries, near, tops, scales }: NearQueries,
  ): number => {
    const begin = coded.starts[cluster] ?? 0;
    const end = coded.starts[cluster + 1] ?? 0;
    const listed = here.listQueries(near);
    for (let first = begin; first < end; first += tile.rows) {
      const width = Math.min(tile.rows, end - first);
      const at = here.multiply(listed, coded.candidates, first, width);
      near.forEach((q, index) => {
        const ownFamily = familyOf[queries[q] ?? 0] ?? 0;
        const loaded = { ...at, at: index * width, first, width, scale: scales[q] ?? 0 };
        offer(here, coded, tops[q] ?? noTop, ownFamily, loaded);
      });
    }
    return near.length * (end - begin);
  };

  /** Offers those of the loaded candidates that are good enough for one query. */
  const offer = (
    { products, hits, findAbove }: CodePlace,
    { candidates, rows }: CodedCandidates,
    top: TopK,
    ownFamily: number,
    loaded: LoadedRows,
  ): void => {
    const { at, first, width, scale } = loaded;
    let { limit } = top;
    let floor = lowestScore(limit) / scale;
    const count = findAbove(at, loaded, width, floor);
    for (let hit = 0; hit < count; hit += 1) {
      const i = hits[hit] ?? 0;
      const product = (products[at + i] ?? 0) - (candidates.offsets[first + i] ?? 0);
      const score = product * (candidates.scales[first + i] ?? 0);
      if (score < floor) continue;
      const candidate = rows[first + i] ?? 0;
      if (familyOf[candidate] === ownFamily) continue;
      top.offer(candidateKey(toUnits(score * scale), candidate));
      if (top.limit === limit) continue;
      limit = top.limit;
      floor = lowestScore(limit) / scale;
    }
  };

  const compareCluster = (task: CodedTask, queries: Uint32Array, size: number): CodedLists => {
    const { tops, isAll, pairs } = selectByCodes(task, queries, size);
    const wanted = withMargin(task.families);
    let again = 0;
    const lists = tops.map((top, q) => {
      const keys = top.take();
      const near = findFamilyPrefix(keys, wanted);
      if (near.families < wanted && top.overflowed) {
        const wider = compareCluster(task, queries.subarray(q, q + 1), size * 4);
        again += wider.pairs;
        return wider.lists[0] ?? emptyList;
      }
      const selected = Uint32Array.from(keys.subarray(0, near.length), rowFromKey);
      const list = compareInFull(task, queries[q] ?? 0, selected);
      return { ...list, complete: list.complete && isAll && !top.overflowed };
    });
    return { lists, pairs: pairs + again };
  };

  return (task: CodedTask): CodedLists => {
    const lists: List[] = new Array<List>(task.queries.length).fill(emptyList);
    const size = Math.ceil(withMargin(task.families) * task.coded.looksPerFamily * 1.1) + 16;
    let pairs = 0;
    for (const members of groupByCluster(task, pictureOfRow)) {
      for (let first = 0; first < members.length; first += tile.queries) {
        const some = members.slice(first, first + tile.queries);
        const queries = Uint32Array.from(some, (at) => task.queries[at] ?? 0);
        const found = compareCluster(task, queries, size);
        found.lists.forEach((list, q) => (lists[some[q] ?? 0] = list));
        pairs += found.pairs;
      }
    }
    return { lists, pairs };
  };
};

/** Rows that were multiplied, from `first` on, and the products of one query with them: `width` numbers from `at` on. */
type LoadedRows = ReturnType<CodePlace['multiply']> & {
  readonly at: number;
  readonly first: number;
  readonly width: number;
  /** That of the query. */
  readonly scale: number;
};

type NearQueries = {
  readonly queries: Uint32Array;
  /** Places in `queries`. */
  readonly near: readonly number[];
  readonly tops: readonly TopK[];
  readonly scales: Float64Array;
};

/** `pairs`: how many were compared by their codes; `isAll`: all that there are. */
type Selection = { readonly tops: readonly TopK[]; readonly pairs: number; readonly isAll: boolean };

export type CodedLists = { readonly lists: readonly List[]; readonly pairs: number };

/** The place in the memory of a group; the tasks of a group follow each other. */
const rememberPlace = (stride: number, thread: number): ((coded: CodedCandidates) => CodePlace) => {
  let last: { readonly buffer: SharedArrayBuffer; readonly place: CodePlace } | null = null;
  return (coded) => {
    const { buffer } = coded.memory;
    if (last?.buffer !== buffer) last = { buffer, place: openPlace(coded, stride, thread) };
    return last.place;
  };
};

/** For each query the score that every cluster may reach. */
const findReaches = (
  here: CodePlace,
  { profiles }: CodedCandidates,
  queryScales: Float64Array,
): Float32Array => {
  const { scales, offsets, variances } = profiles;
  const all = here.listQueries(Array.from(queryScales, (_, q) => q));
  const products = new Float32Array(queryScales.length * scales.length);
  for (let first = 0; first < scales.length; first += tile.rows) {
    const count = Math.min(tile.rows, scales.length - first);
    here.multiply(all, profiles, first, count);
    queryScales.forEach((scale, q) => {
      for (let i = 0; i < count; i += 1) {
        const product = (here.products[q * count + i] ?? 0) - (offsets[first + i] ?? 0);
        products[q * scales.length + first + i] = product * (scales[first + i] ?? 0) * scale;
      }
    });
  }
  const reaches = new Float32Array(products.length / rowsPerProfile);
  for (let at = 0; at < reaches.length; at += 1) {
    const first = at * rowsPerProfile;
    reaches[at] = estimateReach(products, first, variances, first % scales.length);
  }
  return reaches;
};

/** The cluster of the queries is compared in any case, and first: a profile says little about a small kind in it. */
const addOwnCluster = (reaches: Float32Array, own: number, clusters: number): void => {
  for (let at = own; at < reaches.length; at += clusters) reaches[at] = Infinity;
};

/** All clusters, those first that may have the best candidates for most queries: then later ones need not be compared. */
const orderClusters = (reaches: Float32Array, clusters: number): Uint32Array => {
  const sums = new Float64Array(clusters);
  reaches.forEach((reach, at) => (sums[at % clusters] = (sums[at % clusters] ?? 0) + reach));
  return Uint32Array.from(sums.keys()).sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
};

/** The queries for which a cluster may have neighbours. */
const findNear = (
  { minimumLead, starts }: CodedCandidates,
  cluster: number,
  tops: readonly TopK[],
  reaches: Float32Array,
): number[] => {
  const near: number[] = [];
  tops.forEach((top, q) => {
    const reach = reaches[q * (starts.length - 1) + cluster] ?? 0;
    top.tighten();
    if (reach - lowestScore(top.bound) >= minimumLead) near.push(q);
  });
  return near;
};

const emptyList: List = { keys: new Float64Array(0), complete: false };
const noTop = createTopK(0);

/** A score below this cannot enter a top-k with this limit. Negative scores count as 0. */
const lowestScore = (limit: number): number => {
  const units = limit === worstKey ? 0 : unitsFromKey(limit) - 1;
  return units <= 0 ? -Infinity : units / scoreUnits;
};

/** Positions of the queries of each cluster. */
const groupByCluster = ({ queries, coded }: CodedTask, pictureOfRow: Int32Array): number[][] => {
  const groups = new Map<number, number[]>();
  queries.forEach((row, at) => {
    const cluster = coded.clusterOf[pictureOfRow[row] ?? 0] ?? 0;
    const group = groups.get(cluster);
    if (group) group.push(at);
    else groups.set(cluster, [at]);
  });
  return [...groups.values()];
};
