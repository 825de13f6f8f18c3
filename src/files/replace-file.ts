import { dirname } from 'node:path';
import { type FileContent, type Files, temporaryName } from './files.ts';

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
