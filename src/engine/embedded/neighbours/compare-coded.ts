import { scoreUnits, toUnits } from '../../semantics/search/score.ts';
import { candidateKey, unitsFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createTopK, type TopK } from '../ranking/top-k.ts';
import { openCodeKernel } from '../vectors/code-kernel.ts';
import { codeStride, createQuantiser } from '../vectors/quantise.ts';
import type { VectorPlace } from '../vectors/shared-vectors.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { clusterCount, type CodedCandidates } from './coded-candidates.ts';
import type { CompareData, CompareTask, List } from './compare-types.ts';
import type { FindFamilyPrefix } from './family-prefix.ts';
import { createRescorer } from './rescore.ts';

/*
 * Neighbours in a large group. Three steps, each with fewer candidates and a finer measure:
 *
 *   clusters    the candidates of the clusters that are most alike to the query's own cluster
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
  const { kernel, memory } = openCodeKernel(outAt + tile.queries * tile.rows * 4);
  const codes = new Int8Array(memory);
  const products = new Int32Array(memory, outAt, tile.queries * tile.rows);
  const rescore = createRescorer(data, place);

  /** The best candidates of each query by their codes; all queries are of one cluster. */
  const selectByCodes = (task: CodedTask, queries: Uint32Array, size: number): TopK[] => {
    const { coded, weights } = task;
    const quantiser = createQuantiser(shape, weights);
    const scales = Float64Array.from(queries, (row, q) =>
      quantiser.encodeQuery(vectors, (pictureOfRow[row] ?? 0) * vectorStride(shape), codes, q * stride),
    );
    const tops = Array.from(queries, () => createTopK(size));
    const clusters = clusterCount(coded);
    const own = coded.clusterOf[pictureOfRow[queries[0] ?? 0] ?? 0] ?? 0;
    const height = Math.ceil(queries.length / 4) * 4;
    for (let probe = 0; probe < coded.probes; probe += 1) {
      const cluster = coded.order[own * clusters + probe] ?? 0;
      const last = coded.starts[cluster + 1] ?? 0;
      for (let first = coded.starts[cluster] ?? 0; first < last; first += tile.rows) {
        const count = Math.min(tile.rows, last - first);
        const width = Math.ceil(count / 4) * 4;
        codes.set(coded.codes.subarray(first * stride, (first + count) * stride), rowsAt);
        kernel.matrix(0, height, rowsAt, width, stride, stride, outAt);
        tops.forEach((top, q) => {
          const ownFamily = familyOf[queries[q] ?? 0] ?? 0;
          offer(top, ownFamily, coded, first, count, q * width, scales[q] ?? 0);
        });
      }
    }
    return tops;
  };

  const offer = (
    top: TopK,
    ownFamily: number,
    { scales, offsets, rows }: CodedCandidates,
    first: number,
    count: number,
    at: number,
    scale: number,
  ): void => {
    let floor = lowestScore(top) / scale;
    for (let i = 0; i < count; i += 1) {
      const score = ((products[at + i] ?? 0) - (offsets[first + i] ?? 0)) * (scales[first + i] ?? 0);
      if (score < floor) continue;
      const row = rows[first + i] ?? 0;
      if (familyOf[row] === ownFamily) continue;
      top.offer(candidateKey(toUnits(score * scale), row));
      floor = lowestScore(top) / scale;
    }
  };

  const compareCluster = (task: CodedTask, queries: Uint32Array, size: number): List[] =>
    selectByCodes(task, queries, size).map((top, q) => {
      const selected = top.take();
      const wanted = withMargin(task.families);
      const near = findFamilyPrefix(selected, wanted);
      if (near.families < wanted && top.overflowed)
        return compareCluster(task, queries.subarray(q, q + 1), size * 4)[0] ?? emptyList;
      const keys = rescore(queries[q] ?? 0, selected.subarray(0, near.length), task.weights);
      const { length } = findFamilyPrefix(keys, task.families);
      const isAll = !top.overflowed && task.coded.probes === clusterCount(task.coded);
      return { keys: keys.subarray(0, length), complete: isAll && length === keys.length };
    });

  return (task: CodedTask): List[] => {
    const lists: List[] = new Array<List>(task.queries.length).fill(emptyList);
    const size = Math.ceil(withMargin(task.families) * task.coded.looksPerFamily * 1.1) + 16;
    for (const members of groupByCluster(task, pictureOfRow)) {
      for (let first = 0; first < members.length; first += tile.queries) {
        const some = members.slice(first, first + tile.queries);
        const queries = Uint32Array.from(some, (at) => task.queries[at] ?? 0);
        compareCluster(task, queries, size).forEach((list, q) => (lists[some[q] ?? 0] = list));
      }
    }
    return lists;
  };
};

const emptyList: List = { keys: new Float64Array(0), complete: false };

/** A score below this cannot enter the top-k. Negative scores count as 0. */
const lowestScore = (top: TopK): number => {
  const units = top.limit === worstKey ? 0 : unitsFromKey(top.limit) - 1;
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
