import { allocateMemory, fillLast, mostMemory, openKernel, type SharedMemory } from '../kernel/kernel.ts';
import type { CodedCandidates, CodedRows } from './coded-candidates.ts';

/*
 * Codes in memory that threads share and that the kernel reads where they are: copying a row takes as long as
 * multiplying it with ten queries. After the codes each thread has a place of its own for what it compares.
 */

/** Both sides of a tile fit into the second-level cache. */
export const tile = { queries: 256, rows: 64 };

/** Where things are in a place, in bytes from its start. The last three are used where codes are not in the memory. */
const createLayout = (stride: number) => {
  const list = tile.queries * stride;
  const out = list + tile.queries * 4;
  const hits = out + tile.queries * tile.rows * 4;
  const codes = hits + tile.rows * 4;
  const scales = codes + tile.rows * stride;
  const offsets = scales + tile.rows * 4;
  return { queries: 0, list, out, hits, codes, scales, offsets, bytes: offsets + tile.rows * 4 };
};

const bytesOf = (count: number, stride: number): number => count * (stride + 8);

const createRows = (buffer: SharedArrayBuffer, at: number, count: number, stride: number): CodedRows => ({
  codes: new Int8Array(buffer, at, count * stride),
  scales: new Float32Array(buffer, at + count * stride, count),
  offsets: new Int32Array(buffer, at + count * (stride + 4), count),
});

export type CodeMemory = {
  readonly memory: SharedMemory;
  readonly placesAt: number;
  readonly candidates: CodedRows;
  readonly profiles: CodedRows;
};

/** Room for the codes of candidates and profiles, both multiples of 4. More than `most` bytes: candidates are outside. */
export const allocateCodes = (
  stride: number,
  counts: { readonly candidates: number; readonly profiles: number },
  threads: number,
  most: number = mostMemory,
): CodeMemory => {
  const own = bytesOf(counts.profiles, stride);
  const all = own + bytesOf(counts.candidates, stride);
  const places = threads * createLayout(stride).bytes;
  const isInside = all + places <= most;
  const placesAt = isInside ? all : own;
  const memory = allocateMemory(placesAt + places);
  return {
    memory,
    placesAt,
    profiles: createRows(memory.buffer, 0, counts.profiles, stride),
    candidates: isInside
      ? createRows(memory.buffer, own, counts.candidates, stride)
      : createRows(new SharedArrayBuffer(bytesOf(counts.candidates, stride)), 0, counts.candidates, stride),
  };
};

/** Some rows that the kernel can read: their codes, scales and offsets. */
type RowsAt = { readonly codes: number; readonly scales: number; readonly offsets: number };

export type CodePlace = ReturnType<typeof openPlace>;

/** The place of a thread, with what it needs to compare there. */
export const openPlace = (
  { memory, placesAt }: Pick<CodedCandidates, 'memory' | 'placesAt'>,
  stride: number,
  thread: number,
) => {
  const { buffer } = memory;
  const layout = createLayout(stride);
  const start = placesAt + thread * layout.bytes;
  const kernel = openKernel(memory);
  const codes = new Int8Array(buffer, start, tile.queries * stride);
  const list = new Uint32Array(buffer, start + layout.list, tile.queries);
  const products = new Int32Array(buffer, start + layout.out, tile.queries * tile.rows);
  const hits = new Uint32Array(buffer, start + layout.hits, tile.rows);
  const copied = {
    codes: new Int8Array(buffer, start + layout.codes, tile.rows * stride),
    scales: new Float32Array(buffer, start + layout.scales, tile.rows),
    offsets: new Int32Array(buffer, start + layout.offsets, tile.rows),
  };
  const locate = (rows: CodedRows, first: number, count: number): RowsAt => {
    const isHere = rows.codes.buffer === buffer;
    if (!isHere) {
      copied.codes.set(rows.codes.subarray(first * stride, (first + count) * stride));
      copied.scales.set(rows.scales.subarray(first, first + count));
      copied.offsets.set(rows.offsets.subarray(first, first + count));
    }
    const { codes: from, scales, offsets } = isHere ? rows : copied;
    const at = isHere ? first : 0;
    return {
      codes: from.byteOffset + at * stride,
      scales: scales.byteOffset + at * 4,
      offsets: offsets.byteOffset + at * 4,
    };
  };
  return {
    /** Codes of the queries. */
    codes,
    /** For each listed query the products with the rows that were multiplied last. */
    products,
    hits,
    /** Lists some of the queries. Returns how many the kernel multiplies: it takes four at a time. */
    listQueries: (numbers: readonly number[]): number => {
      list.set(numbers);
      return fillLast(list, numbers.length);
    },
    /** Multiplies the first `queries` listed queries with `count` rows from `first` on. */
    multiply: (queries: number, rows: CodedRows, first: number, count: number): RowsAt => {
      const at = locate(rows, first, count);
      const [list, out] = [start + layout.list, start + layout.out];
      kernel.multiplyInt8(start, list, queries, at.codes, count, stride, stride, out);
      return at;
    },
    /** Finds those of `count` products from `at` on that reach `floor`: their positions are in `hits`. */
    findAbove: (at: number, { scales, offsets }: RowsAt, count: number, floor: number): number =>
      kernel.findAbove(start + layout.out + at * 4, offsets, scales, count, floor, start + layout.hits),
  };
};
