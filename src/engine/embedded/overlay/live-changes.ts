import type { RecordedChange } from '../../engine.ts';
import type { ChangesToMerge } from '../products/product-builder.ts';
import type { Files } from '../storage/files.ts';
import { readLivePointer } from '../storage/live-pointer.ts';
import { readManifest } from '../storage/manifest.ts';
import { listVersions } from '../storage/version-folder.ts';
import { join } from 'node:path';
import type { ChangeLog } from './change-log.ts';

/** Changes for a version in the making: what the live version does not hold, and the draft does not say. */
export const readChangesToMerge = async (
  files: Files,
  folder: string,
  log: ChangeLog,
  asOf: number | undefined,
): Promise<ChangesToMerge> => {
  const live = await readLivePointer(files, folder);
  const held = live ? await readMergedThrough(files, folder, live.version) : 0;
  const all = await log.read();
  const changes = all.filter(
    ({ sequence, change }) => sequence > held && (asOf === undefined || change.at > asOf),
  );
  return { changes, through: Math.max(held, all.at(-1)?.sequence ?? 0) };
};

/** The newest first. */
export const listLastChanges = async (
  files: Files,
  folder: string,
  log: ChangeLog,
  limit: number,
): Promise<RecordedChange[]> => {
  const live = await readLivePointer(files, folder);
  const held = live ? await readMergedThrough(files, folder, live.version) : 0;
  const kept = (await log.read()).toReversed().slice(0, limit);
  return kept.map(({ sequence, change }) => ({ change, merged: sequence <= held }));
};

/** Forgets what every version holds; what some version needs, should it be made live again, is kept. */
export const discardMergedChanges = async (files: Files, folder: string, log: ChangeLog): Promise<void> => {
  const versions = await listVersions(files, folder);
  const held = await Promise.all(versions.map((version) => readMergedThrough(files, folder, version)));
  if (held.length > 0) await log.discardThrough(Math.min(...held));
};

/** A version that cannot be read needs nothing. */
const readMergedThrough = async (files: Files, folder: string, version: string): Promise<number> => {
  try {
    const manifest = await readManifest(files, join(folder, version));
    return manifest ? (manifest.changesThrough ?? 0) : Infinity;
  } catch {
    return Infinity;
  }
};
