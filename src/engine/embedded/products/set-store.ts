import type { SetWriter } from './set-words.ts';

/** Bytes that results of one version may still take. */
export type SetBudget = { bytes: number };

/** Results by row, as words in large pieces of memory. */
export type SetStore = {
  /** The next row whose result is to be made; -1: there is none left. */
  takeRow(): number;
  /** Whether there is none left. */
  isComplete(): boolean;
  /** No further result is made. */
  close(): void;
  /** False: there is no room, and nothing was stored. */
  add(row: number, result: SetWriter): boolean;
  /** The memory with the result of a row, and where it begins there; null: there is none. */
  find(row: number): { readonly words: Uint32Array; readonly start: number } | null;
};

const pieceBits = 16;
const pieceWords = 2 ** pieceBits;
const bytesPerWord = 4;

/** Results of this thread alone. Memory is taken when the first one is added. */
export const createSetStore = (rowCount: number, budget: SetBudget): SetStore => {
  /** Position of the result of each row, plus 1; 0: there is none. */
  let positions = new Uint32Array(0);
  const pieces: Uint32Array[] = [];
  /** Behind the last result. */
  let end = 0;
  let nextRow = 0;
  const addPiece = (): boolean => {
    if (budget.bytes < pieceWords * bytesPerWord) return false;
    budget.bytes -= pieceWords * bytesPerWord;
    end = pieces.length * pieceWords;
    pieces.push(new Uint32Array(pieceWords));
    return true;
  };
  return {
    takeRow: () => (nextRow < rowCount ? nextRow++ : -1),
    isComplete: () => nextRow >= rowCount,
    close: () => {
      nextRow = rowCount;
    },
    add: (row, { words, length }) => {
      // Longer than a piece: it is searched for each time.
      if (length > pieceWords) return true;
      if (end + length > pieces.length * pieceWords && !addPiece()) return false;
      if (positions.length === 0) positions = new Uint32Array(rowCount);
      pieces.at(-1)?.set(words.subarray(0, length), end % pieceWords);
      positions[row] = end + 1;
      end += length;
      return true;
    },
    find: (row) => {
      const position = (positions[row] ?? 0) - 1;
      const words = pieces[position >>> pieceBits];
      return position < 0 || words === undefined ? null : { words, start: position % pieceWords };
    },
  };
};
