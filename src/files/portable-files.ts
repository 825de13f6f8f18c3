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
