import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyWithTimes, listCopyable } from '../files/portable-files.ts';
import { ifMissing } from '../files/error-code.ts';

/** What nodes share besides versions. A node that starts with a shared folder moves its own there by itself. */
const contentNames = ['imports', 'keywords', 'uploaded-pictures', 'alerts', 'events', 'pictures'] as const;

const isCurrent = async (from: string, to: string): Promise<boolean> => {
  const [source, target] = await Promise.all([stat(from), ifMissing(stat(to), null)]);
  return target !== null && target.mtimeMs >= source.mtimeMs && target.size === source.size;
};

/** Copies import jobs, keywords, shoppers' events and pictures that are missing or older in `to`; returns how many files. */
export const copyContent = async (from: string, to: string, signal?: AbortSignal): Promise<number> => {
  let copied = 0;
  for (const folder of contentNames)
    for (const name of await listCopyable(join(from, folder))) {
      signal?.throwIfAborted();
      const [source, target] = [join(from, folder, name), join(to, folder, name)];
      // A file that was removed meanwhile is not needed.
      if (await ifMissing(isCurrent(source, target), true)) continue;
      await ifMissing(copyWithTimes(source, target), undefined);
      copied += 1;
    }
  return copied;
};
