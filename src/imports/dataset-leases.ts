import { Fault } from '../errors.ts';
import { tryLock, waitForLock } from '../files/file-lock.ts';

/** The right to import a dataset, which one process at a time has. */
export type DatasetLease = {
  /** False when another node may have it, as far as this process knows. Records are written only while it is true. */
  isHeld(): boolean;
  /** Aborted when another node has it. */
  readonly lost: AbortSignal;
  /**
   * Resolves when this process surely has it, for longer than a change that follows at once takes. Throws when another
   * node has taken it; waits until `signal` is aborted while nobody can tell.
   */
  confirm(signal: AbortSignal): Promise<void>;
  /** `isEnded`: nobody has to continue the import. */
  release(isEnded: boolean): Promise<void>;
};

/** An import that is to be run, and the name of its website. */
export type LeasedJob = { readonly dataset: string; readonly id: string; readonly website: string };

export type DatasetLeases = {
  /** Throws `conflict` while another process has it. */
  take(job: LeasedJob): Promise<DatasetLease>;
  /** Whether any process has it. Among several nodes this may be a second old. */
  isTaken(dataset: string): boolean;
  /** Whether another node continues an import whose process has ended: then no other import may take its place. */
  readonly areShared: boolean;
};

export const importRunningFault = (): Fault =>
  new Fault('conflict', 'An import of this dataset is running.', {
    nextStep: 'Wait for it, or cancel it: `kindred imports` shows how far it is.',
    reason: { reason: 'import-running' },
  });

/** For the processes of one machine: a lock that the operating system releases when its process ends. */
export const createFileLeases = (folder: string): DatasetLeases => ({
  areShared: false,
  isTaken: (dataset) => {
    const lock = tryLock(folder, dataset);
    lock?.release();
    return lock === null;
  },
  take: async ({ dataset }) => {
    // `isTaken` of another process holds it for a moment.
    const lock = await waitForLock(folder, dataset, { timeoutMs: 1_000, conflict: importRunningFault });
    return {
      isHeld: () => true,
      lost: new AbortController().signal,
      confirm: () => Promise.resolve(),
      release: async () => lock.release(),
    };
  },
});
