import { scoreUnits, toUnits } from '../../semantics/search/score.ts';
import { candidateKey, unitsFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createTopK, type TopK } from '../ranking/top-k.ts';
import { openCodeKernel } from '../vectors/code-kernel.ts';
import { codeStride, createQuantiser } from '../vectors/quantise.ts';
import type { VectorPlace } from '../vectors/shared-vectors.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { clusterCount, type CodedCandidates, type CodedRows } from './coded-candidates.ts';
import type { CompareData, CompareTask, List } from './compare-types.ts';
import type { FindFamilyPrefix } from './family-prefix.ts';
import { createRescorer } from './rescore.ts';

/*
 * Neighbours in a large group. Three steps, each with fewer candidates and a finer measure:
 *
 *   clusters    the candidates of the clusters whose centres are alike enough to the query
 *   codes       8 bits a number, sixteen products at once: the best few hundred
 *   full        float32, only for these: order and scores are those of a comparison of everything
 *
 * Queries of one cluster are compared with the same candidates, in tiles of 64 by 128 that fit into the cache.
 */

const tile = { queries: 64, rows: 128 };

/** The codes misjudge a score by less than a thousandth: a few more families than wanted are compared in full. */
const withMargin = (families: number): number => Math.ceil(families * 1.06) + 4;

export type CodedTask = CompareTask & { readonly coded: CodedCandidates };

