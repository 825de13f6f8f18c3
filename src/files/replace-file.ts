import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskFiles, type FileContent, type Files, temporaryName } from './files.ts';

type Content = string | FileContent;

const toParts = (content: Content): FileContent =>
  typeof content === 'string' ? [Buffer.from(content)] : content;

/** Readers see the old or the new content at any time, also after a power failure; the new one once this returned. */
export const replaceDurably = async (files: Files, path: string, content: Content): Promise<void> => {
  await replace(files, path, content, (temporary) => files.sync(temporary));
  await files.sync(dirname(path));
};

/** Readers see the old or the new content at any time. A power failure may leave an empty file. */
export const replaceAtomically = (files: Files, path: string, content: Content): Promise<void> =>
  replace(files, path, content, () => Promise.resolve());

const replace = async (
  files: Files,
  path: string,
  content: Content,
  beforeRename: (temporary: string) => Promise<void>,
): Promise<void> => {
  const temporary = temporaryName(path);
  try {
    await files.write(temporary, toParts(content));
    await beforeRename(temporary);
    await files.rename(temporary, path);
  } catch (error) {
    // Keeps the first error, for example a full disk, when removing fails too.
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
};

/** Creates the folder if it is missing. A reader sees the old content or the new content, never a part of it. */
export const writeFileAtomically = async (file: string, content: Uint8Array | string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await replaceAtomically(diskFiles, file, typeof content === 'string' ? content : [content]);
};

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
