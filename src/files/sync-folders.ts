import { dirname, join } from 'node:path';
import type { Files } from './files.ts';

/** Syncs all parent folders of these files, given by their paths below the root, up to and including the root. */
export const syncParentFolders = async (
  files: Files,
  root: string,
  paths: readonly string[],
): Promise<void> => {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  }
  for (const folder of folders) await files.sync(join(root, folder));
  await files.sync(root);
};
