import { type BitPart, createBlockCopies } from './bit-blocks.ts';
import { planesBytes, scaleOfPlanes } from './bit-query.ts';
import { allocateMemory, chooseWeighted, openKernelOn } from './code-kernel.ts';
import { createListScorer } from './list-scorer.ts';
import type { ReadVector, RoughStage, StoredArrays } from './rough-stage.ts';
import { layOutScratch, sketchPlanesBytes } from './scratch.ts';
import { copyWords, wordsOf } from './side-by-side.ts';
import type { SignStage } from './sign-stage.ts';
import type { SparsePart } from './sparse-part.ts';
import type { VectorShape } from './vector-shape.ts';

/*
 * The first 256 bits of each picture, side by side: a scan of everything reads a quarter of the bits of 1,000 numbers, and
 * leaves a few hundredths of the pictures. The query has three bits for each number, or tables where a list is asked about again.
 */

/** Sketches of all looks, then of all colours. Files of earlier releases have more behind them, and another name. */
const [sketchesName, earlierName] = ['sketch rows', 'sketches'];

/** Bytes of the bits of a sketch, and from one sketch to the next: two floats are behind the bits. */
const [sketchBytes, sketchStride] = [32, 40];
const [bitWords, rowWords] = [wordsOf(sketchBytes), wordsOf(sketchStride)];

/** Shorter lists begin with other steps. One copy for each thread, mostly of everything: so many bytes of it. */
const fewestCopied = 16_384;
const [copiedBytes, copies] = [48 << 20, 1];

export type SketchStage = Pick<RoughStage, 'score' | 'arrays'> & {
  /** Takes the bits of a picture from the stage that has all of them. */
  encode(picture: number): void;
  /** Whether sketches were in the file; otherwise all pictures have to be encoded. */
  readonly isStored: boolean;
};

export const createSketchStage = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  signs: SignStage,
  title: SparsePart,
  file: StoredArrays | null,
): SketchStage => {
  const name = [sketchesName, earlierName].find((each) => file?.arrays.has(each));
  const stored = name === undefined ? null : file;
  const start = (name && stored?.arrays.get(name, 'u8').byteOffset) || 0;
  const parts = placeParts(signs, count, start);
  const end = start + parts.filter(({ numbers }) => numbers > 0).length * count * sketchStride;
  const scratch = layOutScratch(shape, stored?.scratch ?? Math.ceil(end / 16) * 16);
  const home = stored?.memory ?? allocateMemory(scratch.end);
  const addWeighted = chooseWeighted(openKernelOn(home));
  const words = new Uint32Array(home.buffer);
  const planes = [scratch.sketchPlanes, scratch.sketchPlanes + sketchPlanesBytes];
  /** The first planes of a query, and zeros where it has fewer numbers than a sketch has bits. */
  const bringPlanes = (from: number, part: BitPart, to: number): void => {
    words.fill(0, wordsOf(to), wordsOf(to + sketchPlanesBytes));
    const length = Math.min(sketchPlanesBytes, planesBytes(part.mean.length));
    copyWords(signs.words, wordsOf(from), words, wordsOf(to), wordsOf(length));
  };
  const addPart = (index: number, query: number, weight: number, some: number): void => {
    const part = parts[index];
    if (!part || weight === 0 || part.numbers === 0) return;
    const { at, levels } = signs.encodePlanes(query);
    const own = planes[index] ?? 0;
    bringPlanes(at[index] ?? 0, part, own);
    const { ones, each } = scaleOfPlanes(part.mean.length, part.numbers);
    const factor = weight * (levels[index] ?? 0);
    addWeighted(
      own,
      part.base,
      scratch.list,
      some,
      sketchStride,
      sketchBytes,
      scratch.out,
      weight,
      factor * ones,
      factor * each,
    );
  };
  const scoreInPlace = createListScorer(
    home.buffer,
    scratch,
    title,
  )((query, weights, some) => {
    addPart(0, query, weights.looks, some);
    addPart(1, query, weights.colour, some);
  });
  const rowBytes = sketchStride * Math.max(1, parts.filter(({ numbers }) => numbers > 0).length);
  const blocks = createBlockCopies(
    { fewestRows: fewestCopied, mostRows: copiedBytes / copies / rowBytes, copies },
    parts,
    new Uint8Array(home.buffer),
    read,
  );
  return {
    isStored: stored !== null,
    arrays: { [sketchesName]: new Uint8Array(home.buffer, start, end - start) },
    encode: (picture) => {
      for (const [index, { base, bytes, stride }] of signs.parts.entries()) {
        if (bytes === 0) continue;
        const from = wordsOf(base + picture * stride);
        const to = wordsOf(parts[index]?.base ?? 0) + picture * rowWords;
        copyWords(signs.words, from, words, to, Math.min(bitWords, wordsOf(bytes)));
        copyWords(signs.words, from + wordsOf(bytes), words, to + bitWords, 2);
      }
    },
    score: (query, pictures, from, to, weights, scores) => {
      const near = blocks.find(pictures, from, to);
      if (near === null) {
        scoreInPlace(query, pictures, from, to, weights, scores);
        return;
      }
      near.score(query, from, to, weights, scores);
      title.addProducts(query, weights.title ?? 0, pictures.subarray(from, to), scores, from);
    },
  };
};

const placeParts = ({ parts }: SignStage, count: number, start: number): BitPart[] => {
  let base = start;
  return parts.map(({ offset, mean }) => {
    const part = {
      base,
      stride: sketchStride,
      bytes: sketchBytes,
      numbers: Math.min(mean.length, sketchBytes * 8),
      offset,
      mean,
    };
    if (mean.length > 0) base += count * sketchStride;
    return part;
  });
};
