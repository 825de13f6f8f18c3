import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { memoize } from '../../domain/memoize.ts';
import { Fault } from '../../errors.ts';
import type { Engine, VersionId, VersionSummary } from '../engine.ts';
import { filesOfPublisher, filesOnDisk, openLiveVersions, type Problem } from './live-versions.ts';
import { keywordFile, packKeywords } from './keywords/keyword-version.ts';
import { changeLogDefaults, openChangeLog } from './changes/change-log.ts';
import { discardMergedChanges, listLastChanges, readChangesToMerge } from './changes/live-changes.ts';
import { readProductState } from './catalogue/read-rows.ts';
import { createProductBuilder } from './build/product-builder.ts';
import { buildDefaults, type BuildSettings } from './build/write-products.ts';
import { diskFiles, type Files } from '../../files/files.ts';
import { type LoadedVersion, loadVersion, type SharedVersion } from './storage/load-version.ts';
import { openLocalCopies } from './storage/local-copies.ts';
import { CorruptedFile } from './storage/manifest.ts';
import { createSharedVersions, type SharedVersions } from './shared/shared-versions.ts';
import type { Shared } from './shared/transfers.ts';
import { cleanUpLeftovers, startVersion } from './storage/version-folder.ts';
import { createVersionManager } from './version-manager.ts';
import { noLiveVersion } from '../semantics/version-faults.ts';

export type EmbeddedEngineOptions = Partial<BuildSettings> & {
  /** `<folder>/<dataset>/<version>/` holds the files of a version. */
  readonly folder: string;
  readonly clock?: () => Date;
  readonly files?: Files;
  /** Called when files of a dataset are damaged; the last good version keeps serving. */
  readonly onProblem?: (problem: Problem) => void;
  /** How often to look for versions and changes from other processes. */
  readonly pollMs?: number;
  /** Versions kept for a rollback, the live one included; older ones are removed when another is made live. */
  readonly keepVersions?: number;
  /**
   * False in a process that mainly publishes: vectors are then read when a search first needs them, and a version that
   * goes live takes no memory for them.
   */
  readonly serves?: boolean;
  /** `folder` is on another machine: a process that serves copies versions to this folder and reads them there. */
  readonly localFolder?: string;
  /** What this machine shares with others; `folder` is its own. Left out: nothing, or the folder. */
  readonly shared?: Shared;
  /** Size at which the log of live changes starts a new segment file. */
  readonly segmentBytes?: number;
  /**
   * Where given, versions are read into memory that threads can share. Called when something else is live; a change is
   * acknowledged, and a version made live, when this has ended.
   */
  readonly announce?: (dataset: string, version: SharedVersion | null) => Promise<void>;
};

const defaults = { pollMs: 250, keepVersions: 5, serves: true } as const;

