import { join } from 'node:path';
import { copyNewer } from '../files/portable-files.ts';

/** What nodes share besides versions. A node that starts with a shared folder moves its own there by itself. */
const contentNames = ['imports', 'keywords', 'uploaded-pictures', 'alerts', 'events', 'pictures'] as const;

/** Copies import jobs, keywords, shoppers' events and pictures that are missing or older in `to`; returns how many files. */
export const copyContent = async (from: string, to: string, signal?: AbortSignal): Promise<number> => {
  let copied = 0;
  for (const folder of contentNames)
    copied += await copyNewer(join(from, folder), join(to, folder), { signal });
  return copied;
};
