import { allocateMemory } from './code-kernel.ts';
import { type CodeRows, createCodeRows } from './code-rows.ts';
import { codeRowBytes, layOutScratch, type Scratch } from './scratch.ts';
import {
  type CopyLimits,
  copyWords,
  createSideBySide,
  type RowCopy,
  type SideBySide,
  wordsOf,
} from './side-by-side.ts';
import type { VectorShape } from './vector-shape.ts';

/** The codes of the pictures of a list, side by side in a memory of their own. A row is a place in the list. */
export type CodeCopy = RowCopy & {
  readonly rows: CodeRows;
  readonly scratch: Scratch;
  readonly words: Uint32Array;
  /** The picture whose codes are in the scratch; -1: none. */
  query: number;
};

/** Rows of all pictures, in words from `base` (bytes) on. */
type AllCodes = { readonly words: Uint32Array; readonly base: number };

/** Bytes that are copied at a stretch: others wait for it. */
const bytesAtOnce = 1 << 17;

/** Bytes of all copies of a thread, and how many there are. */
type Limits = CopyLimits & { readonly mostBytes: number };

/** Fewer rows are compared in full, and more lose most rows to bits first. Lists of a sample for margins are longer, too. */
export const shortLists: Limits = { mostBytes: 1 << 23, copies: 4, fewestRows: 264, mostRows: 4095 };

/** Of these, rows that bits leave are compared: they are next to fewer others, so that fewer pages have to be found. */
export const longLists: Limits = {
  mostBytes: 1 << 24,
  copies: 1,
  fewestRows: shortLists.mostRows + 2,
  mostRows: 1 << 16,
  questionsBefore: 512,
};

export type CodeCopies = {
  /** The copy of a list; each call copies some more rows of one that is asked for again and again. Null until all are copied. */
  findSoon(list: Uint32Array): CodeCopy | null;
  /** The copy of a list that has all of its rows. */
  find(list: Uint32Array): CodeCopy | null;
};

export const createCodeCopies = (shape: VectorShape, codes: AllCodes, limits: Limits): CodeCopies => {
  const copied = createCopies(shape, codes, limits);
  const rowsAtOnce = Math.ceil(bytesAtOnce / Math.max(1, codeRowBytes(shape)));
  return {
    find: copied.findWhole,
    findSoon: (list) => {
      const begun = copied.find(list, 0, 0);
      if (begun && begun.filled < list.length)
        copied.find(list, 0, Math.min(list.length, begun.filled + rowsAtOnce));
      return copied.findWhole(list);
    },
  };
};

const createCopies = (shape: VectorShape, codes: AllCodes, limits: Limits): SideBySide<CodeCopy> => {
  const stride = codeRowBytes(shape);
  const mostRows = Math.min(limits.mostRows, limits.mostBytes / limits.copies / Math.max(1, stride));
  return createSideBySide(
    { ...limits, mostRows },
    (list) => createCopy(shape, list.length),
    ({ words }, list, from, to) => {
      for (let place = from; place < to; place += 1) {
        const row = wordsOf(codes.base + (list[place] ?? 0) * stride);
        copyWords(codes.words, row, words, wordsOf(place * stride), wordsOf(stride));
      }
    },
  );
};

const createCopy = (shape: VectorShape, rows: number): CodeCopy => {
  const stride = codeRowBytes(shape);
  const scratch = layOutScratch(shape, rows * stride);
  const home = allocateMemory(scratch.end);
  return {
    filled: 0,
    query: -1,
    rows: createCodeRows(home, 0, stride, scratch),
    scratch,
    words: new Uint32Array(home.buffer),
  };
};
