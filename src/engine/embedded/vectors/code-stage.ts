import type { Weights } from '../../../domain/box.ts';
import type { Sections } from '../storage/sections.ts';
import { type CodeCopy, createCodeCopies, mostCopied } from './code-copies.ts';
import { allocateMemory } from './code-kernel.ts';
import { type CodePart, createCodeRows } from './code-rows.ts';
import { codeLevels, encodeNumbers, offsetProduct } from './quantise.ts';
import {
  type IsNear,
  type ReadVector,
  roughBatch,
  type RoughStage,
  type ScoreClosely,
  type StoredArrays,
} from './rough-stage.ts';
import { codedBytes, layOutScratch } from './scratch.ts';
import { copyWords, wordsOf } from './side-by-side.ts';
import type { SparsePart } from './sparse-part.ts';
import { colourOffset, type VectorShape, vectorStride } from './vector-shape.ts';

/*
 * A byte for each number of looks and colour, with a scale for each picture and part: a quarter of the memory of the
 * vectors, and scores that are wrong by about a thousandth. Titles are compared exactly.
 */

type StoredPart = CodePart & {
  /** Where the part is in a vector, in floats. */
  readonly from: number;
  readonly dimensions: number;
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
): StoredPart => {
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

export type CodeStage = RoughStage & {
  readonly scoreClosely: ScoreClosely;
  readonly isNear: IsNear;
};

export const createCodeStage = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  title: SparsePart,
  stored: StoredArrays | null = null,
): CodeStage => {
  const stride = codedBytes(shape);
  const looks = createPart('looks', 0, shape.looks, 0, count, stored?.arrays);
  const colour = createPart('colour', colourOffset(shape), shape.colour, looks.bytes, count, stored?.arrays);
  const parts = [looks, colour];
  const base = stored?.arrays.get(codesName, 'u8').byteOffset ?? 0;
  const scratch = layOutScratch(shape, stored?.scratch ?? stride * count);
  const queryAt = scratch.codes;
  const home = stored?.memory ?? allocateMemory(scratch.end);
  const memory = home.buffer;
  const codes = new Int8Array(memory);
  const words = new Uint32Array(memory);
  const everything = { rows: createCodeRows(home, base, stride, scratch), parts, scratch };
  const copies = createCodeCopies(shape, { words, base, parts });
  const rest = new Float32Array(vectorStride(shape));
  let encoded: EncodedQuery = { picture: -1, parts: [] };
  /** Stays in memory for the next call: nobody else writes there. */
  const encodeQuery = (picture: number): EncodedQuery => {
    if (encoded.picture === picture) return encoded;
    const { floats, start } = read(picture);
    const encodePart = ({ from, dimensions, at }: StoredPart) => {
      const scale = encodeNumbers(floats, start + from, dimensions, codes, queryAt + at, codeLevels.query);
      let squares = 0;
      for (let i = 0; i < dimensions; i += 1) {
        const value = floats[start + from + i] ?? 0;
        squares += value * value;
        rest[from + i] = value - scale * ((codes[queryAt + at + i] ?? 0) - codeLevels.query.offset);
      }
      const restScale = encodeNumbers(rest, from, dimensions, codes, scratch.rest + at, codeLevels.query);
      return { codes: scale, rest: restScale, length: Math.sqrt(squares) };
    };
    encoded = { picture, parts: parts.map(encodePart) };
    return encoded;
  };
  /** The codes of a query beside those of a list. */
  const bringQuery = (query: number, copy: CodeCopy): void => {
    if (copy.query !== query)
      copyWords(words, wordsOf(queryAt), copy.words, wordsOf(copy.scratch.codes), wordsOf(2 * stride));
    copy.query = query;
  };
  /** Adds the products of rows with the codes of the query, or with what these leave out. */
  const addProducts = (
    { rows, parts: own, scratch: place }: Pick<CodeCopy, 'rows' | 'parts' | 'scratch'>,
    numbers: Uint32Array,
    which: 'codes' | 'rest',
    query: EncodedQuery,
    weights: Weights,
    scores: Float32Array,
    first: number,
  ): void => {
    const weightOf = [weights.looks, weights.colour];
    rows.select(numbers);
    for (const [index, part] of own.entries()) {
      const scale = query.parts[index]?.[which] ?? 0;
      rows.add(part, place[which], (weightOf[index] ?? 0) * scale, scores, first);
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
    isNear: (pictures) => copies.findSoon(pictures) !== null,
    score: (query, pictures, from, to, weights, scores) => {
      const own = encodeQuery(query);
      const copy = copies.find(pictures);
      if (copy) bringQuery(query, copy);
      for (let first = from; first < to; first += roughBatch) {
        const end = Math.min(to, first + roughBatch);
        const batch = pictures.subarray(first, end);
        scores.fill(0, first, end);
        if (copy) addProducts(copy, ascending.subarray(first, end), 'codes', own, weights, scores, first);
        else addProducts(everything, batch, 'codes', own, weights, scores, first);
        title.addProducts(query, weights.title ?? 0, batch, scores, first);
      }
    },
    scoreClosely: (query, pictures, weights, scores, near) => {
      const own = encodeQuery(query);
      const batch = pictures.subarray(0, roughBatch);
      if (near === null) {
        scores.fill(0, 0, batch.length);
        addProducts(everything, batch, 'codes', own, weights, scores, 0);
        title.addProducts(query, weights.title ?? 0, batch, scores, 0);
      }
      const copy = near && copies.find(near.list);
      if (copy) bringQuery(query, copy);
      if (near && copy) addProducts(copy, near.places, 'rest', own, weights, scores, 0);
      else addProducts(everything, batch, 'rest', own, weights, scores, 0);
      const weightOf = [weights.looks, weights.colour];
      let error = 0;
      for (const [index, { scales }] of parts.entries())
        error +=
          Math.abs(weightOf[index] ?? 0) * (own.parts[index]?.length ?? 0) * findLargest(scales, batch);
      return error * trustedDeviations * roundingDeviation;
    },
  };
};

/** Numbers are rounded to whole steps: the deviation of what is lost, in steps. */
const roundingDeviation = 1 / Math.sqrt(12);

/** The sum of many such errors is farther from 0 than this once in some hundred million times. */
const trustedDeviations = 6;

/** The places of a copied list. */
const ascending = Uint32Array.from({ length: mostCopied }, (_, place) => place);

const findLargest = (scales: Float32Array, pictures: Uint32Array): number => {
  let largest = 0;
  for (let at = 0; at < pictures.length; at += 1) largest = Math.max(largest, scales[pictures[at] ?? 0] ?? 0);
  return largest;
};

type EncodedQuery = {
  readonly picture: number;
  /** What a code of each part is worth, and one of what codes leave out; and how long the part is. */
  readonly parts: readonly { readonly codes: number; readonly rest: number; readonly length: number }[];
};
