import { createReadStream } from 'node:fs';
import { glob, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readCheckedLine } from '../../files/checksums.ts';

/* Events of shoppers and live changes are lines that begin with the CRC-32 of their text. A reader skips damaged ones. */

/** In the data folder, or in the folder that several machines share. */
const patterns = ['events/*/*.events', 'versions/*/changes-*.log'];

/** Names of files whose end is missing; costs the last byte of each. A crash while a line is written cuts one, too. */
export const listCutLogs = async (folder: string): Promise<string[]> => {
  const cut: string[] = [];
  for await (const name of glob(patterns, { cwd: folder }))
    if (await isCut(join(folder, name))) cut.push(name);
  return cut.sort();
};

const isCut = async (path: string): Promise<boolean> => {
  await using file = await open(path);
  const { size } = await file.stat();
  // Live changes may begin with an empty file; events come with it.
  if (size === 0) return path.endsWith('.events');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== '\n';
};

/** Files with lines that were cut or damaged, and how many; reads all of them. An empty file has lost at least one. */
export const listDamagedLogs = async (
  folder: string,
): Promise<{ readonly name: string; readonly lines: number }[]> => {
  const damaged: { name: string; lines: number }[] = [];
  for await (const name of glob(patterns, { cwd: folder })) {
    const path = join(folder, name);
    const lines = (await countDamagedLines(path)) || Number(await isCut(path));
    if (lines > 0) damaged.push({ name, lines });
  }
  return damaged.sort((a, b) => (a.name < b.name ? -1 : 1));
};

const countDamagedLines = async (path: string): Promise<number> => {
  let damaged = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    if (line !== '' && readCheckedLine(line) === null) damaged += 1;
  return damaged;
};
