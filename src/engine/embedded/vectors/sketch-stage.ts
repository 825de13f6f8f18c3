import { allocateMemory, chooseSketches, openKernelOn, sketchBytes, sketchStride } from './code-kernel.ts';
import { createListScorer } from './list-scorer.ts';
import type { RoughStage, StoredArrays } from './rough-stage.ts';
import { layOutScratch } from './scratch.ts';
import type { SignStage } from './sign-stage.ts';
import type { SparsePart } from './sparse-part.ts';
import type { VectorShape } from './vector-shape.ts';

/*
 * The first 256 bits of each picture, side by side: a scan of everything reads a quarter of the bits of 1,000 numbers, and
 * leaves a few hundredths of the pictures.
 */

/** Sketches of all looks, then of all colours; then the cosines of both. */
const sketchesName = 'sketches';

const wordsOf = (bytes: number): number => bytes / 4;
const [bitWords, rowWords] = [wordsOf(sketchBytes), wordsOf(sketchStride)];
/** The cosine for each number of bits that differ, and whole SIMD vectors. */
const tableWords = sketchBytes * 8 + 4;

export type SketchStage = Pick<RoughStage, 'score' | 'arrays'> & {
  /** Takes the bits of a picture from the stage that has all of them. */
  encode(picture: number): void;
  /** Whether sketches were in the file; otherwise all pictures have to be encoded. */
  readonly isStored: boolean;
};

export const createSketchStage = (
  shape: VectorShape,
  count: number,
  signs: SignStage,
  title: SparsePart,
  file: StoredArrays | null,
): SketchStage => {
  const stored = file?.arrays.has(sketchesName) === true ? file : null;
  const start = stored?.arrays.get(sketchesName, 'u8').byteOffset ?? 0;
  const hasPart = signs.parts.map(({ bytes }) => bytes > 0);
  const bases = [start, start + (hasPart[0] === true ? count * sketchStride : 0)];
  const tablesAt = (bases[1] ?? 0) + (hasPart[1] === true ? count * sketchStride : 0);
  const tables = [tablesAt, tablesAt + tableWords * 4];
  const end = tablesAt + 2 * tableWords * 4;
  const scratch = layOutScratch(shape, stored?.scratch ?? Math.ceil(end / 16) * 16);
  const home = stored?.memory ?? allocateMemory(scratch.end);
  const add = chooseSketches(openKernelOn(home));
  const words = new Uint32Array(home.buffer);
  const floats = new Float32Array(home.buffer);
  if (stored === null)
    signs.parts.forEach(({ mean }, index) => writeCosines(floats, (tables[index] ?? 0) / 4, mean.length));
  const addPart = (index: number, query: number, weight: number, some: number): void => {
    if (weight === 0 || hasPart[index] !== true) return;
    const base = bases[index] ?? 0;
    const at = base + query * sketchStride;
    const own = weight * (floats[at / 4 + bitWords + 1] ?? 0);
    add(at, base, scratch.list, some, scratch.out, tables[index] ?? 0, weight, own);
  };
  return {
    isStored: stored !== null,
    arrays: { [sketchesName]: new Uint8Array(home.buffer, start, end - start) },
    encode: (picture) => {
      for (const [index, { base, bytes, stride }] of signs.parts.entries()) {
        if (bytes === 0) continue;
        const from = wordsOf(base + picture * stride);
        const to = wordsOf(bases[index] ?? 0) + picture * rowWords;
        const bits = Math.min(bitWords, wordsOf(bytes));
        for (let word = 0; word < bits; word += 1) words[to + word] = signs.words[from + word] ?? 0;
        for (let tail = 0; tail < 2; tail += 1)
          words[to + bitWords + tail] = signs.words[from + wordsOf(bytes) + tail] ?? 0;
      }
    },
    score: createListScorer(
      home.buffer,
      scratch,
      title,
    )((query, weights, some) => {
      addPart(0, query, weights.looks, some);
      addPart(1, query, weights.colour, some);
    }),
  };
};

const writeCosines = (floats: Float32Array, at: number, dimensions: number): void => {
  const bits = Math.max(1, Math.min(dimensions, sketchBytes * 8));
  for (let distance = 0; distance <= bits; distance += 1)
    floats[at + distance] = Math.cos((Math.PI * distance) / bits);
};
