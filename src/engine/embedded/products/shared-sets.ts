import { createHash } from 'node:crypto';
import type { SetStore } from './set-store.ts';

/*
 * Results of one published version in memory that all serving threads read and write. Each thread takes the next row, makes
 * its result in a piece of memory that is its own, and then writes its position; nobody waits for anybody, and a thread that
 * ends leaves everything as it is. In words of 32 bits:
 *
 *   pieces that are taken, then for each kind of question: state, next row, digest of the question (4 words)
 *   position of the result of each row, plus 1, for each kind of question
 *   pieces of results
 */

/** Boxes of one catalogue ask in few ways; beyond that, results are made for each question. */
export const maximumKinds = 4;

const kindWords = 6;
const kindWord = { state: 0, nextRow: 1, digest: 2 } as const;
const firstKind = 1;
const firstPosition = firstKind + maximumKinds * kindWords;

const kindState = { free: 0, taken: 1, described: 2 } as const;

const pieceWords = 2 ** 16;
const bytesPerWord = 4;

/** A result takes some 500 bytes. Memory that is never written takes none. */
const limits = { bytesPerRow: 16 << 10, leastBytes: 4 << 20, mostBytes: 128 << 20 } as const;

export const allocateSharedSets = (rowCount: number): SharedArrayBuffer => {
  const { bytesPerRow, leastBytes, mostBytes } = limits;
  const resultBytes = Math.min(Math.max(rowCount * bytesPerRow, leastBytes), mostBytes);
  return new SharedArrayBuffer((firstPosition + maximumKinds * rowCount) * bytesPerWord + resultBytes);
};

/**
 * The results for one kind of question, which a text describes completely; null: there is no room for another kind, or another
 * thread is just describing one.
 */
export const openSharedSets = (
  memory: SharedArrayBuffer,
  rowCount: number,
  question: string,
): SetStore | null => {
  const kind = findKind(new Uint32Array(memory, 0, firstPosition), question);
  if (kind < 0) return null;
  const header = new Int32Array(memory, 0, firstPosition);
  const nextRow = firstKind + kind * kindWords + kindWord.nextRow;
  const positions = new Uint32Array(memory, (firstPosition + kind * rowCount) * bytesPerWord, rowCount);
  const results = new Uint32Array(memory, (firstPosition + maximumKinds * rowCount) * bytesPerWord);
  const pieceCount = Math.floor(results.length / pieceWords);
  /** Within the piece of this thread. */
  let [end, pieceEnd] = [0, 0];
  const takePiece = (): boolean => {
    const piece = Atomics.add(header, 0, 1);
    if (piece >= pieceCount) {
      // So that it never overflows, however often it is tried.
      Atomics.store(header, 0, pieceCount);
      return false;
    }
    end = piece * pieceWords;
    pieceEnd = end + pieceWords;
    return true;
  };
  return {
    takeRow: () => {
      const row = Atomics.load(header, nextRow) < rowCount ? Atomics.add(header, nextRow, 1) : rowCount;
      return row < rowCount ? row : -1;
    },
    isComplete: () => Atomics.load(header, nextRow) >= rowCount,
    close: () => void Atomics.store(header, nextRow, rowCount),
    add: (row, { words, length }) => {
      // Longer than a piece: it is searched for each time.
      if (length > pieceWords) return true;
      if (end + length > pieceEnd && !takePiece()) return false;
      results.set(words.subarray(0, length), end);
      // Last: whoever sees the position sees the result.
      Atomics.store(positions, row, end + 1);
      end += length;
      return true;
    },
    find: (row) => {
      if (!(row >= 0 && row < rowCount)) return null;
      const position = Atomics.load(positions, row);
      return position === 0 ? null : { words: results, start: position - 1 };
    },
  };
};

/** The place of this kind of question, taken if it is new; -1: there is none now. */
const findKind = (header: Uint32Array<SharedArrayBuffer>, question: string): number => {
  const digest = createHash('sha256').update(question).digest();
  const wanted = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at));
  for (let kind = 0; kind < maximumKinds; kind += 1) {
    const at = firstKind + kind * kindWords;
    const state = Atomics.compareExchange(header, at, kindState.free, kindState.taken);
    if (state === kindState.free) {
      for (const [index, value] of wanted.entries()) header[at + kindWord.digest + index] = value;
      Atomics.store(header, at, kindState.described);
      return kind;
    }
    // It may be this one: taking the next place, too, would make everything twice.
    if (state === kindState.taken) return -1;
    if (wanted.every((value, index) => header[at + kindWord.digest + index] === value)) return kind;
  }
  return -1;
};
