import type { Sections } from '../storage/sections.ts';
import { allocateMemory, fillLast, openKernelOn } from './code-kernel.ts';
import { codeLevels, encodeNumbers, offsetProduct } from './quantise.ts';
import {
  batchBytes,
  type ReadVector,
  roughBatch,
  type RoughStage,
  type StoredArrays,
} from './rough-stage.ts';
import type { SparsePart } from './sparse-part.ts';
import { colourOffset, type VectorShape } from './vector-shape.ts';

/*
 * A byte for each number of looks and colour, with a scale for each picture and part: a quarter of the memory of the
 * vectors, and scores that are wrong by about a thousandth. Titles are compared exactly.
 */

type CodePart = {
  /** Where the part is in a vector, in floats. */
  readonly from: number;
  readonly dimensions: number;
  /** Where it is in a code, in bytes, and how long: whole SIMD vectors. */
  readonly at: number;
  readonly bytes: number;
  readonly scales: Float32Array;
  /** What the moved codes of a query add to a product. */
  readonly offsets: Int32Array;
};

/** The names of a part's arrays in the file of a version. */
const arrayNames = {
  looks: { scales: 'looks.scales', offsets: 'looks.offsets' },
  colour: { scales: 'colour.scales', offsets: 'colour.offsets' },
} as const;
const codesName = 'codes';

const createPart = (
  name: keyof typeof arrayNames,
  from: number,
  dimensions: number,
  at: number,
  count: number,
  stored: Sections | undefined,
): CodePart => {
  const bytes = Math.ceil(dimensions / 16) * 16;
  const entries = dimensions === 0 ? 0 : count;
  return {
    from,
    dimensions,
    at,
    bytes,
    scales: stored?.get(arrayNames[name].scales, 'f32') ?? new Float32Array(entries),
    offsets: stored?.get(arrayNames[name].offsets, 'i32') ?? new Int32Array(entries),
  };
};

/** Bytes of the codes of one picture. */
export const codedBytes = ({ looks, colour }: VectorShape): number =>
  (Math.ceil(looks / 16) + Math.ceil(colour / 16)) * 16;

/** Bytes that a thread writes to while it compares: the codes of a query, a list and results. */
export const codeScratchBytes = (shape: VectorShape): number => codedBytes(shape) + batchBytes;

export const createCodeStage = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  title: SparsePart,
  stored: StoredArrays | null = null,
): RoughStage => {
  const stride = codedBytes(shape);
  const looks = createPart('looks', 0, shape.looks, 0, count, stored?.arrays);
  const colour = createPart('colour', colourOffset(shape), shape.colour, looks.bytes, count, stored?.arrays);
  const parts = [looks, colour];
  const base = stored?.arrays.get(codesName, 'u8').byteOffset ?? 0;
  const queryAt = stored?.scratch ?? stride * count;
  const listAt = queryAt + stride;
  const outAt = listAt + roughBatch * 4;
  const home = stored?.memory ?? allocateMemory(queryAt + codeScratchBytes(shape));
  const kernel = openKernelOn(home);
  const memory = home.buffer;
  const codes = new Int8Array(memory);
  const numbers = new Uint32Array(memory, listAt, roughBatch);
  const products = new Int32Array(memory, outAt, roughBatch);
  const encodeQuery = (picture: number): number[] => {
    const { floats, start } = read(picture);
    return parts.map(({ from, dimensions, at }) =>
      encodeNumbers(floats, start + from, dimensions, codes, queryAt + at, codeLevels.query),
    );
  };
  const addPart = (
    { at, bytes, scales, offsets }: CodePart,
    factor: number,
    batch: Uint32Array,
    scores: Float32Array,
    first: number,
  ): void => {
    if (factor === 0 || bytes === 0) return;
    kernel.dots(queryAt + at, base + at, listAt, fillLast(numbers, batch.length), stride, bytes, outAt);
    for (let index = 0; index < batch.length; index += 1) {
      const picture = batch[index] ?? 0;
      const product = ((products[index] ?? 0) - (offsets[picture] ?? 0)) * (scales[picture] ?? 0);
      scores[first + index] = (scores[first + index] ?? 0) + factor * product;
    }
  };
  return {
    arrays: {
      [codesName]: new Uint8Array(memory, base, stride * count),
      [arrayNames.looks.scales]: looks.scales,
      [arrayNames.looks.offsets]: looks.offsets,
      [arrayNames.colour.scales]: colour.scales,
      [arrayNames.colour.offsets]: colour.offsets,
    },
    encode: (picture, floats, start) => {
      for (const { from, dimensions, at, bytes, scales, offsets } of parts) {
        if (dimensions === 0) continue;
        const to = base + picture * stride + at;
        scales[picture] = encodeNumbers(floats, start + from, dimensions, codes, to, codeLevels.row);
        offsets[picture] = offsetProduct(codes, to, bytes);
      }
    },
    score: (query, pictures, from, to, weights, scores) => {
      const [looksScale = 0, colourScale = 0] = encodeQuery(query);
      for (let first = from; first < to; first += roughBatch) {
        const batch = pictures.subarray(first, Math.min(to, first + roughBatch));
        numbers.set(batch);
        scores.fill(0, first, first + batch.length);
        addPart(looks, weights.looks * looksScale, batch, scores, first);
        addPart(colour, weights.colour * colourScale, batch, scores, first);
        title.addProducts(query, weights.title ?? 0, batch, scores, first);
      }
    },
  };
};