export const createCodedComparer = (
  data: CompareData,
  findFamilyPrefix: FindFamilyPrefix,
  place: VectorPlace | null,
) => {
  const { vectors, shape, familyOf, pictureOfRow } = data;
  const stride = codeStride(shape);
  const rowsAt = tile.queries * stride;
  const outAt = rowsAt + tile.rows * stride;
  const offsetsAt = outAt + tile.queries * tile.rows * 4;
  const scalesAt = offsetsAt + tile.rows * 4;
  const hitsAt = scalesAt + tile.rows * 4;
  const { kernel, memory } = openCodeKernel(hitsAt + tile.rows * 4);
  const codes = new Int8Array(memory);
  const products = new Int32Array(memory, outAt, tile.queries * tile.rows);
  const offsets = new Int32Array(memory, offsetsAt, tile.rows);
  const rowScales = new Float32Array(memory, scalesAt, tile.rows);
  const hits = new Uint32Array(memory, hitsAt, tile.rows);
  const rescore = createRescorer(data, place);

  /** Multiplies some of the loaded queries with `count` rows from `first` on; a row of products has `width` numbers. */
  const multiplyRows = (runs: readonly Run[], rows: CodedRows, first: number, count: number): number => {
    const width = Math.ceil(count / 4) * 4;
    codes.set(rows.codes.subarray(first * stride, (first + count) * stride), rowsAt);
    offsets.set(rows.offsets.subarray(first, first + count));
    rowScales.set(rows.scales.subarray(first, first + count));
    rowScales.fill(Number.NaN, count, width);
    for (const { from, to } of runs)
      kernel.matrix(from * stride, to - from, rowsAt, width, stride, stride, outAt + from * width * 4);
    return width;
  };

  /** The scores of each query with every centre, one query after the other. */
  const scoreCentres = ({ centres, starts }: CodedCandidates, scales: Float64Array): Float32Array => {
    const clusters = starts.length - 1;
    const scores = new Float32Array(scales.length * clusters);
    const all = [{ from: 0, to: Math.ceil(scales.length / 4) * 4 }];
    for (let first = 0; first < clusters; first += tile.rows) {
      const count = Math.min(tile.rows, clusters - first);
      const width = multiplyRows(all, centres, first, count);
      scales.forEach((scale, q) => {
        for (let i = 0; i < count; i += 1) {
          const product = (products[q * width + i] ?? 0) - (centres.offsets[first + i] ?? 0);
          scores[q * clusters + first + i] = product * (centres.scales[first + i] ?? 0) * scale;
        }
      });
    }
    return scores;
  };

  /** The best candidates of each query by their codes; all queries are of one cluster. */
  const selectByCodes = (task: CodedTask, queries: Uint32Array, size: number): Selection => {
    const { coded, weights } = task;
    const quantiser = createQuantiser(shape, weights);
    const scales = Float64Array.from(queries, (row, q) =>
      quantiser.encodeQuery(vectors, (pictureOfRow[row] ?? 0) * vectorStride(shape), codes, q * stride),
    );
    const tops = Array.from(queries, () => createTopK(size));
    const clusters = clusterCount(coded);
    const own = coded.clusterOf[pictureOfRow[queries[0] ?? 0] ?? 0] ?? 0;
    const isNear = createNearTest(coded, tops, () => scoreCentres(coded, scales));
    let pairs = 0;
    for (let place = 0; place < clusters; place += 1) {
      const cluster = coded.order[own * clusters + place] ?? 0;
      const near: number[] = [];
      for (let q = 0; q < tops.length; q += 1) if (isNear(q, cluster)) near.push(q);
      if (near.length > 0) pairs += offerCluster(coded, cluster, { queries, near, tops, scales });
    }
    return { tops, pairs, isAll: pairs === queries.length * coded.rows.length };
  };

  /** Offers the rows of a cluster to the queries that are near it. Returns the number of pairs. */
  const offerCluster = (coded: CodedCandidates, cluster: number, asked: NearQueries): number => {
    const { queries, near, tops, scales } = asked;
    const runs = joinRuns(near);
    const begin = coded.starts[cluster] ?? 0;
    const end = coded.starts[cluster + 1] ?? 0;
    for (let first = begin; first < end; first += tile.rows) {
      const width = multiplyRows(runs, coded, first, Math.min(tile.rows, end - first));
      for (const q of near) {
        const ownFamily = familyOf[queries[q] ?? 0] ?? 0;
        const row = { at: q * width, width, scale: scales[q] ?? 0 };
        offer(tops[q] ?? noTop, ownFamily, coded.rows, first, row);
      }
    }
    return near.length * (end - begin);
  };

  /** Offers the candidates of the loaded rows, which start at `first`, that are good enough for one query. */
  const offer = (top: TopK, ownFamily: number, rows: Uint32Array, first: number, row: ProductRow): void => {
    const { at, width, scale } = row;
    let { limit } = top;
    let floor = lowestScore(limit) / scale;
    const count = kernel.above(outAt + at * 4, offsetsAt, scalesAt, width, floor, hitsAt);
    for (let hit = 0; hit < count; hit += 1) {
      const i = hits[hit] ?? 0;
      const score = ((products[at + i] ?? 0) - (offsets[i] ?? 0)) * (rowScales[i] ?? 0);
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
    let again = 0;
    const lists = tops.map((top, q) => {
      const selected = top.take();
      const wanted = withMargin(task.families);
      const near = findFamilyPrefix(selected, wanted);
      if (near.families < wanted && top.overflowed) {
        const wider = compareCluster(task, queries.subarray(q, q + 1), size * 4);
        again += wider.pairs;
        return wider.lists[0] ?? emptyList;
      }
      const keys = rescore(queries[q] ?? 0, selected.subarray(0, near.length), task.weights);
      const { length } = findFamilyPrefix(keys, task.families);
      return {
        keys: keys.subarray(0, length),
        complete: isAll && !top.overflowed && length === keys.length,
      };
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

/** The products of one query with the loaded rows: `width` numbers from `at` on, and the scale of the query. */
type ProductRow = { readonly at: number; readonly width: number; readonly scale: number };

/** Queries of a tile from `from` to before `to`, both multiples of 4. */
type Run = { readonly from: number; readonly to: number };

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

/** The kernel multiplies four queries at a time: the runs that hold these queries, which are ascending. */
const joinRuns = (queries: readonly number[]): Run[] => {
  const runs: { from: number; to: number }[] = [];
  for (const query of queries) {
    const from = query - (query % 4);
    const last = runs.at(-1);
    if (last && from <= last.to) last.to = from + 4;
    else runs.push({ from, to: from + 4 });
  }
  return runs;
};

/** Whether a cluster may have neighbours of a query of the tile. */
const createNearTest = (
  { minimumLead, starts }: CodedCandidates,
  tops: readonly TopK[],
  scoreCentres: () => Float32Array,
): ((query: number, cluster: number) => boolean) => {
  if (minimumLead === -Infinity) return () => true;
  const [scores, clusters] = [scoreCentres(), starts.length - 1];
  return (query, cluster) => {
    const top = tops[query];
    return (
      top === undefined || (scores[query * clusters + cluster] ?? 0) - lowestScore(top.limit) >= minimumLead
    );
  };
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
