import type { SectionArray, Sections } from '../storage/sections.ts';
import type { Weights } from '../../../domain/box.ts';
import { fillLast, type Kernel } from '../kernel/kernel.ts';
import { titleOffset, type VectorShape } from './vector-shape.ts';
import { addBinaryScores, type BinaryPart, blockRows, makeTables } from './binary-codes.ts';
import { addInt8Scores, encodeInt8Query, int8Bytes, type Int8Part } from './int8-codes.ts';

/**
 * A part of vectors whose numbers are nearly all 0, such as the words of titles: only the others are kept. The entries of
 * picture n are from `starts[n]` to `starts[n + 1]`.
 */
export type SparsePart = {
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  readonly values: Float32Array;
};

export const readSparsePart = (sections: Sections): SparsePart => ({
  starts: sections.get('title.starts', 'u32'),
  places: sections.get('title.places', 'u32'),
  values: sections.get('title.values', 'f32'),
});

export const packSparsePart = ({ starts, places, values }: SparsePart): Record<string, SectionArray> => ({
  'title.starts': starts,
  'title.places': places,
  'title.values': values,
});

/** Collects the part of `count` pictures, in their order. */
export const collectSparsePart = (offset: number, dimensions: number, count: number) => {
  const starts = new Uint32Array(dimensions === 0 ? 0 : count + 1);
  let places = new Uint32Array(0);
  let values = new Float32Array(0);
  let [added, end] = [0, 0];
  const widen = (): void => {
    const length = Math.max(1024, places.length * 2);
    const [before, numbers] = [places, values];
    [places, values] = [new Uint32Array(length), new Float32Array(length)];
    places.set(before);
    values.set(numbers);
  };
  return {
    add: (floats: Float32Array, start: number): void => {
      if (dimensions === 0) return;
      for (let place = 0; place < dimensions; place += 1) {
        const value = floats[start + offset + place] ?? 0;
        if (value === 0) continue;
        if (end === places.length) widen();
        places[end] = place;
        values[end] = value;
        end += 1;
      }
      added += 1;
      starts[added] = end;
    },
    finish: (): SparsePart => ({ starts, places: places.subarray(0, end), values: values.subarray(0, end) }),
  };
};

/** The dot product of a picture and the numbers of a query, all of them. */
export const multiplySparse = (
  { starts, places, values }: SparsePart,
  query: Float32Array,
  picture: number,
): number => {
  const end = starts[picture + 1] ?? 0;
  let sum = 0;
  for (let entry = starts[picture] ?? 0; entry < end; entry += 1)
    sum += (values[entry] ?? 0) * (query[places[entry] ?? 0] ?? 0);
  return sum;
};

/** One question. Others may be asked between two of its calls. */
export type CodeQuery = {
  /** Writes binary scores of the pictures `first` (a multiple of `blockRows`) to `end` to `scores`, by their numbers. */
  scoreBinary(first: number, end: number, scores: Float32Array): void;
  /** Writes int8 scores of `pictures[from … to]` to the same places of `scores`. */
  scoreInt8(pictures: Uint32Array, from: number, to: number, scores: Float32Array): void;
};

/** Codes in the memory of a kernel. */
export type CodesInMemory = {
  readonly shape: VectorShape;
  readonly buffer: SharedArrayBuffer;
  readonly kernel: Kernel;
  readonly binary: readonly BinaryPart[];
  readonly int8: readonly Int8Part[];
  /** Where the int8 codes of the first picture are, in bytes, and how many bytes a picture has. */
  readonly int8At: number;
  readonly int8Stride: number;
  readonly title: SparsePart;
  /** Where this thread writes. */
  readonly scratch: number;
};

/** Pictures in one call of the kernel: less than a millisecond. */
const batch = 8192;

