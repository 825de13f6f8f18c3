import type { Weights } from '../../../domain/box.ts';
import { combine } from '../../semantics/search/score.ts';
import { candidateKey, rowFromKey } from '../ranking/candidate-key.ts';
import { allocateMemory, fillLast, openKernel } from '../kernel/kernel.ts';
import { placeBytes, type VectorPlace } from '../vectors/shared-vectors.ts';
import { colourOffset, titleOffset, vectorStride } from '../vectors/vector-shape.ts';
import type { CompareData } from './compare-types.ts';

/*
 * Queries that are compared together have many candidates in common, and vectors are long: reading one from memory takes
 * longer than multiplying it. So each candidate is read once, and multiplied with all queries that want its score.
 */

/** Exact keys of the candidates of each query, best first: the same bits as a comparison of everything gives. */
export type Rescore = (
  queries: Uint32Array,
  keys: readonly Float64Array[],
  weights: Weights,
) => Float64Array[];

/** Queries at a time. The place of a thread has three such lists of results after the list of numbers. */
const batch = placeBytes / 16;

export const createRescorer = (data: CompareData, place: VectorPlace | null): Rescore => {
  const { load, multiply, looks, colour, title } = place
    ? multiplyInPlace(data, place)
    : multiplyCopies(data);
  const collect = createCollector(data.pictureOfRow.length);
  /** The exact key of a candidate with the query whose products are at `at`. */
  const keyAt = (at: number, row: number, weights: Weights): number => {
    // A part without weight was not multiplied: the comparison of everything leaves it out too.
    const l = weights.looks === 0 ? 0 : (looks[at] ?? 0);
    const c = weights.colour === 0 ? 0 : (colour[at] ?? 0);
    const t = (weights.title ?? 0) === 0 ? 0 : (title[at] ?? 0);
    return candidateKey(combine(weights, l, c, t), row);
  };
  const rescoreSome = (queries: Uint32Array, keys: readonly Float64Array[], weights: Weights) => {
    const exact = keys.map((own) => new Float64Array(own.length));
    load(queries.map((row) => data.pictureOfRow[row] ?? 0));
    collect(keys, (row, wanting, places, count) => {
      multiply(data.pictureOfRow[row] ?? 0, wanting, count, weights);
      for (let at = 0; at < count; at += 1) {
        const own = exact[wanting[at] ?? 0];
        if (own) own[places[at] ?? 0] = keyAt(at, row, weights);
      }
    });
    return exact.map((own) => own.sort());
  };
  return (queries, keys, weights) => {
    const exact: Float64Array[] = [];
    for (let first = 0; first < queries.length; first += batch) {
      const last = first + batch;
      exact.push(...rescoreSome(queries.subarray(first, last), keys.slice(first, last), weights));
    }
    return exact;
  };
};

/** A candidate, the numbers of the `count` queries that want its score, and its place in the list of each. */
type Visit = (row: number, queries: Uint32Array, places: Uint32Array, count: number) => void;

/** Visits all candidates of some lists, each once. A row is in a list at most once. */
const createCollector = (rowCount: number) => {
  // Entries of one row are linked to each other, from the last one on; 0 is the end.
  const lastOf = new Uint32Array(rowCount);
  const queries = new Uint32Array(batch);
  const places = new Uint32Array(batch);
  return (keys: readonly Float64Array[], visit: Visit): void => {
    const entries = keys.reduce((sum, { length }) => sum + length, 0);
    const rows: number[] = [];
    const before = new Uint32Array(entries + 1);
    const queryOf = new Uint16Array(entries + 1);
    const placeOf = new Uint32Array(entries + 1);
    let entry = 0;
    keys.forEach((own, query) =>
      own.forEach((key, at) => {
        const row = rowFromKey(key);
        entry += 1;
        before[entry] = lastOf[row] ?? 0;
        if (before[entry] === 0) rows.push(row);
        queryOf[entry] = query;
        placeOf[entry] = at;
        lastOf[row] = entry;
      }),
    );
    for (const row of rows) {
      let count = 0;
      for (let one = lastOf[row] ?? 0; one > 0; one = before[one] ?? 0) {
        queries[count] = queryOf[one] ?? 0;
        places[count] = placeOf[one] ?? 0;
        count += 1;
      }
      lastOf[row] = 0;
      visit(row, queries, places, count);
    }
  };
};

/** The product of a candidate's picture with those of the `queries` that were loaded last: numbers, up to `batch`. */
type Multiply = (picture: number, queries: Uint32Array, count: number, weights: Weights) => void;

/** Multiplies the vectors where they are. */
const multiplyInPlace = ({ shape }: CompareData, { memory, at }: VectorPlace) => {
  const kernel = openKernel(memory);
  const bytes = vectorStride(shape) * 4;
  const [colourStart, titleStart] = [colourOffset(shape) * 4, titleOffset(shape) * 4];
  const [list, looksAt, colourAt, titleAt] = [at, at + batch * 4, at + batch * 8, at + batch * 12];
  const numbers = new Uint32Array(memory.buffer, list, batch);
  const looks = new Float32Array(memory.buffer, looksAt, batch);
  const colour = new Float32Array(memory.buffer, colourAt, batch);
  const title = new Float32Array(memory.buffer, titleAt, batch);
  let loaded = new Uint32Array(0);
  const load = (pictures: Uint32Array<ArrayBuffer>): void => {
    loaded = pictures;
  };
  const multiply: Multiply = (picture, queries, count, weights) => {
    for (let index = 0; index < count; index += 1) numbers[index] = loaded[queries[index] ?? 0] ?? 0;
    const padded = fillLast(numbers, count);
    const multiplyPart = (weight: number, from: number, to: number, outAt: number, out: Float32Array) => {
      if (weight > 0 && to > from)
        kernel.scoreFloats(picture * bytes + from, from, list, padded, bytes, to - from, outAt);
      else out.fill(0, 0, count);
    };
    multiplyPart(weights.looks, 0, colourStart, looksAt, looks);
    multiplyPart(weights.colour, colourStart, titleStart, colourAt, colour);
    multiplyPart(weights.title ?? 0, titleStart, bytes, titleAt, title);
  };
  return { load, multiply, looks, colour, title };
};

/** For vectors that one WebAssembly memory cannot hold: copies those that are needed into a small one. */
const multiplyCopies = (data: CompareData) => {
  const { vectors, shape } = data;
  const stride = vectorStride(shape);
  const end = (batch + 1) * stride * 4;
  const memory = allocateMemory(end + placeBytes);
  const copies = new Float32Array(memory.buffer);
  const copied = multiplyInPlace(data, { memory, at: end });
  const copy = (picture: number, to: number) =>
    copies.set(vectors.subarray(picture * stride, (picture + 1) * stride), to * stride);
  copied.load(Uint32Array.from({ length: batch }, (_, at) => at));
  const load = (pictures: Uint32Array): void => pictures.forEach(copy);
  const multiply: Multiply = (picture, queries, count, weights) => {
    copy(picture, batch);
    copied.multiply(batch, queries, count, weights);
  };
  return { ...copied, load, multiply };
};
