import type { Files } from '../../../files/files.ts';
import type { OpenFile } from '../../../files/open-file.ts';
import { type ArrayType, bytesPerElement, type StoredArray } from './sections.ts';
import { createStringTable, type StringTable } from './strings.ts';

/** Bytes are written and read in blocks: the first ones are small, as most catalogues are. */
const [firstBlock, largestBlock] = [1 << 16, 1 << 22];

/** A temporary file that grows at its end: what a version of any size is built from passes through memory in blocks. */
export type Spool = ReturnType<typeof createSpool>;

export const createSpool = (files: Files, path: string) => {
  let block = new Uint8Array(0);
  let blockBytes = firstBlock;
  let [written, filled] = [0, 0];
  let writing = Promise.resolve();
  const flush = (): void => {
    const full = block.subarray(0, filled);
    if (filled > 0) writing = writing.then(() => files.append(path, full));
    // `waitForWrites` reports a failure; until it is called, the rejection must not count as unhandled.
    writing.catch(() => {});
    written += filled;
    [block, filled] = [new Uint8Array(0), 0];
  };
  return {
    /** Returns where the content begins. */
    append: (content: Uint8Array): number => {
      if (filled + content.length > block.length) {
        flush();
        block = new Uint8Array(Math.max(blockBytes, content.length));
        blockBytes = Math.min(largestBlock, blockBytes * 2);
      }
      block.set(content, filled);
      filled += content.length;
      return written + filled - content.length;
    },
    /** Resolves when all but one block is written. Callers that append much wait for it, to bound memory. */
    waitForWrites: (): Promise<void> => writing,
    /** What was appended so far. */
    open: async (): Promise<OpenFile> => {
      flush();
      await writing;
      return (await files.open(path)) ?? emptyFile;
    },
    remove: () => files.remove(path),
  };
};

/** Nothing was appended. */
const emptyFile: OpenFile = {
  bytes: 0,
  read: async () => undefined,
  readNow: () => undefined,
  close: async () => undefined,
};

/** An array of a version that is written from a file. */
export const storeArray = (
  type: ArrayType,
  file: Pick<OpenFile, 'bytes' | 'readNow'>,
  piece: number = 1 << 20,
): StoredArray => ({
  type,
  length: file.bytes / bytesPerElement(type),
  bytes: {
    *[Symbol.iterator]() {
      for (let at = 0; at < file.bytes; at += piece) {
        const some = new Uint8Array(Math.min(piece, file.bytes - at));
        file.readNow(some, at);
        yield some;
      }
    },
  },
});

/** Entries that are read at once when one of them is asked for. */
const windowBytes = 1 << 14;

/** Strings of which only the offsets are in memory. */
export const readStoredStrings = (
  offsets: Uint32Array,
  readNow: (into: Uint8Array, offset: number) => void,
): StringTable => {
  const end = offsets.at(-1) ?? 0;
  let window = Buffer.alloc(0);
  let first = 0;
  const bytesAt = (index: number): Buffer => {
    const [from, to] = [offsets[index] ?? 0, offsets[index + 1] ?? 0];
    if (from < first || to > first + window.length) {
      // Another buffer: callers may hold what they got.
      window = Buffer.alloc(Math.max(to - from, Math.min(windowBytes, end - from)));
      first = from;
      readNow(window, from);
    }
    return window.subarray(from - first, to - first);
  };
  const table = createStringTable(offsets.length - 1, (index) => bytesAt(index).toString('utf8'));
  return { ...table, bytesAt };
};
