import type { Weights } from '../../../domain/box.ts';
import { combine, scoreUnits } from '../../score.ts';
import { type TopK, createTopK } from './top-k.ts';
import { candidateKey, unitsFromKey, worstKey } from './candidate-key.ts';
import { createFamilyPrefixFinder } from './family-prefix.ts';
import { openKernel } from './kernel.ts';
import { colourOffset, vectorStride, type VectorShape } from './vectors.ts';

/** Looks that are compared with looks. Each look stands by one row; a candidate's is the first that fits. */
export type CompareTask = {
  readonly weights: Weights;
  /** Different families wanted in each list: it ends where the last of them appears. */
  readonly families: number;
  /** For each query a key: what is not below it is not wanted. Then all that is below it is, of any family. */
  readonly keyLimits?: Float64Array;
  /** One row of each query's look. */
  readonly queries: Uint32Array;
  readonly candidates: Uint32Array;
};

/** What comparing needs of a catalogue; plain arrays, so that other threads can share them. */
export type CompareData = {
  readonly vectors: Float32Array;
  readonly shape: VectorShape;
  readonly familyOf: Uint32Array;
  /** Picture of each row, -1 for none. */
  readonly pictureOfRow: Int32Array;
};

/** One list for each query, one after the other. */
export type CompareResult = {
  readonly lengths: Uint32Array;
  /** Candidate keys, best first in each list. */
  readonly keys: Float64Array;
  /** 1: the list holds every candidate of another family. Says nothing where keys were limited. */
  readonly complete: Uint8Array;
};

/** A tile of both sides stays in the second-level cache while every pair of it is multiplied. */
const tile = { queries: 64, rows: 256 };

/** Candidates kept for each family wanted, at first: families mostly have one or two looks. */
const keysPerFamily = 2;

export type Comparer = (task: CompareTask) => CompareResult;

/** Exact: every query is compared with every candidate; tiles only make it fast. */
export const createComparer = (ground: CompareData): Comparer => {
  const tiles = createTiles(ground);
  return (task) => {
    const lists: List[] = [];
    for (let first = 0; first < task.queries.length; first += tile.queries) {
      const last = first + tile.queries;
      const part = {
        ...task,
        queries: task.queries.subarray(first, last),
        ...(task.keyLimits && { below: task.keyLimits.subarray(first, last) }),
      };
      lists.push(
        ...(part.keyLimits
          ? findBelowLimits(part, part.keyLimits, tiles)
          : findTopFamilies(part, keysPerFamily * task.families, tiles)),
      );
    }
    return packLists(lists);
  };
};

type List = { readonly keys: Float64Array; readonly complete: boolean };
type Tiles = ReturnType<typeof createTiles>;

const findTopFamilies = (task: CompareTask, size: number, tiles: Tiles): List[] =>
  compareAll(task, tiles, () => createTopK(size)).map((best, q) => {
    const keys = best.take();
    const cut = tiles.cutAfter(keys, task.families);
    if (best.overflowed && cut.families < task.families) {
      // Families with very many looks fill the room with few families: look again with more of it.
      const again = { ...task, queries: task.queries.subarray(q, q + 1) };
      return findTopFamilies(again, size * 4, tiles)[0] ?? { keys, complete: false };
    }
    return {
      keys: keys.subarray(0, cut.length),
      complete: !best.overflowed && cut.length === keys.length,
    };
  });

const findBelowLimits = (task: CompareTask, below: Float64Array, tiles: Tiles): List[] =>
  compareAll(task, tiles, (q) => createTopK(task.candidates.length, below[q])).map((best) => ({
    keys: best.take(),
    complete: false,
  }));

