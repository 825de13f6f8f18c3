import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import type { EngineWriter, VersionId, VersionSummary } from '../engine.ts';
import type { Files } from './storage/files.ts';
import { readLive, writeLive } from './storage/live-pointer.ts';
import { inspectVersion } from './storage/load-version.ts';
import { waitForLock } from './storage/lock.ts';
import { readManifest } from './storage/manifest.ts';
import { discardVersion, isComplete, summaryOf, versionNames } from './storage/version-folder.ts';

type Keeper = Pick<EngineWriter, 'makeLive' | 'versions' | 'discard' | 'verify'> & {
  /**
   * Of the versions older than the live one the newest stay, so that `keep` are there with it. Newer ones stay
   * all: they may wait for somebody's approval.
   */
  retire(dataset: string, keep: number): Promise<void>;
};

/** Switching and discarding take milliseconds, so whoever comes second waits for its turn. */
const switchTimeoutMs = 5_000;

export const versionKeeper = (files: Files, folderOf: (dataset: string) => string): Keeper => {
  const alone = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
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
      if (!(await isComplete(files, folder, version))) throw unknownVersion(version);
      await alone(folder, async () => {
        if (!(await isComplete(files, folder, version))) throw unknownVersion(version);
        await writeLive(files, folder, version);
      });
    },
    versions: (dataset) => summaries(files, folderOf(dataset)),
    discard: async (dataset, version) => {
      const folder = folderOf(dataset);
      if (!(await versionNames(files, folder)).includes(version)) throw unknownVersion(version);
      await alone(folder, async () => {
        if ((await readLive(files, folder))?.version === version) throw stillLive(version);
        await discardVersion(files, folder, version);
      });
    },
    retire: async (dataset, keep) => {
      const folder = folderOf(dataset);
      if ((await versionNames(files, folder)).length <= keep) return;
      await alone(folder, async () => {
        // Names tell the instant: what sorts before the live one is older. Where nothing is live, nothing is.
        const live = (await readLive(files, folder))?.version ?? '';
        const older = (await versionNames(files, folder)).filter((version) => version < live);
        for (const version of older.slice(Math.max(0, keep - 1)))
          await discardVersion(files, folder, version);
      });
    },
    verify: async (dataset) => {
      const folder = folderOf(dataset);
      const found = [];
      for (const version of await versionNames(files, folder)) {
        found.push(...(await inspectVersion(files, folder, version)));
      }
      return found;
    },
  };
};

/** A version whose manifest cannot be read is left out here; `verify` names it. */
const summaries = async (files: Files, folder: string): Promise<VersionSummary[]> => {
  const live = (await readLive(files, folder))?.version ?? null;
  const found: VersionSummary[] = [];
  for (const version of await versionNames(files, folder)) {
    const manifest = await readManifest(files, join(folder, version)).catch(() => null);
    if (manifest) found.push(summaryOf(manifest, live));
  }
  return found;
};

const unknownVersion = (version: VersionId): Fault =>
  new Fault('not-found', `There is no complete version ${version}.`, {
    nextStep: 'List the versions of the dataset and choose one of them.',
  });

const stillLive = (version: VersionId): Fault =>
  new Fault('conflict', `Version ${version} is live and cannot be discarded.`, {
    nextStep: 'Make another version live first.',
  });
