import { setTimeout } from 'node:timers/promises';
import type { Files } from '../../../files/files.ts';
import type { OpenFile } from '../../../files/open-file.ts';
import { allocateMemory, type SharedMemory } from '../kernel/kernel.ts';
import { blockBytes, findBlockDamage } from './blocks.ts';
import { corruptedFault, type FileEntry } from './manifest.ts';
import { readSections, type Sections } from './sections.ts';

/*
 * A file that can be made again from other files of its version. It is read into memory that threads share and that
 * kernels read where it is. One thread reads it, in the background: nothing waits for it, and without it answers are the
 * same. After the content each thread has a place of its own to write to.
 */

/** What threads share of it. */
export type SharedFile = {
  readonly entry: FileEntry;
  readonly memory: SharedMemory;
  /** Whether it is read (see `states`), and how many bytes of the room after it are taken. */
  readonly state: Int32Array<SharedArrayBuffer>;
};

export type DerivedFile = {
  readonly entry: FileEntry;
  /** The memory, filled or not; null: there is not enough. */
  share(): SharedFile | null;
  /** Ends when it is in memory, and gives its arrays; null: it is missing, damaged or too large. */
  read(): Promise<Sections | null>;
};

const states = { reading: 0, isRead: 1, failed: 2 } as const;
const [stateAt, takenAt] = [0, 1];

/** Room for the places of threads, those that were replaced included. Only what is written to takes memory. */
export const roomBytes = 1 << 24;

/** How often a thread looks whether another one has read the file. */
const pollMs = 20;

/** `onFailed`: called when it exists and cannot be used. */
export const openDerivedFile = (
  files: Files,
  path: string,
  entry: FileEntry,
  onFailed: (error: unknown) => void,
): DerivedFile => {
  let shared: SharedFile | null | undefined;
  const share = (): SharedFile | null => (shared ??= allocate(entry));
  let reading: Promise<Sections | null> | null = null;
  const read = async (): Promise<Sections | null> => {
    const target = share();
    if (target === null) return null;
    const { memory, state } = target;
    try {
      await readVerified(files, path, entry, new Uint8Array(memory.buffer, 0, entry.bytes));
      Atomics.store(state, stateAt, states.isRead);
      return openSections(target);
    } catch (error) {
      Atomics.store(state, stateAt, states.failed);
      onFailed(error);
      return null;
    }
  };
  return { entry, share, read: () => (reading ??= read()) };
};

/** The same file, which another thread reads. */
export const joinDerivedFile = (shared: SharedFile): DerivedFile => ({
  entry: shared.entry,
  share: () => shared,
  read: async () => {
    while (Atomics.load(shared.state, stateAt) === states.reading)
      await setTimeout(pollMs, undefined, { ref: false });
    return Atomics.load(shared.state, stateAt) === states.isRead ? openSections(shared) : null;
  },
});

/** Where a thread may write so many bytes; null when all room is taken. */
export const takePlace = ({ entry, memory, state }: SharedFile, bytes: number): number | null => {
  const size = Math.ceil(bytes / 16) * 16;
  const at = Math.ceil(entry.bytes / 16) * 16 + Atomics.add(state, takenAt, size);
  return at + size <= memory.buffer.byteLength ? at : null;
};

const openSections = ({ entry, memory }: SharedFile): Sections =>
  readSections(Buffer.from(memory.buffer), entry.sections);

const allocate = (entry: FileEntry): SharedFile | null => {
  try {
    const memory = allocateMemory(entry.bytes + roomBytes);
    return { entry, memory, state: new Int32Array(new SharedArrayBuffer(8)) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

const readVerified = async (
  files: Files,
  path: string,
  entry: FileEntry,
  into: Uint8Array<SharedArrayBuffer>,
): Promise<void> => {
  const file = await files.open(path);
  try {
    const problem = await readBlocks(file, entry, into);
    if (problem !== null) throw corruptedFault(path, problem);
  } finally {
    await file?.close();
  }
};

const readBlocks = async (
  file: OpenFile | null,
  entry: FileEntry,
  into: Uint8Array<SharedArrayBuffer>,
): Promise<string | null> => {
  if (file === null) return 'is missing';
  if (file.bytes !== entry.bytes) return `has ${file.bytes} bytes instead of ${entry.bytes}`;
  for (let block = 0; block * blockBytes < into.length; block += 1) {
    const content = into.subarray(block * blockBytes, (block + 1) * blockBytes);
    await file.read(content, block * blockBytes);
    const problem = findBlockDamage(content, entry, block);
    if (problem !== null) return problem;
  }
  return null;
};
