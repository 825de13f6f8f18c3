import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import type { EngineWriter, VersionId, VersionSummary } from '../engine.ts';
import type { Files } from './storage/files.ts';
import { readLivePointer, writeLivePointer } from './storage/live-pointer.ts';
import { inspectVersion } from './storage/load-version.ts';
import { waitForLock } from './storage/lock.ts';
import { readManifest } from './storage/manifest.ts';
import {
  discardVersion,
  isCompleteVersion,
  summarizeVersion,
  listVersions,
} from './storage/version-folder.ts';

type VersionManager = Pick<EngineWriter, 'makeLive' | 'versions' | 'discard' | 'verify'> & {
  /**
   * Of the versions older than the live one the newest stay, so that `keep` are there with it. Newer ones stay
   * all: they may wait for somebody's approval.
   */
  removeOldVersions(dataset: string, keep: number): Promise<void>;
};

/** Switching and discarding take milliseconds, so whoever comes second waits for its turn. */
const switchTimeoutMs = 5_000;

export const createVersionManager = (files: Files, folderOf: (dataset: string) => string): VersionManager => {
  const withLock = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
    const lock = await waitForLock(files, join(folder, '.switching.lock'), switchTimeoutMs);
    try {
      return await work();
    } finally {
      await lock.release();
    }
  };
  return {
    makeLive: async (dataset, version) => {
      const folder = folderOf(dataset);
      if (!(await isCompleteVersion(files, folder, version))) throw unknownVersion(version);
      await withLock(folder, async () => {
        if (!(await isCompleteVersion(files, folder, version))) throw unknownVersion(version);
        await writeLivePointer(files, folder, version);
      });
    },
    versions: (dataset) => listSummaries(files, folderOf(dataset)),
    discard: async (dataset, version) => {
      const folder = folderOf(dataset);
      if (!(await listVersions(files, folder)).includes(version)) throw unknownVersion(version);
      await withLock(folder, async () => {
        if ((await readLivePointer(files, folder))?.version === version) throw liveVersionConflict(version);
        await discardVersion(files, folder, version);
      });
    },
    removeOldVersions: async (dataset, keep) => {
      const folder = folderOf(dataset);
      if ((await listVersions(files, folder)).length <= keep) return;
      await withLock(folder, async () => {
        // Names tell the instant: what sorts before the live one is older. Where nothing is live, nothing is.
        const live = (await readLivePointer(files, folder))?.version ?? '';
        const older = (await listVersions(files, folder)).filter((version) => version < live);
        for (const version of older.slice(Math.max(0, keep - 1)))
          await discardVersion(files, folder, version);
      });
    },
    verify: async (dataset) => {
      const folder = folderOf(dataset);
      const found = [];
      for (const version of await listVersions(files, folder)) {
        found.push(...(await inspectVersion(files, folder, version)));
      }
      return found;
    },
  };
};

/** A version whose manifest cannot be read is left out here; `verify` names it. */
const listSummaries = async (files: Files, folder: string): Promise<VersionSummary[]> => {
  const live = (await readLivePointer(files, folder))?.version ?? null;
  const found: VersionSummary[] = [];
  for (const version of await listVersions(files, folder)) {
    const manifest = await readManifest(files, join(folder, version)).catch(() => null);
    if (manifest) found.push(summarizeVersion(manifest, live));
  }
  return found;
};

const unknownVersion = (version: VersionId): Fault =>
  new Fault('not-found', `There is no complete version ${version}.`, {
    nextStep: 'List the versions of the dataset and choose one of them.',
  });

const liveVersionConflict = (version: VersionId): Fault =>
  new Fault('conflict', `Version ${version} is live and cannot be discarded.`, {
    nextStep: 'Make another version live first.',
  });
