import type { RecordedChange } from '../../engine.ts';
import type { Files } from '../../../files/files.ts';
import { readLivePointer } from '../storage/live-pointer.ts';
import { readManifest } from '../storage/manifest.ts';
import { listVersions } from '../storage/version-folder.ts';
import { join } from 'node:path';
import type { LoggedChange } from '../../semantics/fold-changes.ts';
import type { ChangeLog } from './change-log.ts';

/** Live changes for a new version: those to apply, and the number of the last one that is included. */
export type ChangesToMerge = { readonly changes: readonly LoggedChange[]; readonly through: number };

/** Changes that a new version takes over: not in the live version yet, and later than the draft (`asOf`). */
export const readChangesToMerge = async (
  files: Files,
  folder: string,
  log: ChangeLog,
  asOf: number | undefined,
): Promise<ChangesToMerge> => {
  const live = await readLivePointer(files, folder);
  const mergedThrough = live ? await readMergedThrough(files, folder, live.version) : 0;
  const all = await log.read();
  const changes = all.filter(
    ({ sequence, change }) => sequence > mergedThrough && (asOf === undefined || change.at > asOf),
  );
  return { changes, through: Math.max(mergedThrough, all.at(-1)?.sequence ?? 0) };
};

/** Newest first. */
export const listLastChanges = async (
  files: Files,
  folder: string,
  log: ChangeLog,
  limit: number,
): Promise<RecordedChange[]> => {
  const live = await readLivePointer(files, folder);
  const mergedThrough = live ? await readMergedThrough(files, folder, live.version) : 0;
  const last = (await log.read()).toReversed().slice(0, limit);
  return last.map(({ sequence, change }) => ({ change, merged: sequence <= mergedThrough }));
};

/** Removes changes that all versions contain. A version that is made live again still needs the later ones. */
export const discardMergedChanges = async (files: Files, folder: string, log: ChangeLog): Promise<void> => {
  const versions = await listVersions(files, folder);
  const mergedThrough = await Promise.all(
    versions.map((version) => readMergedThrough(files, folder, version)),
  );
  if (mergedThrough.length > 0) await log.discardThrough(Math.min(...mergedThrough));
};

/** Number of the last change that a version contains. A version that cannot be read needs no changes: infinity. */
const readMergedThrough = async (files: Files, folder: string, version: string): Promise<number> => {
  try {
    const manifest = await readManifest(files, join(folder, version));
    return manifest ? (manifest.changesThrough ?? 0) : Infinity;
  } catch {
    return Infinity;
  }
};
