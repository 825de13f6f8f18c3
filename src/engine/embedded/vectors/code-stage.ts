import type { Weights } from '../../../domain/box.ts';
import { type CodeCopy, createCodeCopies, longLists, shortLists } from './code-copies.ts';
import { allocateMemory, openKernelOn } from './code-kernel.ts';
import { type CodePart, type CodeRows, createCodeRows } from './code-rows.ts';
import { codeLevels, encodeNumbers, offsetProduct } from './quantise.ts';
import {
  type FindError,
  type IsNear,
  type ReadVector,
  roughBatch,
  type RoughStage,
  type ScoreClosely,
  type StoredArrays,
} from './rough-stage.ts';
import { codedBytes, codeRowBytes, codeValueBytes, layOutScratch } from './scratch.ts';
import { copyWords, wordsOf } from './side-by-side.ts';
import type { SparsePart } from './sparse-part.ts';
import { colourOffset, type VectorShape } from './vector-shape.ts';

/*
 * A byte for each number of looks and colour, with a scale for each picture and part: a quarter of the memory of the
 * vectors, and scores that are wrong by about a thousandth. Titles are compared exactly. All of a picture lies together,
 * because rows are read anywhere in memory:
 *
 *   looks    colour    scale and offset of looks    scale and offset of colour
 */

const floatBytes = 4;

type StoredPart = CodePart & {
  /** Where the part is in a vector, in floats. */
  readonly from: number;
  readonly dimensions: number;
};

/** The rows in the file of a version. Files of earlier versions have scales and offsets elsewhere. */
export const codeRowsName = 'code rows';

const placeParts = (shape: VectorShape): StoredPart[] => {
  const [looks, all] = [Math.ceil(shape.looks / 16) * 16, codedBytes(shape)];
  return [
    { from: 0, dimensions: shape.looks, at: 0, bytes: looks, values: all },
    {
      from: colourOffset(shape),
      dimensions: shape.colour,
      at: looks,
      bytes: all - looks,
      values: all + codeValueBytes,
    },
  ];
};

export type CodeStage = RoughStage & {
  readonly scoreClosely: ScoreClosely;
  readonly findError: FindError;
  readonly isNear: IsNear;
};