/** An engine on local files. Several processes may open the same folder. */
export const openEmbeddedEngine = async (options: EmbeddedEngineOptions): Promise<Engine> => {
  const {
    folder,
    files = diskFiles,
    clock = () => new Date(),
    pollMs = defaults.pollMs,
    keepVersions = defaults.keepVersions,
    serves = defaults.serves,
    segmentBytes = changeLogDefaults.segmentBytes,
  } = options;
  const settings: BuildSettings = { ...buildDefaults, ...options };
  const onProblem = options.onProblem ?? (() => {});
  await makeRoot(files, folder);
  const folderOf = (dataset: string) => join(folder, checkDatasetName(dataset));
  const changeLog = memoize((dataset: string) => openChangeLog(files, folderOf(dataset), segmentBytes));
  const local = createVersionManager(files, folderOf);
  const shared = options.shared
    ? createSharedVersions({ ...options.shared, files, root: folder, changeLog, local, onProblem })
    : null;
  const liveVersions = openLiveVersions({
    files,
    root: folder,
    changeLog,
    loadVersion: await openLoader(options, files, shared),
    onProblem,
    serves,
    quantisedFrom: settings.quantisedFrom,
    clock,
    ...(options.announce && { announce: options.announce }),
  });
  for (const dataset of await files.list(folder)) await cleanUpLeftovers(files, join(folder, dataset));
  await shared?.begin();
  await liveVersions.refreshAll();
  const versionManager = shared?.manager ?? local;
  const poller = startPolling(
    async () => {
      await shared?.look();
      await liveVersions.refreshAll();
    },
    pollMs,
    (error) => onProblem({ dataset: '*', version: '*', error }),
  );
  /** A version is complete when other machines can have it. */
  const share = async (dataset: string, building: Promise<VersionSummary>): Promise<VersionSummary> => {
    const summary = await building;
    await shared?.share(dataset, summary.version);
    return summary;
  };
  return {
    products: (dataset) => liveVersions.products(dataset),
    keywords: (dataset) => liveVersions.keywords(dataset),
    ...versionManager,
    makeLive: async (dataset, version) => {
      await versionManager.makeLive(dataset, version);
      await liveVersions.refresh(dataset);
      await versionManager.removeOldVersions(dataset, keepVersions);
      if (shared === null) await discardMergedChanges(files, folderOf(dataset), changeLog(dataset));
    },
    change: async (dataset, changes) => {
      if (liveVersions.products(dataset) === null) await liveVersions.refresh(dataset);
      if (liveVersions.products(dataset) === null) throw noLiveVersion();
      await (shared === null ? changeLog(dataset).append(changes) : shared.change(dataset)(changes));
      await liveVersions.refresh(dataset);
    },
    changes: (dataset, limit) => listLastChanges(files, folderOf(dataset), changeLog(dataset), limit),
    product: async (dataset, identifier) => {
      const catalogue = liveVersions.catalogue(dataset);
      const row = catalogue?.rows.identifiers.find(identifier) ?? -1;
      return catalogue && row >= 0 && !catalogue.removedRows.has(row)
        ? readProductState(catalogue, row).product
        : null;
    },
    buildProducts: async (dataset, draft, { asOf } = {}) => {
      await shared?.prepare(dataset);
      const base = liveVersions.published(dataset);
      const builder = await createProductBuilder({
        files,
        version: await startVersion(files, folderOf(dataset), clock, base?.manifest),
        base,
        draft,
        settings,
        freeMemory: serves ? () => {} : trimMemory,
        liveChanges: () => readChangesToMerge(files, folderOf(dataset), changeLog(dataset), asOf),
      });
      return { ...builder, finish: (progress) => share(dataset, builder.finish(progress)) };
    },
    buildKeywords: async (dataset, language, entries) => {
      await shared?.prepare(dataset);
      const version = await startVersion(files, folderOf(dataset), clock);
      try {
        const { arrays, size } = packKeywords(language, entries);
        await version.write(keywordFile, arrays);
        return await share(dataset, version.complete('keywords', size, { language }));
      } catch (error) {
        await version.abandon();
        throw error;
      }
    },
    problems: () => liveVersions.problems(),
    close: poller.stop,
  };
};

/** Loads versions from the folder of the engine, or from copies on this machine. */
const openLoader = async (
  { folder, localFolder, serves = defaults.serves, announce }: EmbeddedEngineOptions,
  files: Files,
  shared: SharedVersions | null,
): Promise<(dataset: string, version: VersionId) => Promise<LoadedVersion>> => {
  const keepOnDisk = serves ? filesOnDisk : filesOfPublisher;
  const options = { keepOnDisk, isShared: announce !== undefined };
  const load = (dataset: string, version: VersionId): Promise<LoadedVersion> =>
    loadVersion(files, join(folder, dataset), version, options);
  if (shared !== null)
    return (dataset, version) =>
      load(dataset, version).catch(async (error: unknown) => {
        if (!(error instanceof CorruptedFile)) throw error;
        await shared.repair(dataset, version).catch(() => Promise.reject(error));
        return load(dataset, version);
      });
  if (!serves || localFolder === undefined) return load;
  const copies = openLocalCopies(files, folder, localFolder);
  const datasets = await files.list(folder);
  // None: the folder may be away.
  if (datasets.length > 0) await copies.keepOnly(datasets);
  return (dataset, version) => copies.load(dataset, version, options);
};

/** A folder that machines share may be away: then versions are loaded when it is back. */
const makeRoot = async (files: Files, folder: string): Promise<void> => {
  try {
    await files.makeFolder(folder);
    await files.sync(dirname(folder));
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'unavailable') throw error;
  }
};

/** Polls one call after the other. Does not keep the process alive. */
const startPolling = (poll: () => Promise<void>, everyMs: number, onError: (error: unknown) => void) => {
  let stopped = false;
  let polling = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      polling = poll().catch(onError).finally(schedule);
    }, everyMs);
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await polling;
    },
  };
};

/** Datasets are named by their tracker; names that could lead out of the folder are rejected. */
const checkDatasetName = (dataset: string): string => {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(dataset)) return dataset;
  throw new Fault('bad-input', `"${dataset}" cannot name a dataset.`, {
    nextStep: 'Use the tracker of the dataset.',
  });
};

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Runs a full garbage collection that returns unused memory to the system. Node would do so by itself, but late: shared
 * memory does not count as memory pressure, so the products of a large catalogue would stay in memory beside its
 * vectors for most of a publish. It blocks the process, so a process that serves requests must not call it.
 */
export const trimMemory = (): void => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect | undefined;
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};
