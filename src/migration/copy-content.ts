import { readdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ifMissing } from '../files/error-code.ts';
import { lockFileName } from '../files/file-lock.ts';
import { diskFiles, temporaryName } from '../files/files.ts';

/** What nodes share besides versions. A node that starts with a shared folder moves its own there by itself. */
const contentNames = ['imports', 'keywords', 'uploaded-pictures', 'alerts', 'events', 'pictures'] as const;

/** Locks and databases belong to their machine; unfinished files to nobody. */
const isOwn = (name: string): boolean =>
  name.startsWith(lockFileName) || /\.sqlite(-wal|-shm|-journal)?$|\.new$/.test(name);

const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await ifMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
  return entries
    .filter((entry) => entry.isFile() && !isOwn(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
};

const isCurrent = async (from: string, to: string): Promise<boolean> => {
  const [source, target] = await Promise.all([stat(from), ifMissing(stat(to), null)]);
  return target !== null && target.mtimeMs >= source.mtimeMs && target.size === source.size;
};

const copyFile = async (from: string, to: string): Promise<void> => {
  await diskFiles.makeFolder(dirname(to));
  const temporary = temporaryName(to);
  await diskFiles.copyDurably(from, temporary);
  const { atime, mtime } = await stat(from);
  await utimes(temporary, atime, mtime);
  await diskFiles.rename(temporary, to);
};

/** Copies import jobs, keywords, shoppers' events and pictures that are missing or older in `to`; returns how many files. */
export const copyContent = async (from: string, to: string, signal?: AbortSignal): Promise<number> => {
  let copied = 0;
  for (const folder of contentNames)
    for (const name of await listFiles(join(from, folder))) {
      signal?.throwIfAborted();
      const [source, target] = [join(from, folder, name), join(to, folder, name)];
      // A file that was removed meanwhile is not needed.
      if (await ifMissing(isCurrent(source, target), true)) continue;
      await ifMissing(copyFile(source, target), undefined);
      copied += 1;
    }
  return copied;
};