/** Every query meets every candidate. */
const compareAll = (
  { queries, candidates: all, weights }: CompareTask,
  tiles: Tiles,
  bestOf: (query: number) => TopK,
): TopK[] => {
  const bests = Array.from(queries, (_, q) => bestOf(q));
  tiles.loadQueries(queries);
  for (let start = 0; start < all.length; start += tile.rows) {
    const candidates = all.subarray(start, start + tile.rows);
    tiles.multiply(candidates, weights);
    bests.forEach((best, q) => {
      const ownFamily = tiles.familyOf[queries[q] ?? 0] ?? 0;
      offerCandidates(weights, best, tiles.familyOf, ownFamily, candidates, tiles.row(q));
    });
  }
  return bests;
};

type TileRow = { readonly looks: Float32Array; readonly colour: Float32Array; readonly at: number };

const offerCandidates = (
  weights: Weights,
  best: TopK,
  familyOf: Uint32Array,
  ownFamily: number,
  candidates: Uint32Array,
  { looks, colour, at }: TileRow,
): void => {
  const sum = weights.looks + weights.colour;
  let floor = scoreFloor(best, sum);
  for (let i = 0; i < candidates.length; i += 1) {
    const l = looks[at + i] ?? 0;
    const c = colour[at + i] ?? 0;
    if (weights.looks * l + weights.colour * c < floor) continue;
    const row = candidates[i] ?? 0;
    if (familyOf[row] === ownFamily) continue;
    best.offer(candidateKey(combine(weights, l, c), row));
    floor = scoreFloor(best, sum);
  }
};

/**
 * What is below this cannot enter, whatever rounding does: most candidates are turned away by one comparison.
 * At the bottom nothing is turned away: all that is below 0 counts as 0.
 */
const scoreFloor = (best: TopK, sum: number): number => {
  const units = best.limit === worstKey ? 0 : unitsFromKey(best.limit) - 2;
  return units <= 0 ? -Infinity : (units / scoreUnits) * sum;
};

const packLists = (lists: readonly List[]): CompareResult => {
  const lengths = Uint32Array.from(lists, (list) => list.keys.length);
  const keys = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    keys.set(list.keys, end);
    end += list.keys.length;
  }
  return { lengths, keys, complete: Uint8Array.from(lists, (list) => (list.complete ? 1 : 0)) };
};

/** Memory: a tile of queries, a tile of rows, and the two matrices of their products. */
const createTiles = ({ vectors, shape, familyOf, pictureOfRow }: CompareData) => {
  const stride = vectorStride(shape);
  const cells = tile.queries * tile.rows;
  const rowsAt = tile.queries * stride;
  const looksAt = rowsAt + tile.rows * stride;
  const { kernel, memory } = openKernel((looksAt + 2 * cells) * 4);
  const floats = new Float32Array(memory);
  const looks = floats.subarray(looksAt, looksAt + cells);
  const colour = floats.subarray(looksAt + cells, looksAt + 2 * cells);
  const load = (rows: Uint32Array, at: number) =>
    rows.forEach((row, index) => {
      const picture = pictureOfRow[row] ?? 0;
      floats.set(vectors.subarray(picture * stride, (picture + 1) * stride), at + index * stride);
    });
  let queries = 0;
  let width = 0;
  const part = (weight: number, from: number, length: number, out: Float32Array, outAt: number) => {
    if (weight === 0 || length === 0) out.fill(0, 0, queries * width);
    else kernel.matrix(from * 4, queries, (rowsAt + from) * 4, width, stride * 4, length * 4, outAt * 4);
  };
  return {
    familyOf,
    cutAfter: createFamilyPrefixFinder(familyOf),
    loadQueries: (rows: Uint32Array) => {
      load(rows, 0);
      queries = Math.ceil(rows.length / 4) * 4;
    },
    multiply: (rows: Uint32Array, weights: Weights) => {
      load(rows, rowsAt);
      width = Math.ceil(rows.length / 2) * 2;
      const split = colourOffset(shape);
      part(weights.looks, 0, split, looks, looksAt);
      part(weights.colour, split, stride - split, colour, looksAt + cells);
    },
    row: (query: number): TileRow => ({ looks, colour, at: query * width }),
  };
};
