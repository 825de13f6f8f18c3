import { readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ifMissing } from './error-code.ts';
import { lockFileName } from './file-lock.ts';
import { diskFiles, temporaryName } from './files.ts';

/** Locks and databases belong to their machine; unfinished files to nobody. */
const belongsToMachine = (name: string): boolean =>
  name.startsWith(lockFileName) || /\.sqlite(-wal|-shm|-journal)?$|\.new$/.test(name);

/** Names of the files in a folder and below that may be copied to another machine. */
export const listCopyable = async (folder: string): Promise<string[]> => {
  const entries = await ifMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
  return entries
    .filter((entry) => entry.isFile() && !belongsToMachine(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
};

/** A durable copy with the times of the original, which is complete when it appears. */
export const copyWithTimes = async (from: string, to: string): Promise<void> => {
  await diskFiles.makeFolder(dirname(to));
  const temporary = temporaryName(to);
  await diskFiles.copyDurably(from, temporary);
  const { atime, mtime } = await stat(from);
  await utimes(temporary, atime, mtime);
  await diskFiles.rename(temporary, to);
  await diskFiles.sync(dirname(to));
};

/**
 * Copies the files of a folder that are missing or older in `to`, or moves them all; returns how many were copied. A file that
 * was removed meanwhile is not needed.
 */
export const copyNewer = async (
  from: string,
  to: string,
  { signal, moves = false }: { readonly signal?: AbortSignal | undefined; readonly moves?: boolean } = {},
): Promise<number> => {
  let copied = 0;
  for (const name of await listCopyable(from)) {
    signal?.throwIfAborted();
    const paths = [join(from, name), join(to, name)] as const;
    const [ours, theirs] = await Promise.all(paths.map((path) => ifMissing(stat(path), null)));
    if (ours && (!theirs || ours.mtimeMs > theirs.mtimeMs)) {
      await ifMissing(copyWithTimes(...paths), undefined);
      copied += 1;
    }
    if (moves) await diskFiles.remove(paths[0]);
  }
  return copied;
};
