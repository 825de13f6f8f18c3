import { Fault } from '../errors.ts';
import type { SharedFolder } from '../files/shared-folder.ts';
import type { Engine } from './engine.ts';

/** What changes versions is refused while the folder that holds them is away. Reads go on from memory. */
export const guardEngine = (engine: Engine, shared: Pick<SharedFolder, 'check'>): Engine => {
  const whenThere = async <T>(work: () => Promise<T>): Promise<T> => {
    await shared.check();
    return work();
  };
  return {
    ...engine,
    change: (dataset, changes) => whenThere(() => engine.change(dataset, changes)),
    makeLive: (dataset, version) => whenThere(() => engine.makeLive(dataset, version)),
    discard: (dataset, version) => whenThere(() => engine.discard(dataset, version)),
    buildProducts: (dataset, draft, options) =>
      whenThere(() => engine.buildProducts(dataset, draft, options)),
    buildKeywords: (dataset, language, entries) =>
      whenThere(() => engine.buildKeywords(dataset, language, entries)),
  };
};

/** Tells the settings, which all nodes share, what must be live. */
export const recordLive = (
  engine: Engine,
  record: { noteLive(dataset: string, version: string): Promise<void> },
): Engine => ({
  ...engine,
  makeLive: async (dataset, version) => {
    await engine.makeLive(dataset, version);
    try {
      await record.noteLive(dataset, version);
    } catch (error) {
      // The version is live. A node that serves it notes the dataset where it is missing.
      if (!(error instanceof Fault) || error.code !== 'unavailable') throw error;
    }
  },
});
