import type { Dataset } from '../domain/dataset.ts';
import { Fault } from '../errors.ts';
import type { ImportJobs, DatasetRef } from '../publishing/import-jobs.ts';

export const importQueueDefaults = {
  /** Imports that run at the same time, over all datasets: each takes at least one core. */
  concurrency: 1,
  /**
   * Attempts before an import is marked as failed: an import that crashes its process would otherwise be
   * repeated for ever.
   */
  attempts: 3,
} as const;

/** A running import, in a child process or in this one. */
export type RunningImport = {
  /** Resolves when it has ended, with any result; the journal has the result. */
  readonly ended: Promise<void>;
  /** Stops it so that it can be resumed. */
  stop(): void;
};

export type LaunchImport = (ref: DatasetRef, id: string) => RunningImport;

export type ImportQueue = {
  add(ref: DatasetRef, id: string): void;
  /** Whether an import of the dataset is running or queued. */
  has(dataset: Dataset): boolean;
  /** Waits until the process of a finished import has exited, which is shortly after the journal says so. */
  waitForExit(dataset: Dataset): Promise<void>;
  /** Queues the imports that an earlier process left unfinished. */
  resume(all: readonly DatasetRef[]): void;
  close(): Promise<void>;
};

type Parts = {
  readonly imports: Pick<ImportJobs, 'get' | 'list' | 'isRunning' | 'markFailed'>;
  readonly launch: LaunchImport;
  readonly concurrency?: number;
};

/** The imports of the service, one after the other. `launch` decides in which process they run. */
export const createImportQueue = ({
  imports,
  launch,
  concurrency = importQueueDefaults.concurrency,
}: Parts): ImportQueue => {
  const queued: { readonly ref: DatasetRef; readonly id: string }[] = [];
  const active = new Map<RunningImport, { readonly ref: DatasetRef; readonly id: string }>();
  let isClosed = false;

  /** The import of a crashed process is continued, unless it has crashed too often. */
  const requeueIfCrashed = (ref: DatasetRef, id: string): void => {
    const job = imports.get(ref.dataset, id);
    if (isClosed || job?.state !== 'running') return;
    if (job.attempts < importQueueDefaults.attempts) queued.push({ ref, id });
    else
      imports.markFailed(ref.dataset, id, 'The process that ran it ended before it was done, several times.');
  };
  const startNext = (): void => {
    while (!isClosed && active.size < concurrency) {
      const next = queued.shift();
      if (next === undefined) return;
      const running = launch(next.ref, next.id);
      active.set(running, next);
      void running.ended.finally(() => {
        active.delete(running);
        requeueIfCrashed(next.ref, next.id);
        startNext();
      });
    }
  };
  return {
    add(ref, id) {
      if (isClosed) throw new Fault('unavailable', 'The service is stopping.');
      queued.push({ ref, id });
      startNext();
    },
    has: ({ tracker }) => [...active.values(), ...queued].some(({ ref }) => ref.dataset.tracker === tracker),
    async waitForExit({ tracker }) {
      for (const [{ ended }, { ref, id }] of active) {
        const state = imports.get(ref.dataset, id)?.state;
        if (ref.dataset.tracker === tracker && state !== 'queued' && state !== 'running') await ended;
      }
    },
    resume(all) {
      for (const ref of all) {
        if (imports.isRunning(ref.dataset)) continue;
        const left = imports
          .list(ref.dataset)
          .filter(({ state }) => state === 'queued' || state === 'running');
        for (const { id } of left.reverse()) queued.push({ ref, id });
      }
      startNext();
    },
    async close() {
      isClosed = true;
      for (const running of active.keys()) running.stop();
      await Promise.all([...active.keys()].map(({ ended }) => ended));
    },
  };
};
