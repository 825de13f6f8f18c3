import type { RecordedChange } from '../../engine.ts';
import type { Files } from '../../../files/files.ts';
import { readLivePointer } from '../storage/live-pointer.ts';
import { readManifest } from '../storage/manifest.ts';
import { listVersions, type MergedChanges } from '../storage/version-folder.ts';
import { join } from 'node:path';
import type { LoggedChange } from '../../semantics/changes.ts';
import type { ChangeLog } from './change-log.ts';

/** Live changes for a new version: those to apply, and what its manifest says about them. */
export type ChangesToMerge = MergedChanges & { readonly changes: readonly LoggedChange[] };

/** Changes that a new version takes over: all that are later than the draft (`asOf`). */
export const readChangesToMerge = async (
  files: Files,
  folder: string,
  log: ChangeLog,
  asOf: number | undefined,
): Promise<ChangesToMerge> => {
  const live = await readLivePointer(files, folder);
  const merged = live ? await readMergedChanges(files, folder, live.version) : noChanges;
  const all = await log.read();
  return {
    changes: all.filter((logged) => isAfter(logged, asOf)),
    // The log may be empty: its numbers go on where they were.
    changesThrough: all.at(-1)?.sequence ?? finite(merged.changesThrough),
    ...(asOf !== undefined && { asOf }),
  };
};

const finite = (sequence = 0): number => (Number.isFinite(sequence) ? sequence : 0);

/** Whether a version of this instant has the change. */
export const isAfter = ({ change }: LoggedChange, asOf: number | undefined): boolean =>
  asOf === undefined || change.at > asOf;

/** Newest first. */
export const listLastChanges = async (
  files: Files,
  folder: string,
  log: ChangeLog,
  limit: number,
): Promise<RecordedChange[]> => {
  const live = await readLivePointer(files, folder);
  const { changesThrough = 0 } = live ? await readMergedChanges(files, folder, live.version) : noChanges;
  const last = (await log.read()).toReversed().slice(0, limit);
  return last.map(({ sequence, change }) => ({ change, merged: sequence <= changesThrough }));
};

/**
 * Removes changes that all versions contain, up to the first that is newer than the feed of one of them: the next feed
 * may be as old, and the change still wins over it.
 */
export const discardMergedChanges = async (files: Files, folder: string, log: ChangeLog): Promise<void> => {
  const versions = await listVersions(files, folder);
  const merged = await Promise.all(versions.map((version) => readMergedChanges(files, folder, version)));
  if (merged.length > 0) await log.discardThrough(findMergedByAll(merged, await log.read()));
};

export const findMergedByAll = (
  merged: readonly MergedChanges[],
  changes: readonly LoggedChange[],
): number => {
  const through = Math.min(...merged.map(({ changesThrough = 0 }) => changesThrough));
  const oldest = Math.min(...merged.map(({ asOf = -Infinity }) => asOf));
  const firstNewer = changes.find((logged) => isAfter(logged, oldest));
  return Math.min(through, (firstNewer?.sequence ?? Infinity) - 1);
};

const noChanges: MergedChanges = { changesThrough: 0 };

/** A version that cannot be read needs no changes. */
const readMergedChanges = async (files: Files, folder: string, version: string): Promise<MergedChanges> => {
  const unreadable = { changesThrough: Infinity, asOf: Infinity };
  try {
    return (await readManifest(files, join(folder, version))) ?? unreadable;
  } catch {
    return unreadable;
  }
};
