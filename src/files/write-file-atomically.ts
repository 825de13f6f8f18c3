import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diskFiles } from './files.ts';
import { replaceAtomically } from './replace-file.ts';

/** Creates the folder if it is missing. A reader sees the old content or the new content, never a part of it. */
export const writeFileAtomically = async (file: string, content: Uint8Array | string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await replaceAtomically(diskFiles, file, typeof content === 'string' ? content : [content]);
};
