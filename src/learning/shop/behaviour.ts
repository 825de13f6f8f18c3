import { getOrAdd } from '../../domain/memoize.ts';
import { join } from 'node:path';
import type { Dataset } from '../../domain/dataset.ts';
import type { Website } from '../../domain/website.ts';
import type { Catalogue } from '../keywords/catalogue/catalogue.ts';
import { diskFiles, type Files } from '../../files/files.ts';
import { type EventLog, openEventLog } from '../keywords/event-log/event-log.ts';
import { learnFromLog, learnOptionsFor } from '../keywords/mine/learn.ts';

export type ShopperBehaviour = ReturnType<typeof createShopperBehaviour>;

/** The event logs of all websites, and what can be learnt from them. `node`: the one that appends, where several machines share the folder. */
export const createShopperBehaviour = (
  dataDir: string,
  now: () => Date,
  node: string | null = null,
  files: Files = diskFiles,
) => {
  const logs = new Map<string, EventLog>();
  const log = ({ tracker }: Pick<Website, 'tracker'>): EventLog => {
    const folder = join(dataDir, 'events', tracker);
    const open = () => openEventLog({ folder, website: tracker, now: () => now().getTime(), node, files });
    return getOrAdd(logs, tracker, open);
  };
  return {
    log,
    /** null when there are no events yet. */
    learn: (website: Website, { learning = {} }: Dataset, catalogue: Catalogue | null) =>
      learnFromLog(log(website).read(), learnOptionsFor(website.language, learning, catalogue)),
  };
};
