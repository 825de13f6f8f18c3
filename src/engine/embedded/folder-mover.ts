import type { Progress } from '../engine.ts';
import { Fault } from '../../errors.ts';
import {
  acceptVersionChanges,
  copyVersions,
  inspectVersions,
  refuseVersionChanges,
} from './move-versions.ts';

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
    copyVersions({ from, to, progress, signal }),
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
