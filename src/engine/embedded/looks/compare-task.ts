import type { Weights } from '../../../domain/box.ts';
import { combine, scoreUnits } from '../../score.ts';
import { type Best, keepBest } from './best.ts';
import { candidateKey, rowOf, unitsOf, worstKey } from './candidate-key.ts';
import { openKernel } from './kernel.ts';
import { colourAt, strideOf, type VectorShape } from './vectors.ts';

/** Looks that are compared with looks. Each look stands by one row; a candidate's is the first that fits. */
export type CompareTask = {
  readonly weights: Weights;
  /** Different families wanted in each list. */
  readonly families: number;
  /** One row of each query's look. */
  readonly queries: Uint32Array;
  readonly candidates: Uint32Array;
};

/** What comparing needs of a catalogue; plain arrays, so that other threads can share them. */
export type CompareGround = {
  readonly vectors: Float32Array;
  readonly shape: VectorShape;
  readonly familyOf: Uint32Array;
  /** Picture of each row, -1 for none. */
  readonly pictureOfRow: Int32Array;
};

/** One list for each query, one after the other. */
export type CompareResult = {
  readonly lengths: Uint32Array;
  readonly rows: Uint32Array;
  readonly units: Uint32Array;
  readonly complete: Uint8Array;
};

/** A tile of both sides stays in the second-level cache while every pair of it is multiplied. */
const tile = { queries: 64, rows: 256 };

/** Candidates kept for each family wanted, at first: families mostly have one or two looks. */
const spare = 2;

export type Comparer = (task: CompareTask) => CompareResult;

/** Exact: every query is compared with every candidate; tiles only make it fast. */
export const openComparer = (ground: CompareGround): Comparer => {
  const tiles = openTiles(ground);
  return (task) => {
    const lists: List[] = [];
    for (let first = 0; first < task.queries.length; first += tile.queries) {
      lists.push(
        ...compareTile(
          task,
          task.queries.subarray(first, first + tile.queries),
          spare * task.families,
          tiles,
        ),
      );
    }
    return pack(lists);
  };
};

type List = { readonly keys: Float64Array; readonly complete: boolean };
type Tiles = ReturnType<typeof openTiles>;

const compareTile = (task: CompareTask, queries: Uint32Array, size: number, tiles: Tiles): List[] => {
  const bests = Array.from(queries, () => keepBest(size));
  tiles.loadQueries(queries);
  for (let start = 0; start < task.candidates.length; start += tile.rows) {
    const candidates = task.candidates.subarray(start, start + tile.rows);
    tiles.multiply(candidates, task.weights);
    bests.forEach((best, q) => {
      const ownFamily = tiles.familyOf[queries[q] ?? 0] ?? 0;
      offerRow(task.weights, best, tiles.familyOf, ownFamily, candidates, tiles.row(q));
    });
  }
  return bests.map((best, q) => {
    const keys = best.take();
    const cut = cutAfter(tiles.familyOf, task.families, keys);
    if (best.overflowed && cut.families < task.families) {
      // Families with very many looks fill the room with few families: look again with more of it.
      return compareTile(task, queries.subarray(q, q + 1), size * 4, tiles)[0] ?? { keys, complete: false };
    }
    const complete = !best.overflowed && cut.length === keys.length;
    return { keys: keys.subarray(0, cut.length), complete };
  });
};

type TileRow = { readonly looks: Float32Array; readonly colour: Float32Array; readonly at: number };

const offerRow = (
  weights: Weights,
  best: Best,
  familyOf: Uint32Array,
  ownFamily: number,
  candidates: Uint32Array,
  { looks, colour, at }: TileRow,
): void => {
  const sum = weights.looks + weights.colour;
  let floor = floorOf(best, sum);
  for (let i = 0; i < candidates.length; i += 1) {
    const l = looks[at + i] ?? 0;
    const c = colour[at + i] ?? 0;
    if (weights.looks * l + weights.colour * c < floor) continue;
    const row = candidates[i] ?? 0;
    if (familyOf[row] === ownFamily) continue;
    best.offer(candidateKey(combine(weights, l, c), row));
    floor = floorOf(best, sum);
  }
};

/** What is below this cannot enter, whatever rounding does: most candidates are turned away by one comparison. */
const floorOf = (best: Best, sum: number): number =>
  best.limit === worstKey ? -Infinity : ((unitsOf(best.limit) - 2) / scoreUnits) * sum;

/** How many keys hold the families wanted. */
const cutAfter = (familyOf: Uint32Array, wanted: number, keys: Float64Array) => {
  const seen = new Set<number>();
  for (let at = 0; at < keys.length; at += 1) {
    const family = familyOf[rowOf(keys[at] ?? 0)] ?? 0;
    if (seen.size === wanted && !seen.has(family)) return { length: at, families: seen.size };
    seen.add(family);
  }
  return { length: keys.length, families: seen.size };
};

const pack = (lists: readonly List[]): CompareResult => {
  const keys = lists.flatMap((list) => Array.from(list.keys));
  return {
    lengths: Uint32Array.from(lists, (list) => list.keys.length),
    rows: Uint32Array.from(keys, rowOf),
    units: Uint32Array.from(keys, unitsOf),
    complete: Uint8Array.from(lists, (list) => (list.complete ? 1 : 0)),
  };
};

/** Memory: a tile of queries, a tile of rows, and the two matrices of their products. */
function openTiles({ vectors, shape, familyOf, pictureOfRow }: CompareGround) {
  const stride = strideOf(shape);
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
    loadQueries: (rows: Uint32Array) => {
      load(rows, 0);
      queries = Math.ceil(rows.length / 4) * 4;
    },
    multiply: (rows: Uint32Array, weights: Weights) => {
      load(rows, rowsAt);
      width = Math.ceil(rows.length / 2) * 2;
      const split = colourAt(shape);
      part(weights.looks, 0, split, looks, looksAt);
      part(weights.colour, split, stride - split, colour, looksAt + cells);
    },
    row: (query: number): TileRow => ({ looks, colour, at: query * width }),
  };
}
