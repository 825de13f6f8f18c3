import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import type { Engine } from '../engine.ts';
import { openShelf, type Problem } from './dataset-shelf.ts';
import { keywordFile, packKeywords } from './keywords/keyword-writer.ts';
import { trimMemory } from './looks/trim-memory.ts';
import { changeLogDefaults, openChangeLog } from './overlay/change-log.ts';
import { changesToMerge, forgetMerged, lastChanges } from './overlay/live-changes.ts';
import { standingAt } from './overlay/standing-products.ts';
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
  /**
   * Families kept behind each neighbour list: a list that loses members between two versions is filled up from
   * them. None of it is served.
   */
  readonly reserveNeighbours?: number;
  /** Versions kept to roll back to, the live one included; older ones go when another is made live. */
  readonly keepVersions?: number;
  /**
   * False in a process that publishes and answers little: vectors are then read when a question needs them, and
   * a version that goes live takes no room for them.
   */
  readonly serves?: boolean;
  /** Size from which a new file is begun for live changes. */
  readonly segmentBytes?: number;
};

const defaults = {
  pollMs: 250,
  spareNeighbours: 56,
  reserveNeighbours: 64,
  keepVersions: 5,
  serves: true,
} as const;

/** An engine on files of this machine. Several processes may have the same folder open. */
export const openEmbeddedEngine = async (options: EmbeddedEngineOptions): Promise<Engine> => {
  const {
    folder,
    files = diskFiles,
    clock = () => new Date(),
    pollMs = defaults.pollMs,
    spareNeighbours = defaults.spareNeighbours,
    reserveNeighbours = defaults.reserveNeighbours,
    keepVersions = defaults.keepVersions,
    serves = defaults.serves,
    segmentBytes = changeLogDefaults.segmentBytes,
  } = options;
  const onProblem = options.onProblem ?? (() => {});
  await files.makeFolder(folder);
  const folderOf = (dataset: string) => join(folder, checkedName(dataset));
  const logOf = onePerDataset((dataset) => openChangeLog(files, folderOf(dataset), segmentBytes));
  const shelf = openShelf(files, folder, logOf, onProblem, serves);
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
      await keeper.retire(dataset, keepVersions);
      await forgetMerged(files, folderOf(dataset), logOf(dataset));
    },
    change: async (dataset, changes) => {
      if (shelf.products(dataset) === null) await shelf.refresh(dataset);
      if (shelf.products(dataset) === null) throw nothingLive();
      await logOf(dataset).append(changes);
      await shelf.refresh(dataset);
    },
    changes: (dataset, limit) => lastChanges(files, folderOf(dataset), logOf(dataset), limit),
    product: async (dataset, identifier) => {
      const catalogue = shelf.catalogue(dataset);
      const row = catalogue?.rows.identifiers.find(identifier) ?? -1;
      return catalogue && row >= 0 && !catalogue.gone.has(row) ? standingAt(catalogue, row).product : null;
    },
    buildProducts: async (dataset, draft, { asOf } = {}) => {
      const base = shelf.published(dataset);
      return productBuilder({
        files,
        version: await startVersion(files, folderOf(dataset), clock, base?.manifest),
        base,
        draft,
        beyond: { spare: spareNeighbours, reserve: reserveNeighbours },
        makeRoom: serves ? () => {} : trimMemory,
        liveChanges: () => changesToMerge(files, folderOf(dataset), logOf(dataset), asOf),
      });
    },
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

const onePerDataset = <T>(make: (dataset: string) => T): ((dataset: string) => T) => {
  const made = new Map<string, T>();
  return (dataset) => {
    const value = made.get(dataset) ?? make(dataset);
    made.set(dataset, value);
    return value;
  };
};

const nothingLive = (): Fault =>
  new Fault('not-found', 'No version of this dataset is live.', {
    nextStep: 'Import its feed first: live changes stand on what is published.',
  });

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