export const createCodeStage = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  title: SparsePart,
  stored: StoredArrays | null = null,
): CodeStage => {
  const stride = codeRowBytes(shape);
  const parts = placeParts(shape);
  const base = stored?.arrays.get(codeRowsName, 'u8').byteOffset ?? 0;
  const scratch = layOutScratch(shape, stored?.scratch ?? stride * count);
  const home = stored?.memory ?? allocateMemory(scratch.end);
  const kernel = openKernelOn(home);
  const memory = home.buffer;
  const codes = new Int8Array(memory);
  const [words, floats, integers] = [
    new Uint32Array(memory),
    new Float32Array(memory),
    new Int32Array(memory),
  ];
  const everything = createCodeRows(home, base, stride, scratch);
  const copies = createCodeCopies(shape, { words, base }, shortLists);
  // Those of a good part of the catalogue have as many pages as all rows.
  const longCopies = createCodeCopies(
    shape,
    { words, base },
    { ...longLists, mostRows: Math.min(longLists.mostRows, count / 4) },
  );
  let encoded: EncodedQuery = { picture: -1, parts: [] };
  /** Stays in memory for the next call: nobody else writes there. */
  const encodeQuery = (picture: number): EncodedQuery => {
    if (encoded.picture === picture) return encoded;
    const { floats: vector, start } = read(picture);
    const encodePart = ({ from, dimensions, at, bytes }: StoredPart): EncodedPart => {
      const first = scratch.numbers + at * floatBytes;
      const end = first + bytes * floatBytes;
      for (let i = 0; i < dimensions; i += 1) floats[first / floatBytes + i] = vector[start + from + i] ?? 0;
      floats.fill(0, first / floatBytes + dimensions, end / floatBytes);
      const { levels, offset } = codeLevels.query;
      const largest = kernel.findLargest(first, end);
      kernel.encodeNumbers(first, end, largest > 0 ? levels / largest : 0, offset, scratch.codes + at);
      return { scale: largest / levels, length: Math.sqrt(kernel.sumSquares(first, end)) };
    };
    encoded = { picture, parts: parts.map(encodePart) };
    return encoded;
  };
  /** What the codes of a query leave out, as codes too; returns what one is worth in each part. */
  const encodeRest = (query: EncodedQuery): number[] => {
    const { floats: vector, start } = read(query.picture);
    return parts.map(({ from, dimensions, at }, index) => {
      const scale = query.parts[index]?.scale ?? 0;
      const rest = new Float32Array(dimensions);
      for (let i = 0; i < dimensions; i += 1) {
        const code = (codes[scratch.codes + at + i] ?? 0) - codeLevels.query.offset;
        rest[i] = (vector[start + from + i] ?? 0) - scale * code;
      }
      return encodeNumbers(rest, 0, dimensions, codes, scratch.rest + at, codeLevels.query);
    });
  };
  /** The codes of a query beside those of a list. */
  const bringQuery = (query: number, copy: CodeCopy): void => {
    if (copy.query !== query)
      copyWords(
        words,
        wordsOf(scratch.codes),
        copy.words,
        wordsOf(copy.scratch.codes),
        wordsOf(codedBytes(shape)),
      );
    copy.query = query;
  };
  /** Adds the products of the selected rows with the codes at `compared`; `scales`: what one is worth in each part. */
  const addProducts = (
    rows: CodeRows,
    compared: number,
    scales: readonly number[],
    { looks, colour }: Weights,
  ): void => {
    const weightOf = [looks, colour];
    for (const [index, part] of parts.entries())
      rows.add(part, compared, (weightOf[index] ?? 0) * (scales[index] ?? 0));
  };
  const findLargestScale = (pictures: Uint32Array, values: number): number => {
    let largest = 0;
    for (let at = 0; at < pictures.length; at += 1)
      largest = Math.max(largest, floats[wordsOf(base + (pictures[at] ?? 0) * stride + values)] ?? 0);
    return largest;
  };
  /** Rows err by the rounding of their own codes, and by that of the query's, where nothing adds what these leave out. */
  const findLargestError = (
    query: EncodedQuery,
    pictures: Uint32Array,
    weights: Weights,
    roundingOf: (part: EncodedPart) => number,
  ): number => {
    const weightOf = [weights.looks, weights.colour];
    let error = 0;
    for (const [index, { values }] of parts.entries()) {
      const own = query.parts[index];
      const weight = Math.abs(weightOf[index] ?? 0);
      // Parts of other pictures are about as long.
      if (own && weight > 0)
        error += weight * own.length * Math.hypot(findLargestScale(pictures, values), roundingOf(own));
    }
    return error * trustedDeviations * roundingDeviation;
  };
  return {
    arrays: { [codeRowsName]: new Uint8Array(memory, base, stride * count) },
    encode: (picture, vector, start) => {
      for (const { from, dimensions, at, bytes, values } of parts) {
        if (dimensions === 0) continue;
        const row = base + picture * stride;
        const word = wordsOf(row + values);
        floats[word] = encodeNumbers(vector, start + from, dimensions, codes, row + at, codeLevels.row);
        integers[word + 1] = offsetProduct(codes, row + at, bytes);
      }
    },
    isNear: (pictures) => copies.findSoon(pictures) !== null,
    score: (query, pictures, from, to, weights, scores, origin = null) => {
      const scales = encodeQuery(query).parts.map(({ scale }) => scale);
      const whole = copies.find(pictures);
      const copy = whole ?? (origin && longCopies.findSoon(origin.list));
      const places = whole ? ascending : origin?.places;
      if (copy) bringQuery(query, copy);
      for (let first = from; first < to; first += roughBatch) {
        const end = Math.min(to, first + roughBatch);
        const batch = pictures.subarray(first, end);
        const rows = copy?.rows ?? everything;
        rows.select(copy && places ? places.subarray(first, end) : batch);
        addProducts(rows, copy?.scratch.codes ?? scratch.codes, scales, weights);
        rows.take(scores, first);
        title.addProducts(query, weights.title ?? 0, batch, scores, first);
      }
    },
    scoreClosely: (query, pictures, weights, scores) => {
      const own = encodeQuery(query);
      const batch = pictures.subarray(0, roughBatch);
      const scales = own.parts.map(({ scale }) => scale);
      everything.select(batch);
      addProducts(everything, scratch.codes, scales, weights);
      addProducts(everything, scratch.rest, encodeRest(own), weights);
      everything.take(scores, 0);
      title.addProducts(query, weights.title ?? 0, batch, scores, 0);
      return findLargestError(own, batch, weights, () => 0);
    },
    findError: (query, pictures, weights) =>
      findLargestError(encodeQuery(query), pictures, weights, ({ scale }) => scale),
  };
};

/** Numbers are rounded to whole steps: the deviation of what is lost, in steps. */
const roundingDeviation = 1 / Math.sqrt(12);

/** The sum of many such errors is farther from 0 than this once in some hundred million times. */
const trustedDeviations = 6;

/** The places of a copied list. */
const ascending = Uint32Array.from({ length: shortLists.mostRows }, (_, place) => place);

/** What a code of a part is worth, and how long the part is. */
type EncodedPart = { readonly scale: number; readonly length: number };

type EncodedQuery = { readonly picture: number; readonly parts: readonly EncodedPart[] };
