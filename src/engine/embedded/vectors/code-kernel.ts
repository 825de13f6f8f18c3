import { relaxedCode, widenedCode } from './code-kernel-wasm.ts';

type Matrix = (
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
 * The query against `count` rows (a multiple of 4) whose numbers are at `list` (not the end of memory): one result for
 * each at `out`.
 */
type Gather = (
  query: number,
  base: number,
  list: number,
  count: number,
  stride: number,
  bytes: number,
  out: number,
) => void;

/**
 * Adds weight × a + b × (ones - each × n) to each float at `out`: a and b as in `estimates`, n is the number of bits that
 * differ from the planes of a query (bit-query.ts), those of plane k counted 2^k times.
 */
type Weighted = (...place: [...Parameters<Gather>, weight: number, ones: number, each: number]) => void;

type CodeScores = (...place: [...Parameters<Gather>, values: number, factor: number]) => void;

type Estimates = (...place: [...Parameters<Gather>, cosines: number, weight: number, own: number]) => void;

/**
 * Adds weight × a + b × (least + each × n) to each float at `out`, for the rows of `blocks` from `rows` on (bit-blocks.ts): a and b as
 * in `estimates`, n is the sum of what the bits of a row choose in the tables of a query (bit-tables.ts), which have so many `bytes`. With
 * `kept` 0 instead of -1, what was at `out` does not count.
 */
type LookUp = (
  tables: number,
  rows: number,
  blocks: number,
  bytes: number,
  out: number,
  weight: number,
  least: number,
  each: number,
  kept: number,
) => void;

/**
 * Integer arithmetic on quantised vectors. All positions are byte addresses, all lengths multiples of 16. Row codes are
 * -127 to 127, query codes 0 to 127: then relaxed SIMD gives the same sums on every machine.
 */
export type CodeKernel = {
  /**
   * `queries`, whose numbers are at `list`, against `rows` from `row` on (both multiples of 4): a matrix of 32-bit sums at
   * `out`.
   */
  readonly matrix: Matrix;
  /** The same sums, of pairs of products where the machine has relaxed SIMD. */
  readonly matrixByPairs: Matrix;
  /**
   * Adds factor × scale × (sum - offset) to each float at `out`: the scale, a float, and the offset, a whole number, are `values` bytes after
   * the first one of a row.
   */
  readonly codeScores: CodeScores;
  /** The same scores, from sums of pairs of products where the machine has relaxed SIMD. */
  readonly codeScoresByPairs: CodeScores;
  /** Float32 vectors and sums; `bytes` is above 0. */
  readonly floats: Gather;
  /**
   * Adds weight × a + own × b × cosine to each float at `out`: a and b are the two floats after the `bytes` (up to 496)
   * of bits of a row, the cosine is the float at `cosines` that the number of differing bits chooses.
   */
  readonly estimates: Estimates;
  /** The same results from counts of whole words. */
  readonly estimatesByWords: Estimates;
  readonly weightedByBytes: Weighted;
  readonly weightedByWords: Weighted;
  readonly lookUp: LookUp;
  /**
   * Subtracts floats at `mean` from those at `numbers`, four for each of `tables` (a multiple of 4). Writes two floats: the sum of what is least in each
   * table, and how far apart the entries of one are at most.
   */
  readonly measureTables: (numbers: number, mean: number, tables: number, out: number) => void;
  /** Tables of a query (bit-tables.ts) from its numbers, four floats for each; `perUnit`: steps of an entry for each unit. */
  readonly writeTables: (numbers: number, tables: number, perUnit: number, out: number) => void;
  /** The size of the largest of the floats from `numbers` to `end`, whole fours. */
  readonly findLargest: (numbers: number, end: number) => number;
  readonly sumSquares: (numbers: number, end: number) => number;
  /** Writes floats from `numbers` to `end`, whole sixteens, as codes (quantise.ts): 0 is `offset`. */
  readonly encodeNumbers: (
    numbers: number,
    end: number,
    perUnit: number,
    offset: number,
    out: number,
  ) => void;
  /**
   * Counts floats from `scores` to `end`, `step` bytes apart, in bins that begin at `lowest`: 32-bit counts at `counts`.
   * Those beyond the first or `last` bin are counted there. Nothing is counted before.
   */
  readonly countScores: (
    scores: number,
    end: number,
    step: number,
    lowest: number,
    perUnit: number,
    counts: number,
    last: number,
  ) => void;
  /** The highest bin that `wanted` of what was counted reach, or 0. */
  readonly findBin: (counts: number, bins: number, wanted: number) => number;
  /**
   * Positions of those of `count` (a multiple of 4, above 0) floats that reach `floor`, at `out`; returns how many. One more may be
   * written behind them.
   */
  readonly reaching: (scores: number, count: number, floor: number, out: number) => number;
  /**
   * Positions of those of `count` (a multiple of 4, above 0) scores (product - offset) × scale that reach `floor`, at
   * `out`; returns how many. A scale of NaN reaches nothing.
   */
  readonly above: (
    products: number,
    offsets: number,
    scales: number,
    count: number,
    floor: number,
    out: number,
  ) => number;
};

/** What is quicker here: x86 counts the bits of a word in one instruction, ARM those of sixteen bytes. */
export const chooseEstimates = ({ estimates, estimatesByWords }: CodeKernel): Estimates =>
  process.arch === 'x64' ? estimatesByWords : estimates;

export const chooseWeighted = ({ weightedByBytes, weightedByWords }: CodeKernel): Weighted =>
  process.arch === 'x64' ? weightedByWords : weightedByBytes;

/** What is quicker here: ARM adds four products of bytes in one instruction, x86 with few exceptions two. */
export const chooseMatrix = ({ matrix, matrixByPairs }: CodeKernel): Matrix =>
  process.arch === 'x64' ? matrixByPairs : matrix;

export const chooseCodeScores = ({ codeScores, codeScoresByPairs }: CodeKernel): CodeScores =>
  process.arch === 'x64' ? codeScoresByPairs : codeScores;

/**
 * Fills a list from the `count`-th number on up to a multiple of 4, with a row that is in it. Returns how many numbers it
 * then has; the list has room for them.
 */
export const fillLast = (numbers: Uint32Array, count: number): number => {
  const padded = Math.ceil(count / 4) * 4;
  numbers.fill(numbers[count - 1] ?? 0, count, padded);
  return padded;
};

/** WebAssembly memory that threads share. */
export type SharedMemory = { readonly buffer: SharedArrayBuffer };

/** Types of the part of WebAssembly that is used here. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  validate(code: Uint8Array): boolean;
};

const pageBytes = 65_536;

/** Bytes that WebAssembly can address. */
export const mostMemory = 2 ** 32 - pageBytes;

const compileKernel = (): object => {
  const relaxed = Buffer.from(relaxedCode, 'base64');
  return new WebAssembly.Module(WebAssembly.validate(relaxed) ? relaxed : Buffer.from(widenedCode, 'base64'));
};

let compiled: object | null = null;

export const allocateMemory = (bytes: number): SharedMemory => {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
};

export const openKernelOn = (
  memory: SharedMemory,
  module: object = (compiled ??=
    compileKernel()),
): CodeKernel => new WebAssembly.Instance(module, { kernel: { memory } }).exports as CodeKernel;

/** A kernel with a memory of its own. */
export const openCodeKernel = (
  bytes: number,
  module?: object,
): { kernel: CodeKernel; memory: SharedArrayBuffer } => {
  const memory = allocateMemory(bytes);
  return { kernel: openKernelOn(memory, module), memory: memory.buffer };
};

/** The kernel without relaxed SIMD, whatever the machine has; for tests. */
export const compileWidenedKernel = (): object => new WebAssembly.Module(Buffer.from(widenedCode, 'base64'));
