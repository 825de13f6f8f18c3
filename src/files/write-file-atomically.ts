import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A reader sees the old content or the new content, never a part of it. */
export const writeFileAtomically = async (file: string, content: Uint8Array | string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  await writeFile(partial, content);
  await rename(partial, file);
};
