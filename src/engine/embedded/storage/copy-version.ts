import { join } from 'node:path';
import type { VersionId } from '../../engine.ts';
import type { Files } from '../../../files/files.ts';

const partial = '.moving-';

/** Versions never change, so a copy is complete or not there: it has its name when all of its files have arrived. */
export const copyVersion = async (
  files: Files,
  from: string,
  to: string,
  version: VersionId,
): Promise<void> => {
  const temporary = join(to, `${partial}${version}`);
  await files.remove(temporary);
  await files.makeFolder(temporary);
  try {
    for (const name of await files.list(join(from, version)))
      await files.copyDurably(join(from, version, name), join(temporary, name));
    await files.sync(temporary);
    await files.rename(temporary, join(to, version));
  } catch (error) {
    await files.remove(temporary);
    throw error;
  }
};
