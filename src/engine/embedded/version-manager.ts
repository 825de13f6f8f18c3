import { join } from 'node:path';
import type { VersionId, VersionSummary } from '../engine.ts';
import type { Files } from '../../files/files.ts';
import { readLivePointer, writeLivePointer } from './storage/live-pointer.ts';
import { inspectVersion } from './storage/load-version.ts';
import { withDatasetLock } from './storage/dataset-lock.ts';
import { readManifest } from './storage/manifest.ts';
import {
  discardVersion,
  isCompleteVersion,
  summarizeVersion,
  listVersions,
} from './storage/version-folder.ts';
import { liveVersionConflict, unknownVersion } from '../semantics/version-faults.ts';

/** Switching and discarding take milliseconds, so a second process waits for the first. */
const switchTimeoutMs = 5_000;

export const createVersionManager = (files: Files, folderOf: (dataset: string) => string) => {
  const withLock = <T>(folder: string, work: () => Promise<T>): Promise<T> =>
    withDatasetLock(folder, 'switching', switchTimeoutMs, work);
  return {
    makeLive: async (dataset: string, version: VersionId): Promise<void> => {
      const folder = folderOf(dataset);
      if (!(await isCompleteVersion(files, folder, version))) throw unknownVersion(version);
      await withLock(folder, async () => {
        if (!(await isCompleteVersion(files, folder, version))) throw unknownVersion(version);
        await writeLivePointer(files, folder, version);
      });
    },
    versions: (dataset: string) => listSummaries(files, folderOf(dataset)),
    discard: async (dataset: string, version: VersionId): Promise<void> => {
      const folder = folderOf(dataset);
      if (!(await listVersions(files, folder)).includes(version)) throw unknownVersion(version);
      await withLock(folder, async () => {
        if ((await readLivePointer(files, folder))?.version === version) throw liveVersionConflict(version);
        await discardVersion(files, folder, version);
      });
    },
    /**
     * Removes versions that are older than the live one, except the newest: `keep` stay, the live one included. Versions
     * newer than the live one always stay: they may wait for approval.
     */
    removeOldVersions: async (dataset: string, keep: number): Promise<void> => {
      const folder = folderOf(dataset);
      if ((await listVersions(files, folder)).length <= keep) return;
      await withLock(folder, async () => {
        // Names start with the build time: what sorts before the live one is older. With no live version, nothing is.
        const live = (await readLivePointer(files, folder))?.version ?? '';
        const older = (await listVersions(files, folder)).filter((version) => version < live);
        for (const version of older.slice(Math.max(0, keep - 1)))
          await discardVersion(files, folder, version);
      });
    },
    verify: async (dataset: string) => {
      const folder = folderOf(dataset);
      const damages = [];
      for (const version of await listVersions(files, folder)) {
        damages.push(...(await inspectVersion(files, folder, version)));
      }
      return damages;
    },
  };
};

/** Without versions whose manifest cannot be read; `verify` reports those. */
const listSummaries = async (files: Files, folder: string): Promise<VersionSummary[]> => {
  const live = (await readLivePointer(files, folder))?.version ?? null;
  const summaries: VersionSummary[] = [];
  for (const version of await listVersions(files, folder)) {
    const manifest = await readManifest(files, join(folder, version)).catch(() => null);
    if (manifest) summaries.push(summarizeVersion(manifest, live));
  }
  return summaries;
};
