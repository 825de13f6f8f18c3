import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Files } from '../../../files/files.ts';
import type { OpenFile } from '../../../files/open-file.ts';
import { blockBytes, countBlocks } from './blocks.ts';
import type { ConfirmTask, FileBlocks } from './confirm-thread.ts';
import type { FileEntry } from './manifest.ts';

/*
 * The files of a large version are verified in threads: each reads a block and compares its CRC-32 while the block is in the
 * cache of its core. One thread that compares what others have read takes twice as long on two cores.
 */

export type ConfirmThreads = {
  /** 0: none. */
  readonly count: number;
  /** Size of a version from which threads are used, in bytes; they take about 0.1 s to start. */
  readonly from: number;
};

export const noThreads: ConfirmThreads = { count: 0, from: 0 };

/** An open file that is as it was written. */
export type ConfirmedFile = {
  readonly file: OpenFile;
  readonly entry: FileEntry;
  /** Its content, which is what was verified; null: it was only verified. */
  readonly content: SharedArrayBuffer | null;
};

/**
 * Opens the files of a folder and verifies them; those with a name in `wanted` are read into memory. Returns the files that are
 * as they were written, by name. Says nothing about the others: they may be missing, damaged or of an older program, or the
 * version may be too small for threads.
 */
export const openConfirmed = async (
  files: Files,
  folder: string,
  entries: readonly FileEntry[],
  wanted: readonly string[],
  { count, from }: ConfirmThreads,
): Promise<ReadonlyMap<string, ConfirmedFile>> => {
  if (count === 0 || entries.reduce((sum, { bytes }) => sum + bytes, 0) < from) return new Map();
  const confirmable: ConfirmedFile[] = [];
  for (const entry of entries) {
    const file = await openConfirmable(files, join(folder, entry.name), entry);
    const content = wanted.includes(entry.name) ? new SharedArrayBuffer(entry.bytes) : null;
    if (file !== null) confirmable.push({ file, entry, content });
  }
  const sound = await countSoundBlocks(confirmable, count);
  const confirmed = new Map<string, ConfirmedFile>();
  for (const [at, one] of confirmable.entries()) {
    if (sound[at] === countBlocks(one.entry.bytes)) confirmed.set(one.entry.name, one);
    else await one.file.close();
  }
  return confirmed;
};

const openConfirmable = async (files: Files, path: string, entry: FileEntry): Promise<OpenFile | null> => {
  const file = await files.open(path);
  const isConfirmable =
    file?.descriptor !== undefined &&
    file.bytes === entry.bytes &&
    entry.crcs?.length === countBlocks(entry.bytes);
  if (isConfirmable) return file;
  await file?.close();
  return null;
};

const countSoundBlocks = async (files: readonly ConfirmedFile[], threads: number): Promise<Int32Array> => {
  const task: ConfirmTask = {
    files: files.map(toBlocks),
    blockBytes,
    nextBlock: new Int32Array(new SharedArrayBuffer(4)),
    sound: new Int32Array(new SharedArrayBuffer(4 * files.length)),
  };
  await Promise.all(Array.from({ length: threads }, () => runThread(task)));
  return task.sound;
};

const toBlocks = ({ file, entry, content }: ConfirmedFile): FileBlocks => ({
  descriptor: file.descriptor ?? -1,
  bytes: entry.bytes,
  crcs: Uint32Array.from(entry.crcs ?? []),
  into: content,
});

/** Ends when the thread has ended, in whatever way: what it did not confirm is verified without it. */
const runThread = async (workerData: ConfirmTask): Promise<void> => {
  const worker = new Worker(new URL('./confirm-thread.ts', import.meta.url), { workerData });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.once('error', () => undefined);
  await ended;
};
