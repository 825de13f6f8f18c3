import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import type { Engine } from '../engine.ts';
import { openShelf, type Problem } from './dataset-shelf.ts';
import { keywordFile, packKeywords } from './keywords/keyword-writer.ts';
import { productBuilder } from './products/product-builder.ts';
import { diskFiles, type Files } from './storage/files.ts';
import { startVersion, sweep } from './storage/version-folder.ts';
import { versionKeeper } from './version-keeper.ts';

export type EmbeddedEngineOptions = {
  /** `<folder>/<dataset>/<version>/` holds the files of a version. */
  readonly folder: string;
  readonly clock?: () => Date;
  readonly files?: Files;
  /** Told what is wrong with files while the last good version serves. */
  readonly onProblem?: (problem: Problem) => void;
  /** How often to look for what other processes made live. */
  readonly pollMs?: number;
  /**
   * Families kept in a neighbour list beyond the candidates of its plan: a filter that takes some out can then
   * still be answered from the list.
   */
  readonly spareNeighbours?: number;
};

const defaults = { pollMs: 250, spareNeighbours: 56 } as const;

/** An engine on files of this machine. Several processes may have the same folder open. */
export const openEmbeddedEngine = async (options: EmbeddedEngineOptions): Promise<Engine> => {
  const {
    folder,
    files = diskFiles,
    clock = () => new Date(),
    pollMs = defaults.pollMs,
    spareNeighbours = defaults.spareNeighbours,
  } = options;
  const onProblem = options.onProblem ?? (() => {});
  await files.makeFolder(folder);
  const shelf = openShelf(files, folder, onProblem);
  const folderOf = (dataset: string) => join(folder, checkedName(dataset));
  for (const dataset of await files.list(folder)) await sweep(files, join(folder, dataset));
  await shelf.refreshAll();
  const keeper = versionKeeper(files, folderOf);
  const watch = keepUp(
    () => shelf.refreshAll(),
    pollMs,
    (error) => onProblem({ dataset: '*', version: '*', error }),
  );
  return {
    products: (dataset) => shelf.products(dataset),
    keywords: (dataset) => shelf.keywords(dataset),
    ...keeper,
    makeLive: async (dataset, version) => {
      await keeper.makeLive(dataset, version);
      await shelf.refresh(dataset);
    },
    buildProducts: async (dataset, draft) =>
      productBuilder(await startVersion(files, folderOf(dataset), clock), draft, spareNeighbours),
    buildKeywords: async (dataset, language, entries) => {
      const version = await startVersion(files, folderOf(dataset), clock);
      try {
        const { arrays, size } = packKeywords(language, entries);
        await version.write(keywordFile, arrays);
        return await version.complete('keywords', size, { language });
      } catch (error) {
        await version.abandon();
        throw error;
      }
    },
    close: watch.stop,
  };
};

/** Looks again and again, one look after the other. Does not keep the process alive. */
const keepUp = (look: () => Promise<void>, everyMs: number, failed: (error: unknown) => void) => {
  let stopped = false;
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look().catch(failed).finally(schedule);
    }, everyMs);
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
};

/** Datasets are named by their tracker; anything that could lead out of the folder is refused. */
const checkedName = (dataset: string): string => {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(dataset)) return dataset;
  throw new Fault('bad-input', `"${dataset}" cannot name a dataset.`, {
    nextStep: 'Use the tracker of the dataset.',
  });
};
