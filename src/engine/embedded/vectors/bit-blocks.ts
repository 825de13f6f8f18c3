import type { Weights } from '../../../domain/box.ts';
import { scaleOfSigns } from './bit-query.ts';
import {
  countTables,
  encodeTables,
  placeTables,
  type TablePlaces,
  type TableScale,
  writeNumbers,
} from './bit-tables.ts';
import { allocateMemory, openKernelOn } from './code-kernel.ts';
import type { ReadVector } from './rough-stage.ts';
import { type CopyLimits, createSideBySide, type RowCopy, type SideBySide } from './side-by-side.ts';
import { createStepRoom, type StepRoom, stepRoomBytes } from './step-room.ts';

/*
 * The bits of the pictures of a list, in the order of the list, so that one instruction reads bits of 32 of them:
 *
 *   block 0: bits 0 … 3 of rows 0 and 16, 1 and 17, … 15 and 31 (16 bytes)    bits 4 … 7 of the same rows    …
 *            the first floats of rows 0 … 31    the second ones
 *   block 1: rows 32 … 63
 */

/** Bits of one part of a vector: `bytes` of them for each row from `base` on, `stride` bytes apart, and two floats behind them. */
export type BitPart = {
  readonly base: number;
  readonly stride: number;
  readonly bytes: number;
  /** Numbers that have a bit: the first ones of the part. */
  readonly numbers: number;
  /** Where the part is in a vector, in floats. */
  readonly offset: number;
  /** The average of all pictures. */
  readonly mean: Float64Array;
};

type BitBlocks = RowCopy & {
  add(list: Uint32Array, from: number, to: number): void;
  /** As `ScoreRoughly`, for pictures `from` to `to` of the list, without titles. */
  score(query: number, from: number, to: number, weights: Weights, scores: Float32Array): void;
  /** Room for the scores of the list, which need not be copied then; null: another question has it. */
  takeRoom(): StepRoom | null;
};

const [blockRows, laneRows, rowsAtOnce] = [32, 16, 4096];
const floatBytes = 4;

/** What the kernel keeps of scores that are there. */
const [keepNone, keepAll] = [0, -1];

type PlacedPart = BitPart & {
  readonly places: TablePlaces;
  readonly blocksAt: number;
  readonly blockBytes: number;
  readonly tables: number;
};

/** Copying a list takes as long as it saves in some eighty questions. */
const questionsBefore = 64;

/** `copies` lists of up to `mostRows`, of bits that are in `bytes`. */
export const createBlockCopies = (
  limits: CopyLimits,
  parts: readonly BitPart[],
  bytes: Uint8Array,
  read: ReadVector,
): SideBySide<BitBlocks> =>
  createSideBySide(
    { ...limits, questionsBefore },
    (list) => createBitBlocks(list.length, parts, bytes, read),
    (blocks, list, from, to) => blocks.add(list, from, to),
  );

const createBitBlocks = (
  rows: number,
  parts: readonly BitPart[],
  bits: Uint8Array,
  read: ReadVector,
): BitBlocks => {
  const blocks = Math.ceil(rows / blockRows);
  const [out, roomAt] = [0, rowsAtOnce * floatBytes];
  let end = roomAt + stepRoomBytes(blocks * blockRows);
  const place = (part: BitPart): PlacedPart => {
    const tables = countTables(part.numbers);
    const places = placeTables(end, part.numbers);
    const blockBytes = tables * laneRows + 2 * blockRows * floatBytes;
    end = places.end + blocks * blockBytes;
    return { ...part, places, blocksAt: places.end, blockBytes, tables };
  };
  const placed = parts.map(place);
  const home = allocateMemory(end);
  const kernel = openKernelOn(home);
  const [bytes, floats] = [new Uint8Array(home.buffer), new Float32Array(home.buffer)];
  for (const { mean, numbers, places } of placed)
    writeNumbers(Float32Array.from(mean), 0, numbers, floats, places.mean);
  const results = new Float32Array(home.buffer, out, rowsAtOnce);
  let scales: readonly TableScale[] = [];
  let encoded = -1;
  const encodeQuery = (query: number): void => {
    if (query === encoded) return;
    const { floats: vector, start } = read(query);
    scales = placed.map(({ offset, numbers, places }) =>
      encodeTables(vector, start + offset, numbers, kernel, floats, places),
    );
    encoded = query;
  };
  let isTaken = false;
  const room: StepRoom = {
    ...createStepRoom(kernel, home, roomAt, blocks * blockRows),
    giveBack: () => {
      isTaken = false;
    },
  };
  /** Writes the scores of some blocks from `into` on. */
  const scoreBlocks = (firstBlock: number, some: number, weights: Weights, into: number): void => {
    let kept = keepNone;
    for (const [index, part] of placed.entries()) {
      const weight = index === 0 ? weights.looks : weights.colour;
      if (weight === 0 || part.numbers === 0) continue;
      const { least = 0, step = 0 } = scales[index] ?? {};
      const factor = weight * scaleOfSigns(part.mean.length, part.numbers);
      const rowsAt = part.blocksAt + firstBlock * part.blockBytes;
      const tableLength = part.tables * laneRows;
      kernel.lookUp(
        part.places.tables,
        rowsAt,
        some,
        tableLength,
        into,
        weight,
        factor * least,
        factor * step,
        kept,
      );
      kept = keepAll;
    }
    if (kept === keepNone) new Float32Array(home.buffer, into, some * blockRows).fill(0);
  };
  return {
    filled: 0,
    add: (list, from, to) => {
      for (const part of placed)
        for (let row = from; row < to; row += 1)
          writeRow(part, bits, part.base + (list[row] ?? 0) * part.stride, bytes, row);
    },
    takeRoom: () => {
      if (isTaken) return null;
      isTaken = true;
      return room;
    },
    score: (query, from, to, weights, scores) => {
      encodeQuery(query);
      const isInRoom = scores === room.scores;
      for (let first = from - (from % blockRows); first < to; first += rowsAtOnce) {
        const last = Math.min(to, first + rowsAtOnce);
        const some = Math.ceil((last - first) / blockRows);
        scoreBlocks(first / blockRows, some, weights, isInRoom ? roomAt + first * floatBytes : out);
        if (isInRoom) continue;
        const skipped = Math.max(0, from - first);
        scores.set(results.subarray(skipped, last - first), first + skipped);
      }
    },
  };
};

/** Writes the bits of a row that begin at `from`, and its two floats, to its place in a block, where all bits are 0. */
const writeRow = (
  { bytes: length, numbers, tables, blocksAt, blockBytes }: PlacedPart,
  bits: Uint8Array,
  from: number,
  into: Uint8Array,
  row: number,
): void => {
  if (numbers === 0) return;
  const inBlock = row % blockRows;
  const shift = inBlock < laneRows ? 0 : 4;
  const block = blocksAt + ((row - inBlock) / blockRows) * blockBytes;
  const lane = block + (inBlock % laneRows);
  for (let table = 0; table < tables; table += 2) {
    const byte = bits[from + (table >> 1)] ?? 0;
    const [low, high] = [lane + table * laneRows, lane + (table + 1) * laneRows];
    into[low] = (into[low] ?? 0) | ((byte & 15) << shift);
    into[high] = (into[high] ?? 0) | ((byte >> 4) << shift);
  }
  const floatsAt = block + tables * laneRows + inBlock * floatBytes;
  for (let byte = 0; byte < floatBytes; byte += 1) {
    into[floatsAt + byte] = bits[from + length + byte] ?? 0;
    into[floatsAt + blockRows * floatBytes + byte] = bits[from + length + floatBytes + byte] ?? 0;
  }
};
