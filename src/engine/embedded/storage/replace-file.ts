import { dirname } from 'node:path';
import type { Files } from '../../../files/files.ts';

/** Replaces a small file atomically: readers see the old or the new text at any time, also after a crash. */
export const replaceDurably = async (files: Files, path: string, text: string): Promise<void> => {
  const temporary = `${path}.new`;
  await files.write(temporary, [Buffer.from(text)]);
  await files.sync(temporary);
  await files.rename(temporary, path);
  await files.sync(dirname(path));
};
