import { join } from 'node:path';
import type { Progress } from '../engine.ts';
import type { FileLock } from '../../files/file-lock.ts';
import { diskFiles, type Files } from '../../files/files.ts';
import { isSegmentName } from './changes/change-segments.ts';
import { lockDataset } from './storage/dataset-lock.ts';
import { isPointerName } from './storage/live-pointer.ts';
import { manifestName } from './storage/manifest.ts';
import { isMoved, movedMark } from './storage/dataset-lock.ts';
import { listVersions } from './storage/version-folder.ts';

/*
 * Copies datasets from one folder of versions to another. Versions never change, so that a copy goes on where it was
 * interrupted; pointers and the log of live changes are small and are copied each time. Nobody serves from `to`
 * before the move is over. Copies that are made while others publish may be of no single point in time: the last one is
 * made while changes are refused.
 */

export type MoveOptions = {
  readonly from: string;
  readonly to: string;
  readonly files?: Files;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress;
};

const partial = '.moving-';

const listDatasets = async (files: Files, folder: string): Promise<string[]> => {
  const names = [];
  for (const name of await files.list(folder))
    if ((await files.list(join(folder, name))).length > 0) names.push(name);
  return names;
};

const isComplete = async (files: Files, folder: string): Promise<boolean> =>
  (await files.list(folder)).includes(manifestName);

/** A version has its name when all of its files are there. */
const copyVersion = async (files: Files, from: string, to: string, version: string): Promise<void> => {
  const temporary = join(to, `${partial}${version}`);
  await files.remove(temporary);
  await files.makeFolder(temporary);
  for (const name of await files.list(join(from, version)))
    await files.copyDurably(join(from, version, name), join(temporary, name));
  await files.sync(temporary);
  await files.rename(temporary, join(to, version));
};

const copyDataset = async (files: Files, from: string, to: string, signal?: AbortSignal): Promise<number> => {
  await files.makeFolder(to);
  const wanted: string[] = [];
  for (const version of await listVersions(files, from))
    if (await isComplete(files, join(from, version))) wanted.push(version);
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
export const inspectVersions = async (
  folder: string,
  files: Files = diskFiles,
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
export const copyVersions = async (options: MoveOptions): Promise<number> => {
  const { from, to, files = diskFiles, signal, progress = () => undefined } = options;
  await files.makeFolder(to);
  const datasets = await listDatasets(files, from);
  let copied = 0;
  for (const [at, dataset] of datasets.entries()) {
    copied += await copyDataset(files, join(from, dataset), join(to, dataset), signal);
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
export const refuseVersionChanges = async (
  folder: string,
  timeoutMs: number,
  files: Files = diskFiles,
): Promise<void> => {
  const datasets = await listDatasets(files, folder);
  for (const dataset of datasets) await files.write(join(folder, dataset, movedMark), []);
  const held: FileLock[] = [];
  try {
    for (const dataset of datasets)
      for (const name of ['publishing', 'switching', 'changing'] as const)
        held.push(await lockDataset(join(folder, dataset), name, timeoutMs));
  } catch (error) {
    await acceptVersionChanges(folder, files);
    throw error;
  } finally {
    for (const lock of held) lock.release();
  }
};

export const acceptVersionChanges = async (folder: string, files: Files = diskFiles): Promise<void> => {
  for (const dataset of await files.list(folder)) await files.remove(join(folder, dataset, movedMark));
};
