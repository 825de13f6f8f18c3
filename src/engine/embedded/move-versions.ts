import { join } from 'node:path';
import type { Progress } from '../engine.ts';
import type { FileLock } from '../../files/file-lock.ts';
import { diskFiles as files } from '../../files/files.ts';
import { isSegmentName } from './changes/change-log.ts';
import { copyVersion } from './storage/local-copies.ts';
import { isMoved, lockDataset, movedMark } from './storage/dataset-lock.ts';
import { isPointerName } from './storage/live-pointer.ts';
import { manifestName } from './storage/manifest.ts';
import { listDatasets, listVersions } from './storage/version-folder.ts';
import { Fault } from '../../errors.ts';

/*
 * Copies datasets from one folder of versions to another. Versions never change, so that a copy goes on where it was
 * interrupted; pointers and the log of live changes are small and are copied each time. Nobody serves from `to`
 * before the move is over. Copies that are made while others publish may be of no single point in time: the last one is
 * made while changes are refused.
 */

const isComplete = async (folder: string): Promise<boolean> =>
  (await files.list(folder)).includes(manifestName);

const copyDataset = async (from: string, to: string, signal?: AbortSignal): Promise<number> => {
  await files.makeFolder(to);
  const wanted: string[] = [];
  for (const version of await listVersions(files, from))
    if (await isComplete(join(from, version))) wanted.push(version);
  const present = new Set(await files.list(to));
  let copied = 0;
  for (const version of wanted) {
    signal?.throwIfAborted();
    if (present.has(version)) continue;
    await copyVersion(files, from, to, version);
    copied += 1;
  }
  const others = (await files.list(from)).filter((name) => isSegmentName(name) || isPointerName(name));
  for (const name of others) await files.copyDurably(join(from, name), join(to, name));
  const kept = new Set([...wanted, ...others, '.locks']);
  for (const name of await files.list(to)) if (!kept.has(name)) await files.remove(join(to, name));
  await files.sync(to);
  return copied;
};

/** What is in a folder of versions. `isFree`: nothing, or only what was moved to another place before. */
const inspectVersions = async (
  folder: string,
): Promise<{ datasets: number; versions: number; isFree: boolean }> => {
  const datasets = await listDatasets(files, folder);
  let versions = 0;
  for (const dataset of datasets) versions += (await listVersions(files, join(folder, dataset))).length;
  return {
    datasets: datasets.length,
    versions,
    isFree: datasets.every((name) => isMoved(join(folder, name))),
  };
};

/** Makes `to` what `from` is; returns how many versions were copied now. */
const copyVersions = async (
  from: string,
  to: string,
  progress: Progress,
  signal?: AbortSignal,
): Promise<number> => {
  await files.makeFolder(to);
  const datasets = await listDatasets(files, from);
  let copied = 0;
  for (const [at, dataset] of datasets.entries()) {
    copied += await copyDataset(join(from, dataset), join(to, dataset), signal);
    progress('Copying versions', at + 1, datasets.length);
  }
  for (const name of await files.list(to)) if (!datasets.includes(name)) await files.remove(join(to, name));
  await files.sync(to);
  return copied;
};

/**
 * From now on every process that publishes into `folder`, rolls back or applies live changes gets a fault; what it began
 * before is over when this returns. Throws `conflict` when an import does not end in time.
 */
const refuseVersionChanges = async (folder: string, timeoutMs: number): Promise<void> => {
  const datasets = await listDatasets(files, folder);
  for (const dataset of datasets) await files.write(join(folder, dataset, movedMark), []);
  const held: FileLock[] = [];
  try {
    for (const dataset of datasets)
      for (const name of ['publishing', 'switching', 'changing'] as const)
        held.push(await lockDataset(join(folder, dataset), name, timeoutMs));
  } catch (error) {
    await acceptVersionChanges(folder);
    throw error;
  } finally {
    for (const lock of held) lock.release();
  }
};

const acceptVersionChanges = async (folder: string): Promise<void> => {
  for (const dataset of await files.list(folder)) await files.remove(join(folder, dataset, movedMark));
};

/** An import that runs must end by then. */
const importTimeoutMs = 60_000;

/** Moves versions from one folder to another. The steps are those of `VersionMover`. */
export const createFolderMover = (from: string, to: string, timeoutMs: number = importTimeoutMs) => ({
  check: async (isBegun: boolean): Promise<{ datasets: number; versions: number }> => {
    const target = await inspectVersions(to);
    if (!isBegun && !target.isFree)
      throw new Fault('conflict', `${to} has versions of another installation.`, {
        nextStep: 'Name another folder, or remove what is in it.',
      });
    const { datasets, versions } = await inspectVersions(from);
    return { datasets, versions };
  },
  copy: (progress: Progress, signal?: AbortSignal): Promise<number> =>
    copyVersions(from, to, progress, signal),
  refuse: () => refuseVersionChanges(from, timeoutMs),
  accept: () => acceptVersionChanges(from),
  /** What was copied belongs to nobody then. */
  cancel: async (): Promise<void> => {
    await acceptVersionChanges(from);
    await refuseVersionChanges(to, timeoutMs);
  },
  /** The new folder accepts changes; the old one refuses them from now on. */
  finish: () => acceptVersionChanges(to),
});
