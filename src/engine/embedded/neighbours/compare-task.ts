import type { Weights } from '../../../domain/box.ts';
import { combine, scoreUnits, sumWeights } from '../../semantics/search/score.ts';
import { type TopK, createTopK } from '../ranking/top-k.ts';
import type { FindFamilyPrefix } from '../ranking/candidate-key.ts';
import { candidateKey, createFamilyPrefixFinder, unitsFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createScorer, type PartScores } from '../vectors/vector-blocks.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { type Rerank, createCodedComparer } from './compare-coded.ts';
import { type CompareData, type Comparer, type CompareTask, openVectors } from './compare-types.ts';

/*
 * Exact nearest-neighbour search: every query look is compared with every candidate look, 256 candidates at a time, which
 * stay in the second-level cache while all queries are compared with them. Candidates of other families whose weighted
 * score is high enough are offered to the top-k of the query.
 *
 * A list ends with the first look of the last wanted family. Example: `families` is 2, the query is of family A.
 *
 *   0.95 A   own family: not offered
 *   0.91 B ┐
 *   0.90 B │ the list
 *   0.84 C ┘ second family: the list ends here
 *   0.80 D   left out
 *
 * The top-k has room for two keys for each family, here 4. Five looks of B above C would fill it: only one family,
 * though more candidates were offered. Such a query is compared again with four times the room.
 */
const tileRows = 256;

/** Room in the top-k for each family at the first attempt: most families have one or two looks. */
const keysPerFamily = 2;

export const createComparer = (data: CompareData): Comparer => {
  const findFamilyPrefix = createFamilyPrefixFinder(data.familyOf);
  const compareAll = createTileComparer(data);
  const rerank: Rerank = ({ weights, families }, query, candidates) => {
    const task = { weights, families, queries: Uint32Array.of(query), candidates };
    return findTopFamilies(task, candidates.length, compareAll, findFamilyPrefix)[0] ?? new Float64Array(0);
  };
  let compareCoded: ReturnType<typeof createCodedComparer> | null = null;
  return (task) => {
    const { coded, families } = task;
    if (!coded) return findTopFamilies(task, keysPerFamily * families, compareAll, findFamilyPrefix);
    compareCoded ??= createCodedComparer(data, findFamilyPrefix, rerank);
    return compareCoded({ ...task, coded });
  };
};

type CompareAll = (task: CompareTask, size: number) => TopK[];

const findTopFamilies = (
  task: CompareTask,
  size: number,
  compareAll: CompareAll,
  findFamilyPrefix: FindFamilyPrefix,
): Float64Array[] =>
  compareAll(task, size).map((top, q) => {
    const keys = top.take();
    const prefix = findFamilyPrefix(keys, task.families);
    if (top.overflowed && prefix.families < task.families) {
      // Families with very many looks filled the top-k: try again with more room.
      const again = { ...task, queries: task.queries.subarray(q, q + 1) };
      return findTopFamilies(again, size * 4, compareAll, findFamilyPrefix)[0] ?? keys;
    }
    // A copy: what is sent to another thread is no longer than the list.
    return keys.slice(0, prefix.length);
  });

/** Fills a top-k for each query with all candidates. */
const createTileComparer = (data: CompareData): CompareAll => {
  const { shape, familyOf, pictureOfRow } = data;
  const stride = vectorStride(shape);
  const read = openVectors(data);
  const { floats, setQuery, scoreRows } = createScorer(shape, tileRows, tileRows);
  const vectorOf = (row: number): Float32Array => {
    const { floats: all, start } = read(pictureOfRow[row] ?? 0);
    return all.subarray(start, start + stride);
  };
  return ({ queries, candidates: all, weights }, size) => {
    const tops = Array.from(queries, () => createTopK(size));
    // Each query is compared with every tile, and may be in a file.
    const own = Array.from(queries, (row) => vectorOf(row).slice());
    for (let start = 0; start < all.length; start += tileRows) {
      const candidates = all.subarray(start, start + tileRows);
      candidates.forEach((row, at) => floats.set(vectorOf(row), at * stride));
      tops.forEach((top, q) => {
        const query = queries[q] ?? 0;
        setQuery(own[q] ?? vectorOf(query));
        const scores = scoreRows(candidates.length, (at) => at);
        offerCandidates(weights, top, familyOf, familyOf[query] ?? 0, candidates, scores);
      });
    }
    return tops;
  };
};

const offerCandidates = (
  weights: Weights,
  top: TopK,
  familyOf: Uint32Array,
  ownFamily: number,
  candidates: Uint32Array,
  { looks, colour, title }: PartScores,
): void => {
  const sum = sumWeights(weights);
  const { title: titleWeight = 0 } = weights;
  let floor = scoreFloor(top, sum);
  for (let at = 0; at < candidates.length; at += 1) {
    const l = looks[at] ?? 0;
    const c = colour[at] ?? 0;
    const t = title[at] ?? 0;
    if (weights.looks * l + weights.colour * c + titleWeight * t < floor) continue;
    const row = candidates[at] ?? 0;
    if (familyOf[row] === ownFamily) continue;
    top.offer(candidateKey(combine(weights, l, c, t), row));
    floor = scoreFloor(top, sum);
  }
};

/**
 * A weighted score below this cannot enter the top-k, whatever rounding does: one comparison rejects most candidates.
 * At the lowest scores nothing is rejected, because negative scores count as 0.
 */
const scoreFloor = (top: TopK, sum: number): number => {
  const units = top.limit === worstKey ? 0 : unitsFromKey(top.limit) - 2;
  return units <= 0 ? -Infinity : (units / scoreUnits) * sum;
};
