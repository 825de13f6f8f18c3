import { constants, copyFile, cp, glob, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../../src/files/error-code.ts';

/**
 * Most browser tests import the same drawn pictures. The vectors that one test file computes are kept for the files after
 * it, for the time of one test run: embedding takes longer than everything else that a small shop needs.
 */

const variable = 'TEST_VECTORS';

/** Copies vectors that another test file has computed into an empty data folder. */
export const addKeptVectors = async (dataFolder: string): Promise<void> => {
  const kept = process.env[variable];
  if (kept) await cp(kept, join(dataFolder, 'pictures'), { recursive: true });
};

/** A file that two tests write at once is whole in the end; until then it counts as missing. */
export const keepVectors = async (dataFolder: string): Promise<void> => {
  const kept = process.env[variable];
  if (!kept) return;
  const pictures = join(dataFolder, 'pictures');
  for await (const file of glob('*/*/*.vector', { cwd: pictures })) {
    await mkdir(dirname(join(kept, file)), { recursive: true });
    try {
      await copyFile(join(pictures, file), join(kept, file), constants.COPYFILE_EXCL);
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
