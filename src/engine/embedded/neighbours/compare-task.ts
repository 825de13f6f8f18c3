import type { Weights } from '../../../domain/box.ts';
import { combine, scoreUnits, sumWeights } from '../../semantics/search/score.ts';
import { type TopK, createTopK } from '../ranking/top-k.ts';
import { candidateKey, unitsFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createFamilyPrefixFinder } from './family-prefix.ts';
import { allocateMemory, openKernel } from '../kernel/kernel.ts';
import { type Rerank, createCodedComparer } from './compare-coded.ts';
import type { CompareData, Comparer, CompareTask } from './compare-types.ts';
import { colourOffset, titleOffset, vectorStride } from '../vectors/vector-shape.ts';

/*
 * Exact nearest-neighbour search: every query look is compared with every candidate look. The work is divided into
 * tiles of 64 queries by 256 candidates, because both sides of a tile fit into the second-level cache.
 *
 *              candidates 0…255   256…511    …
 *   queries   ┌──────────────────┬─────────┬───     The kernel fills a matrix for each part and tile: dot products of the
 *   0…63      │ 64 × 256 scores  │         │        looks vectors and of the colour vectors. Each matrix row belongs
 *             ├──────────────────┼─────────┼───     to one query: candidates of other families whose weighted score is
 *   64…127    │                  │         │        high enough are offered to the top-k of that query.
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

/** Both sides of a tile stay in the second-level cache while all its pairs are multiplied. */
const tile = { queries: 64, rows: 256 };

/** Room in the top-k for each family at the first attempt: most families have one or two looks. */
const keysPerFamily = 2;

export const createComparer = (data: CompareData): Comparer => {
  const tiles = createTiles(data);
  const rerank: Rerank = ({ weights, families }, query, candidates) => {
    const task = { weights, families, queries: Uint32Array.of(query), candidates };
    return findTopFamilies(task, candidates.length, tiles)[0] ?? new Float64Array(0);
  };
  let compareCoded: ReturnType<typeof createCodedComparer> | null = null;
  return (task) => {
    const { coded } = task;
    if (coded) {
      compareCoded ??= createCodedComparer(data, tiles.findFamilyPrefix, rerank);
      return compareCoded({ ...task, coded });
    }
    const lists: Float64Array[] = [];
    for (let first = 0; first < task.queries.length; first += tile.queries) {
      const last = first + tile.queries;
      const part = {
        ...task,
        queries: task.queries.subarray(first, last),
        ...(task.keyLimits && { keyLimits: task.keyLimits.subarray(first, last) }),
      };
      lists.push(
        ...(part.keyLimits
          ? findBelowLimits(part, part.keyLimits, tiles)
          : findTopFamilies(part, keysPerFamily * task.families, tiles)),
      );
    }
    return lists;
  };
};

type Tiles = ReturnType<typeof createTiles>;

const findTopFamilies = (task: CompareTask, size: number, tiles: Tiles): Float64Array[] =>
  compareAll(task, tiles, () => createTopK(size)).map((top, q) => {
    const keys = top.take();
    const prefix = tiles.findFamilyPrefix(keys, task.families);
    if (top.overflowed && prefix.families < task.families) {
      // Families with very many looks filled the top-k: try again with more room.
      const again = { ...task, queries: task.queries.subarray(q, q + 1) };
      return findTopFamilies(again, size * 4, tiles)[0] ?? keys;
    }
    // A copy: what is sent to another thread is no longer than the list.
    return keys.slice(0, prefix.length);
  });

const findBelowLimits = (task: CompareTask, keyLimits: Float64Array, tiles: Tiles): Float64Array[] =>
  compareAll(task, tiles, (q) => createTopK(task.candidates.length, keyLimits[q])).map((top) => top.take());