/** What a thread writes while it compares: the tables of a query, its int8 codes, a list of pictures and as many results. */
export const layOutScratch = (shape: VectorShape, binary: readonly Pick<BinaryPart, 'tables'>[]) => {
  const query = binary.reduce((sum, { tables }) => sum + tables, 0);
  const list = query + int8Bytes(shape);
  const out = list + batch * 4;
  return { query, list, out, bytes: out + batch * 4 };
};

/** Scores are weighted sums of dot products; binary ones lack what is the same for all pictures. `vector`: that of the query. */
export const createAsk = (codes: CodesInMemory): ((vector: Float32Array, weights: Weights) => CodeQuery) => {
  const { shape, buffer, scratch, title } = codes;
  const layout = layOutScratch(shape, codes.binary);
  const out = scratch + layout.out;
  const results = new Float32Array(buffer, out, batch);
  const scoreBinary = createBinaryScorer(codes, scratch, out);
  const scoreInt8 = createInt8Scorer(codes, scratch + layout.query, scratch + layout.list, out);
  return (vector, weights) => {
    const titleWeight = weights.title ?? 0;
    const words = vector.subarray(titleOffset(shape), titleOffset(shape) + (shape.title ?? 0));
    const addBinary = scoreBinary(vector, weights);
    const addInt8 = scoreInt8(vector, weights);
    const addTitle = (scores: Float32Array, at: number, picture: number): void => {
      scores[at] = (scores[at] ?? 0) + titleWeight * multiplySparse(title, words, picture);
    };
    return {
      scoreBinary: (first, end, scores) => {
        for (let from = first; from < end; from += batch) {
          const some = Math.min(batch, end - from);
          results.fill(0);
          addBinary(from / blockRows, Math.ceil(some / blockRows));
          scores.set(results.subarray(0, some), from);
        }
        if (titleWeight !== 0) for (let at = first; at < end; at += 1) addTitle(scores, at, at);
      },
      scoreInt8: (pictures, from, to, scores) => {
        for (let first = from; first < to; first += batch) {
          const some = Math.min(batch, to - first);
          results.fill(0, 0, some);
          addInt8(pictures.subarray(first, first + some));
          scores.set(results.subarray(0, some), first);
        }
        if (titleWeight !== 0) for (let at = from; at < to; at += 1) addTitle(scores, at, pictures[at] ?? 0);
      },
    };
  };
};

/** Another question may have used the scratch in between: what a call needs there, it writes. */
const createBinaryScorer = ({ binary, buffer, kernel }: CodesInMemory, tablesAt: number, out: number) => {
  const bytes = new Uint8Array(buffer);
  return (vector: Float32Array, weights: Weights) => {
    let at = tablesAt;
    const parts = binary.map((part, index) => {
      const weight = index === 0 ? weights.looks : weights.colour;
      const own = { part, weight, at, tables: makeTables(part, vector) };
      at += part.tables;
      return own;
    });
    return (first: number, blocks: number): void => {
      for (const { part, weight, at: own, tables } of parts) {
        bytes.set(tables.tables, own);
        addBinaryScores(kernel, part, tables, weight, [first, blocks], own, out);
      }
    };
  };
};

const createInt8Scorer = (codes: CodesInMemory, query: number, listAt: number, out: number) => {
  const { int8, buffer, kernel, shape, int8At: base, int8Stride: stride } = codes;
  const places = { base, stride, query, list: listAt, out };
  const memory = new Int8Array(buffer);
  const list = new Uint32Array(buffer, listAt, batch);
  return (vector: Float32Array, weights: Weights) => {
    const own = encodeInt8Query(shape, int8, vector);
    return (pictures: Uint32Array): void => {
      memory.set(own.codes, query);
      list.set(pictures);
      const count = fillLast(list, pictures.length);
      int8.forEach((part, index) => {
        const weight = index === 0 ? weights.looks : weights.colour;
        addInt8Scores(kernel, part, weight * (own.scales[index] ?? 0), places, count);
      });
    };
  };
};
