import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/*
 * A log is a folder with one file for each day (UTC) on which events were received. A file is appended to only on its
 * own day, so the files before yesterday can be rewritten while other processes append.
 */

const suffix = '.events';

export const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const segmentFile = (folder: string, day: string): string => join(folder, `${day}${suffix}`);

/** Days that have a file, oldest first. */
export const listDays = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(defaultWhenMissing<string[]>([]));
  return names
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort();
};

export async function* readLines(file: string): AsyncGenerator<string> {
  if ((await fileSize(file)) === 0) return;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line !== '') yield line;
}

export const fileSize = async (file: string): Promise<number> =>
  stat(file).then(({ size }) => size, defaultWhenMissing(0));

/** Atomic: readers see the old or the new content. */
export const replaceFile = async (
  file: string,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<void> => {
  const partial = `${file}.${process.pid}.partial`;
  const handle = await open(partial, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
  await syncFolder(join(file, '..'));
};

/**
 * Durable when it returns. The text starts with a line break, so that a torn line before it cannot damage its first
 * line.
 */
export const appendDurably = async (file: string, text: string): Promise<void> => {
  const folder = join(file, '..');
  await mkdir(folder, { recursive: true });
  const isNew = (await fileSize(file)) === 0;
  const handle = await open(file, 'a');
  try {
    await handle.appendFile(`\n${text}`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(folder);
};

export const removeFile = (file: string): Promise<void> => rm(file, { force: true });

/** A new file name is durable only after its folder is synced. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const defaultWhenMissing = <T>(value: T): ((error: NodeJS.ErrnoException) => T) => {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
};