/** The filled top-k of each query, after all candidates. */
const compareAll = (
  { queries, candidates: all, weights }: CompareTask,
  tiles: Tiles,
  createTop: (query: number) => TopK,
): TopK[] => {
  const tops = Array.from(queries, (_, q) => createTop(q));
  tiles.loadQueries(queries);
  for (let start = 0; start < all.length; start += tile.rows) {
    const candidates = all.subarray(start, start + tile.rows);
    tiles.multiply(candidates, weights);
    tops.forEach((top, q) => {
      const ownFamily = tiles.familyOf[queries[q] ?? 0] ?? 0;
      offerCandidates(weights, top, tiles.familyOf, ownFamily, candidates, tiles.row(q));
    });
  }
  return tops;
};

type TileRow = {
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title: Float32Array;
  readonly at: number;
};

const offerCandidates = (
  weights: Weights,
  top: TopK,
  familyOf: Uint32Array,
  ownFamily: number,
  candidates: Uint32Array,
  { looks, colour, title, at }: TileRow,
): void => {
  const sum = sumWeights(weights);
  const { title: titleWeight = 0 } = weights;
  let floor = scoreFloor(top, sum);
  for (let i = 0; i < candidates.length; i += 1) {
    const l = looks[at + i] ?? 0;
    const c = colour[at + i] ?? 0;
    const t = title[at + i] ?? 0;
    if (weights.looks * l + weights.colour * c + titleWeight * t < floor) continue;
    const row = candidates[i] ?? 0;
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

/** WebAssembly memory: vectors of the queries, vectors of the candidates, and a matrix of products for each part. */
const createTiles = ({ vectors, shape, familyOf, pictureOfRow }: CompareData) => {
  const stride = vectorStride(shape);
  const cells = tile.queries * tile.rows;
  const rowsAt = tile.queries * stride;
  const listAt = rowsAt + tile.rows * stride;
  const looksAt = listAt + tile.rows;
  const memory = allocateMemory((looksAt + 3 * cells) * 4);
  const kernel = openKernel(memory);
  const floats = new Float32Array(memory.buffer);
  // The rows of a tile are compared in their order.
  new Uint32Array(memory.buffer, listAt * 4, tile.rows).forEach((_, row, list) => (list[row] = row));
  const looks = floats.subarray(looksAt, looksAt + cells);
  const colour = floats.subarray(looksAt + cells, looksAt + 2 * cells);
  const title = floats.subarray(looksAt + 2 * cells, looksAt + 3 * cells);
  const load = (rows: Uint32Array, at: number) =>
    rows.forEach((row, index) => {
      const picture = pictureOfRow[row] ?? 0;
      floats.set(vectors.subarray(picture * stride, (picture + 1) * stride), at + index * stride);
    });
  let queries = 0;
  let width = 0;
  const part = (weight: number, from: number, length: number, out: Float32Array, outAt: number) => {
    if (weight === 0 || length === 0) out.fill(0, 0, queries * width);
    else
      for (let q = 0; q < queries; q += 1)
        kernel.scoreFloats(
          (q * stride + from) * 4,
          (rowsAt + from) * 4,
          listAt * 4,
          width,
          stride * 4,
          length * 4,
          (outAt + q * width) * 4,
        );
  };
  return {
    familyOf,
    findFamilyPrefix: createFamilyPrefixFinder(familyOf),
    loadQueries: (rows: Uint32Array) => {
      load(rows, 0);
      queries = rows.length;
    },
    multiply: (rows: Uint32Array, weights: Weights) => {
      load(rows, rowsAt);
      width = Math.ceil(rows.length / 4) * 4;
      const [colourStart, titleStart] = [colourOffset(shape), titleOffset(shape)];
      part(weights.looks, 0, colourStart, looks, looksAt);
      part(weights.colour, colourStart, titleStart - colourStart, colour, looksAt + cells);
      part(weights.title ?? 0, titleStart, stride - titleStart, title, looksAt + 2 * cells);
    },
    row: (query: number): TileRow => ({ looks, colour, title, at: query * width }),
  };
};
