import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Files } from '../../../files/files.ts';

/*
 * A log is a folder with one file for each day (UTC) on which events were received, and for each node where several
 * machines share the folder: two of them must not append to one file. A file is appended to only on its own day, so the
 * files before yesterday can be rewritten while other processes append.
 */

const suffix = '.events';
const readBytes = 1 << 20;

export const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** `<day>`, or `<day>.<node>`. */
export const segmentName = (day: string, node: string | null): string =>
  node === null ? day : `${day}.${node}`;
export const dayOf = (segment: string): string => segment.slice(0, 'yyyy-mm-dd'.length);
export const segmentFile = (folder: string, segment: string): string => join(folder, `${segment}${suffix}`);

/** Names of all segments, oldest day first. */
export const listSegments = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder))
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length));

/** Lines that are not empty, one block of the file in memory at a time. */
export async function* readLines(files: Files, path: string): AsyncGenerator<string> {
  const file = await files.open(path);
  if (file === null) return;
  try {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (let offset = 0; offset < file.bytes; offset += readBytes) {
      const block = Buffer.alloc(Math.min(readBytes, file.bytes - offset));
      await file.read(block, offset);
      const lines = (rest + decoder.write(block)).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield line;
    }
    rest += decoder.end();
    if (rest !== '') yield rest;
  } finally {
    await file.close();
  }
}

export const fileSize = async (files: Files, path: string): Promise<number> => (await files.size(path)) ?? 0;

/**
 * Durable when it returns. The text starts with a line break, so that a torn line before it cannot damage its first
 * line.
 */
export const appendLines = async (files: Files, path: string, text: string): Promise<void> => {
  if ((await files.size(path)) === null) await makeFolderDurably(files, dirname(path));
  await files.appendDurably(path, Buffer.from(`\n${text}`));
};

/** The names of a new folder and of the one above it are durable too. */
const makeFolderDurably = async (files: Files, folder: string): Promise<void> => {
  await files.makeFolder(folder);
  await files.sync(dirname(folder));
  await files.sync(dirname(dirname(folder)));
};
