/* The program of a thread that verifies files (confirm-files.ts). Imports little, so that it starts soon. */
import { readSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

export type FileBlocks = {
  /** Of this process: threads share them. */
  readonly descriptor: number;
  readonly bytes: number;
  /** Of each block. */
  readonly crcs: Uint32Array;
  readonly into: SharedArrayBuffer | null;
};

export type ConfirmTask = {
  readonly files: readonly FileBlocks[];
  readonly blockBytes: number;
  /** The next block that no thread has taken; blocks of all files are counted in one row. */
  readonly nextBlock: Int32Array<SharedArrayBuffer>;
  /** How many blocks of each file are as they were written. */
  readonly sound: Int32Array<SharedArrayBuffer>;
};

const { files, blockBytes, nextBlock, sound } = workerData as ConfirmTask;
const spare = new Uint8Array(blockBytes);

/** Whether all of it could be read. */
const fill = (content: Uint8Array, descriptor: number, start: number): boolean => {
  for (let at = 0; at < content.length; ) {
    const count = readSync(descriptor, content, at, content.length - at, start + at);
    if (count === 0) return false;
    at += count;
  }
  return true;
};

const isSound = ({ descriptor, bytes, crcs, into }: FileBlocks, block: number): boolean => {
  const start = block * blockBytes;
  const length = Math.min(blockBytes, bytes - start);
  const content = into === null ? spare.subarray(0, length) : new Uint8Array(into, start, length);
  return fill(content, descriptor, start) && crc32(content) === crcs[block];
};

let [file, firstBlock] = [0, 0];
for (;;) {
  const taken = Atomics.add(nextBlock, 0, 1);
  let current = files[file];
  while (current !== undefined && taken - firstBlock >= current.crcs.length) {
    firstBlock += current.crcs.length;
    file += 1;
    current = files[file];
  }
  if (current === undefined) break;
  if (isSound(current, taken - firstBlock)) Atomics.add(sound, file, 1);
}
