import type { SetWriter } from './set-words.ts';

/** Bytes that results of one version may still take. */
export type SetBudget = { bytes: number };

/** Results by row, as words in few large pieces of memory. */
export type SetStore = {
  /** False: the budget is used up, and nothing was stored. */
  add(row: number, result: SetWriter): boolean;
  /** The piece with the result of a row, and where it begins there; null: there is none. */
  find(row: number): { readonly words: Uint32Array; readonly start: number } | null;
};

const pieceBits = 16;
const pieceWords = 2 ** pieceBits;
const bytesPerWord = 4;

export const createSetStore = (rowCount: number, budget: SetBudget): SetStore => {
  /** Position of the result of each row, plus 1; 0: there is none. */
  const positions = new Uint32Array(rowCount);
  const pieces: Uint32Array[] = [];
  /** Behind the last result. */
  let end = 0;
  const addPiece = (): boolean => {
    if (budget.bytes < pieceWords * bytesPerWord) return false;
    budget.bytes -= pieceWords * bytesPerWord;
    end = pieces.length * pieceWords;
    pieces.push(new Uint32Array(pieceWords));
    return true;
  };
  return {
    add: (row, { words, length }) => {
      // Longer than a piece: it is searched for each time.
      if (length > pieceWords) return true;
      if (end + length > pieces.length * pieceWords && !addPiece()) return false;
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
