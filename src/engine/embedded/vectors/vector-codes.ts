import type { Weights } from '../../../domain/box.ts';
import { allocateMemory, mostMemory, openKernel, type SharedMemory } from '../kernel/kernel.ts';
import { type DerivedFile, roomBytes, takePlace } from '../storage/load-version.ts';
import { readSections, type SectionArray, type Sections } from '../storage/sections.ts';
import type { ReadVector } from './vector-blocks.ts';
import { colourOffset, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { type BinaryPart, createBinaryPart, encodeBinary, measureMeans } from './binary-codes.ts';
import type { CodeQuery, CodesInMemory, SparsePart } from './code-query.ts';
import { collectSparsePart, createAsk, layOutScratch, packSparsePart, readSparsePart } from './code-query.ts';
import { createInt8Parts, encodeInt8, int8RowBytes } from './int8-codes.ts';
import { createScoreBuffers, type ScoreBuffers } from './score-buffer.ts';

/*
 * The published vectors of a large catalogue in two smaller forms, one bit and one byte for each number. A scan compares these first
 * (scan-looks.ts). They follow from the vectors alone: whoever makes them, and wherever they are read from, scores are the same.
 */

/** Fewer pictures are quickly compared in full. */
export const quantisedFrom = 16_384;

export type VectorCodes = {
  /** Pictures that have codes: the first ones. */
  readonly count: number;
  /** Compares with a vector. */
  ask(vector: ReturnType<ReadVector>, weights: Weights): CodeQuery;
  readonly buffers: ScoreBuffers;
  /** What a version stores. */
  arrays(): Record<string, SectionArray>;
};

/** Sections of the file. Files of earlier releases have others, and are not used. */
const names = { binary: 'binary blocks', mean: 'binary mean', int8: 'int8 rows' } as const;

const layOutBinary = (shape: VectorShape, count: number, at: number): readonly [BinaryPart, BinaryPart] => {
  const looks = createBinaryPart(0, shape.looks, count, at);
  return [looks, createBinaryPart(colourOffset(shape), shape.colour, count, looks.end)];
};

const scratchBytes = (shape: VectorShape): number => layOutScratch(shape, layOutBinary(shape, 0, 0)).bytes;

const bytesOf = (shape: VectorShape, count: number): number =>
  layOutBinary(shape, count, 0)[1].end + count * int8RowBytes(shape);

/** Whether a catalogue has codes: it has at least `from` pictures, and the kernel can address their codes. */
export const hasCodes = (shape: VectorShape, count: number, from: number): boolean =>
  count >= Math.max(1, from) && bytesOf(shape, count) < mostMemory - roomBytes;

/** Makes the codes, in slices. */
export const makeVectorCodes = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
): Promise<VectorCodes> => {
  const binary = layOutBinary(shape, count, 0);
  const scratch = bytesOf(shape, count);
  const memory = allocateMemory(scratch + scratchBytes(shape));
  const title = collectSparsePart(titleOffset(shape), shape.title ?? 0, count);
  const places = { binary, int8At: binary[1].end, scratch };
  measureMeans(binary, count, read);
  const encode = createEncoder(shape, memory, places);
  const slices = createWorkSlices();
  for (let picture = 0; picture < count; picture += 1) {
    if (picture % 16 === 0 && slices.isOver()) await slices.next();
    const { floats, start } = read(picture);
    encode(picture, floats, start);
    title.add(floats, start);
  }
  return createVectorCodes(shape, count, memory, places, title.finish());
};

/** The codes in the file of a version; null: there is none, or one of an earlier release. */
export const readVectorCodes = async (
  file: DerivedFile | null,
  shape: VectorShape,
  count: number,
): Promise<VectorCodes | null> => {
  const shared = await file?.read();
  if (!shared) return null;
  const arrays = readSections(Buffer.from(shared.memory.buffer), shared.entry.sections);
  if (!arrays.has(names.int8)) return null;
  const scratch = takePlace(shared, scratchBytes(shape));
  if (scratch === null) return null;
  const at = (name: string): number => arrays.get(name, 'u8').byteOffset;
  const binary = layOutBinary(shape, count, at(names.binary));
  readMeans(binary, arrays);
  const places = { binary, int8At: at(names.int8), scratch };
  return createVectorCodes(shape, count, shared.memory, places, readSparsePart(arrays));
};

const readMeans = (parts: readonly BinaryPart[], arrays: Sections): void => {
  const means = arrays.get(names.mean, 'f64');
  let from = 0;
  for (const { mean } of parts) {
    mean.set(means.subarray(from, from + mean.length));
    from += mean.length;
  }
};

type Places = Pick<CodesInMemory, 'binary' | 'int8At' | 'scratch'>;

/** Writes the codes of a picture. */
const createEncoder = (shape: VectorShape, { buffer }: SharedMemory, { binary, int8At }: Places) => {
  const [int8, int8Stride] = [createInt8Parts(shape), int8RowBytes(shape)];
  const bytes = new Uint8Array(buffer);
  const codes = new Int8Array(buffer);
  const [floats, integers] = [new Float32Array(buffer), new Int32Array(buffer)];
  return (picture: number, vector: Float32Array, start: number): void => {
    for (const part of binary) encodeBinary(part, vector, start, picture, bytes, floats);
    const row = int8At + picture * int8Stride;
    for (const part of int8) encodeInt8(part, vector, start, row, { codes, floats, integers });
  };
};

const createVectorCodes = (
  shape: VectorShape,
  count: number,
  memory: SharedMemory,
  places: Places,
  title: SparsePart,
): VectorCodes => {
  const { binary, int8At } = places;
  const { buffer } = memory;
  const int8Stride = int8RowBytes(shape);
  const codes = { ...places, shape, buffer, int8: createInt8Parts(shape), int8Stride, title };
  const ask = createAsk({ ...codes, kernel: openKernel(memory) });
  const [start, end] = [binary[0]?.at ?? 0, binary.at(-1)?.end ?? 0];
  return {
    count,
    buffers: createScoreBuffers(),
    ask: ({ floats, start: from }, weights) => ask(floats.slice(from, from + vectorStride(shape)), weights),
    arrays: () => ({
      ...packSparsePart(title),
      [names.mean]: Float64Array.from(binary.flatMap(({ mean }) => [...mean])),
      [names.binary]: new Uint8Array(buffer, start, end - start),
      [names.int8]: new Uint8Array(buffer, int8At, count * int8Stride),
    }),
  };
};
