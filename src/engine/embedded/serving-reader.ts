import { memoize } from '../../domain/memoize.ts';
import { join } from 'node:path';
import { diskFiles, type Files } from '../../files/files.ts';
import type { ThreadReader, VersionId } from '../engine.ts';
import { changeLogDefaults, openChangeLog } from './changes/change-log.ts';
import { filesOnDisk, openLiveVersions, type Problem } from './live-versions.ts';
import { loadVersion, openSharedVersion, type SharedVersion } from './storage/load-version.ts';

export type ServingReaderOptions = {
  readonly folder: string;
  /** Where another thread puts copies of the versions in `folder`; left out: they are read there. */
  readonly localFolder?: string;
  readonly onProblem: (problem: Problem) => void;
  /** A version that another thread has in memory; null: it has none, and it is read from the disk. */
  readonly findShared: (dataset: string, version: VersionId) => Promise<SharedVersion | null>;
  readonly files?: Files;
};

/** Reads what is live. */
export const openServingReader = (options: ServingReaderOptions): ThreadReader => {
  const { folder, localFolder, findShared, onProblem, files = diskFiles } = options;
  const changeLog = memoize((dataset: string) =>
    openChangeLog(files, join(folder, dataset), changeLogDefaults.segmentBytes),
  );
  return openLiveVersions({
    files,
    root: folder,
    changeLog,
    loadVersion: async (dataset, version) => {
      const shared = await findShared(dataset, version);
      return shared === null
        ? loadVersion(files, join(folder, dataset), version, { keepOnDisk: filesOnDisk })
        : openSharedVersion(files, join(localFolder ?? folder, dataset), shared);
    },
    onProblem,
    // Vectors are of each thread, which reads them when a question needs them.
    serves: false,
    clock: () => new Date(),
  });
};
