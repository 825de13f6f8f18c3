import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../files/replace-file.ts';

/**
 * Downloaded pictures by the hash of their bytes, so that a new model can embed them without downloading them
 * again. A file whose bytes no longer match its hash counts as missing.
 */
export type PictureStore = {
  get(hash: string): Promise<Uint8Array | null>;
  put(bytes: Uint8Array): Promise<string>;
};

export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const openPictureStore = (folder: string): PictureStore => {
  const fileOf = (hash: string): string => join(folder, 'originals', hash.slice(0, 2), hash);
  const get = async (hash: string): Promise<Uint8Array | null> => {
    const bytes = await readFile(fileOf(hash)).catch(() => null);
    return bytes !== null && hashBytes(bytes) === hash ? bytes : null;
  };
  return {
    get,
    async put(bytes) {
      const hash = hashBytes(bytes);
      if ((await get(hash)) === null) await writeFileAtomically(fileOf(hash), bytes);
      return hash;
    },
  };
};
