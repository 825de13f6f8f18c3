import { scoreUnits, toUnits } from '../../semantics/search/score.ts';
import type { FindFamilyPrefix } from '../ranking/candidate-key.ts';
import { candidateKey, rowFromKey, unitsFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createTopK, type TopK } from '../ranking/top-k.ts';
import { type CodeTile, createCodeTile, tile } from './code-tile.ts';
import { type CodedCandidates, type CompareData, type CompareTask, openVectors } from './compare-types.ts';

/*
 * Neighbours in a large group. Three steps, each with fewer candidates and a finer measure:
 *
 *   clusters    the candidates of the clusters whose centre scores high enough
 *   int8        8 bits a number, sixteen products at once: the best few hundred
 *   exact       float32, only for these: order and scores are those of a comparison of everything
 */

type CodedTask = CompareTask & { readonly coded: CodedCandidates };

/** The list of a query from some candidates, compared in full. */
export type Rerank = (task: CompareTask, query: number, candidates: Uint32Array) => Float64Array;

/** The codes misjudge a score by less than a thousandth: a few more families than wanted are compared in full. */
const withMargin = (families: number): number => Math.ceil(families * 1.06) + 4;

export const createCodedComparer = (
  data: CompareData,
  findFamilyPrefix: FindFamilyPrefix,
  rerank: Rerank,
) => {
  const { shape, familyOf, pictureOfRow } = data;
  const codes = createCodeTile(openVectors(data), shape);

  const selectByCodes = ({ coded, weights }: CodedTask, queries: Uint32Array, size: number) => {
    const pictures = queries.map((row) => pictureOfRow[row] ?? 0);
    const scales = codes.loadQueries(pictures, weights);
    const clusters = coded.starts.length - 1;
    const reaches = scoreCentres(codes, coded, scales);
    // The own cluster is compared in any case, and first: a centre says little about a small kind in its cluster.
    pictures.forEach((picture, q) => (reaches[q * clusters + (coded.clusterOf[picture] ?? 0)] = Infinity));
    const selections = Array.from(queries, (row, q) => ({
      top: createTopK(size),
      family: familyOf[row] ?? 0,
      scale: scales[q] ?? 0,
    }));
    for (const cluster of orderClusters(reaches, clusters)) {
      const near: number[] = [];
      selections.forEach((selection, q) => {
        selection.top.tighten();
        const lead = (reaches[q * clusters + cluster] ?? 0) - lowestScore(selection.top.limit);
        if (lead >= coded.minimumLead) near.push(q);
      });
      if (near.length > 0) offerCluster(coded, cluster, near, selections);
    }
    return selections;
  };

  const offerCluster = (
    coded: CodedCandidates,
    cluster: number,
    near: readonly number[],
    selections: readonly Selection[],
  ): void => {
    const last = coded.starts[cluster + 1] ?? 0;
    for (let first = coded.starts[cluster] ?? 0; first < last; first += tile.rows) {
      codes.multiply(near, coded.candidates, first, Math.min(last, first + tile.rows));
      near.forEach((q, line) => {
        const selection = selections[q];
        if (selection) offerRows(coded.rows, first, line, selection);
      });
    }
  };

  /** Offers those of the rows from `first` on that are good enough for one query. */
  const offerRows = (rows: Uint32Array, first: number, line: number, { top, family, scale }: Selection) => {
    const count = codes.findAbove(line, lowestScore(top.limit) / scale);
    for (let hit = 0; hit < count; hit += 1) {
      const at = codes.hits[hit] ?? 0;
      const row = rows[first + at] ?? 0;
      if (familyOf[row] === family) continue;
      top.offer(candidateKey(toUnits(codes.scoreAt(line, at) * scale), row));
    }
  };

  const compareSome = (task: CodedTask, queries: Uint32Array, size: number): Float64Array[] => {
    const families = withMargin(task.families);
    return selectByCodes(task, queries, size).map(({ top }, q) => {
      const keys = top.take();
      const near = findFamilyPrefix(keys, families);
      if (near.families < families && top.overflowed)
        // Families with very many looks filled the top-k: try again with more room.
        return compareSome(task, queries.subarray(q, q + 1), size * 4)[0] ?? keys;
      const selected = Uint32Array.from(keys.subarray(0, near.length), rowFromKey);
      return rerank(task, queries[q] ?? 0, selected);
    });
  };

  return (task: CodedTask): Float64Array[] => {
    const size = Math.ceil(withMargin(task.families) * task.coded.looksPerFamily * 1.1) + 16;
    const lists: Float64Array[] = [];
    for (let first = 0; first < task.queries.length; first += tile.queries)
      lists.push(...compareSome(task, task.queries.subarray(first, first + tile.queries), size));
    return lists;
  };
};

type Selection = {
  readonly top: TopK;
  readonly family: number;
  /** That of its codes. */
  readonly scale: number;
};

const scoreCentres = (codes: CodeTile, { centres }: CodedCandidates, scales: Float64Array): Float32Array => {
  const count = centres.scales.length;
  const all = Array.from(scales.keys());
  const scores = new Float32Array(scales.length * count);
  for (let first = 0; first < count; first += tile.rows) {
    const end = Math.min(count, first + tile.rows);
    codes.multiply(all, centres, first, end);
    for (const q of all)
      for (let at = first; at < end; at += 1)
        scores[q * count + at] = codes.scoreAt(q, at - first) * (scales[q] ?? 0);
  }
  return scores;
};

/** All clusters, those first that may have the best candidates for most queries: then later ones need not be compared. */
const orderClusters = (reaches: Float32Array, clusters: number): Uint32Array => {
  const sums = new Float64Array(clusters);
  reaches.forEach((reach, at) => (sums[at % clusters] = (sums[at % clusters] ?? 0) + reach));
  return Uint32Array.from(sums.keys()).sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
};

/** A score below this cannot enter a top-k with this limit. Negative scores count as 0. */
const lowestScore = (limit: number): number => {
  const units = limit === worstKey ? 0 : unitsFromKey(limit) - 1;
  return units <= 0 ? -Infinity : units / scoreUnits;
};
