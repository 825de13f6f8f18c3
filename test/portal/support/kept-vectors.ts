import { existsSync } from 'node:fs';
import { constants, copyFile, cp, glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../../src/files/error-code.ts';
import { waitForLock } from '../../../src/files/file-lock.ts';
import { limits } from '../../limits.ts';

/**
 * Most browser tests import the same drawn pictures. The vectors that one test file computes are kept for the files after
 * it, for the time of one test run: embedding takes longer than everything else that a small shop needs.
 */

const variable = 'TEST_VECTORS';

/** Pictures of the sample: those of the small shop are some of those of the demo. */
export type DrawnPictures = 'small shop' | 'demo';

/**
 * Imports drawn pictures into a data folder. The first file that needs them computes their vectors; others wait for it and
 * copy them, instead of computing the same at the same time.
 */
export const importDrawn = async <T>(
  drawn: DrawnPictures,
  dataFolder: string,
  work: () => Promise<T>,
): Promise<T> => {
  const kept = process.env[variable];
  if (!kept) return work();
  const isKept = (): boolean => existsSync(join(kept, drawn));
  if (!isKept()) {
    // Another file embeds the whole sample meanwhile.
    const lock = await waitForLock(kept, 'turn', { timeoutMs: limits.import });
    try {
      if (!isKept()) return await importAndKeep({ kept, drawn, dataFolder, work });
    } finally {
      lock.release();
    }
  }
  await copyVectors(kept, dataFolder);
  return work();
};

type Keeping<T> = {
  readonly kept: string;
  readonly drawn: DrawnPictures;
  readonly dataFolder: string;
  readonly work: () => Promise<T>;
};

const importAndKeep = async <T>({ kept, drawn, dataFolder, work }: Keeping<T>): Promise<T> => {
  await copyVectors(kept, dataFolder);
  const result = await work();
  await keepVectors(kept, dataFolder);
  await writeFile(join(kept, drawn), '');
  return result;
};

const picturesOf = (folder: string): string => join(folder, 'pictures');

/** Another file may add vectors meanwhile: one that is copied half counts as missing. */
const copyVectors = async (kept: string, dataFolder: string): Promise<void> => {
  await mkdir(picturesOf(kept), { recursive: true });
  await cp(picturesOf(kept), picturesOf(dataFolder), { recursive: true });
};

const keepVectors = async (kept: string, dataFolder: string): Promise<void> => {
  for await (const file of glob('*/*/*.vector', { cwd: picturesOf(dataFolder) })) {
    const target = join(picturesOf(kept), file);
    await mkdir(dirname(target), { recursive: true });
    try {
      await copyFile(join(picturesOf(dataFolder), file), target, constants.COPYFILE_EXCL);
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error;
    }
  }
};

/** Global set-up of Vitest: runs once, before the first file. */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-vectors-'));
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
};
