import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Rows that are listed by number against one query: `count` (a multiple of 4) numbers at `list`, a float for each at `out`. A row n starts
 * at `base` + n × `stride`. All positions are byte addresses; `bytes`, a multiple of 16, is how much of a row is compared.
 */
type ListedRows = [
  query: number,
  base: number,
  list: number,
  count: number,
  stride: number,
  bytes: number,
  out: number,
];

/** The exports of assembly/kernel.ts. */
export type Kernel = {
  readonly scoreFloats: (...rows: ListedRows) => void;
  /** `queries` (a multiple of 4) against `rows` (a multiple of 2): a matrix of floats at `out`. */
  readonly multiplyFloats: (
    query: number,
    queries: number,
    row: number,
    rows: number,
    stride: number,
    bytes: number,
    out: number,
  ) => void;
  /**
   * Adds factor × scale × (product - offset) to each float at `out`. The scale of a row, a float, and its offset, a whole number, are
   * `values` bytes after its first one. Codes of rows are -127 to 127, those of queries 0 to 127.
   */
  readonly scoreInt8: (...rows: [...ListedRows, values: number, factor: number]) => void;
  /** Queries listed at `list` against `rows` from `row` on (multiples of 4 and 2): a matrix of 32-bit sums at `out`. */
  readonly multiplyInt8: (
    query: number,
    list: number,
    queries: number,
    row: number,
    rows: number,
    stride: number,
    bytes: number,
    out: number,
  ) => void;
  /**
   * Positions of those of `count` (a multiple of 4) scores (product - offset) × scale that reach the threshold, at `out`; returns how
   * many. A scale of NaN reaches nothing.
   */
  readonly findAbove: (
    products: number,
    offsets: number,
    scales: number,
    count: number,
    threshold: number,
    out: number,
  ) => number;
  /**
   * Adds weight × a + b × (least + step × n) to a float for each row of `blocks` at `out` (binary-codes.ts): n is the sum of what the bits
   * of a row choose in the `tables` (bytes) of the query, a and b are the two floats of the row.
   */
  readonly scoreBinary: (
    query: number,
    tables: number,
    row: number,
    blocks: number,
    out: number,
    weight: number,
    least: number,
    step: number,
  ) => void;
  /**
   * Writes the places of the `wanted` (up to `count`) highest of `count` (a multiple of 4) floats to `out`, ascending. They are counted in `bins` from `lowest` on; among those in
   * the bin of the last wanted one, the first are taken. `sizes`: room for a 32-bit number for each bin.
   */
  readonly selectBest: (
    scores: number,
    count: number,
    wanted: number,
    lowest: number,
    perUnit: number,
    sizes: number,
    bins: number,
    out: number,
  ) => void;
};

/** WebAssembly memory that threads share. */
export type SharedMemory = { readonly buffer: SharedArrayBuffer };

/** Types of the part of WebAssembly that is used here; the full types come only with those of a browser. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const pageBytes = 65_536;

/** Bytes that WebAssembly can address. */
export const mostMemory = 2 ** 32 - pageBytes;

const module = new WebAssembly.Module(readFileSync(join(import.meta.dirname, 'kernel.wasm')));

export const allocateMemory = (bytes: number): SharedMemory => {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
};

export const openKernel = (memory: SharedMemory): Kernel =>
  new WebAssembly.Instance(module, { env: { memory } }).exports as Kernel;

/**
 * Fills a list from the `count`-th number on up to a multiple of 4, with a row that is in it. Returns how many numbers it then has; the list
 * has room for them.
 */
export const fillLast = (numbers: Uint32Array, count: number): number => {
  const padded = Math.ceil(count / 4) * 4;
  numbers.fill(numbers[count - 1] ?? 0, count, padded);
  return padded;
};
