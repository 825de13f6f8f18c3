import { Fault } from '../errors.ts';
import type { SharedFolder } from '../files/shared-folder.ts';
import type { Engine } from './engine.ts';

/** What changes versions is refused while the folder that holds them is away. Reads go on from memory. */
export const guardEngine = (engine: Engine, shared: Pick<SharedFolder, 'check'> | null): Engine => {
  if (shared === null) return engine;
  const guard =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await shared.check();
      return work(...args);
    };
  return {
    ...engine,
    change: guard(engine.change),
    makeLive: guard(engine.makeLive),
    discard: guard(engine.discard),
    buildProducts: guard(engine.buildProducts),
    buildKeywords: guard(engine.buildKeywords),
  };
};

/** Tells the settings, which all nodes share, what must be live. */
export const recordLive = (
  engine: Engine,
  record: { noteLive(dataset: string, version: string): void },
): Engine => ({
  ...engine,
  makeLive: async (dataset, version) => {
    await engine.makeLive(dataset, version);
    try {
      record.noteLive(dataset, version);
    } catch (error) {
      // The version is live. A node that serves it notes the dataset where it is missing.
      if (!(error instanceof Fault) || error.code !== 'unavailable') throw error;
    }
  },
});
