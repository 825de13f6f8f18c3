import type { Files } from '../../../files/files.ts';
import { allocateMemory, type SharedMemory } from '../kernel/kernel.ts';
import { readVerified } from './blocks.ts';
import { corruptedFault, type FileEntry } from './manifest.ts';

/*
 * A file that can be made again from other files of its version. It is read into memory that threads share and that
 * kernels read where it is. After the content each thread has a place of its own to write to.
 */

/** What threads share of it. */
export type SharedFile = {
  readonly entry: FileEntry;
  /** Begins with the content of the file. */
  readonly memory: SharedMemory;
  /** How many bytes of the room after it are taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;
};

export type DerivedFile = {
  readonly entry: FileEntry;
  /** The same memory at every call; null: the file is missing, damaged or too large. */
  read(): Promise<SharedFile | null>;
};

/** Room for the places of threads, those that were replaced included. Only what is written to takes memory. */
export const roomBytes = 1 << 24;

/** `onFailed`: called when it cannot be used. */
export const openDerivedFile = (
  files: Files,
  path: string,
  entry: FileEntry,
  onFailed: (error: unknown) => void,
): DerivedFile => {
  const read = async (): Promise<SharedFile | null> => {
    const file = await files.open(path);
    try {
      const memory = allocateMemory(entry.bytes + roomBytes);
      const problem = await readVerified(file, entry, new Uint8Array(memory.buffer, 0, entry.bytes));
      if (problem !== null) throw corruptedFault(path, problem);
      return { entry, memory, taken: new Int32Array(new SharedArrayBuffer(4)) };
    } catch (error) {
      onFailed(error);
      return null;
    } finally {
      await file?.close();
    }
  };
  let reading: Promise<SharedFile | null> | null = null;
  return { entry, read: () => (reading ??= read()) };
};

/** Where a thread may write so many bytes; null when all room is taken. */
export const takePlace = ({ entry, memory, taken }: SharedFile, bytes: number): number | null => {
  const size = Math.ceil(bytes / 16) * 16;
  const at = Math.ceil(entry.bytes / 16) * 16 + Atomics.add(taken, 0, size);
  return at + size <= memory.buffer.byteLength ? at : null;
};
