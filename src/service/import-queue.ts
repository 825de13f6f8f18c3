import type { Dataset } from '../domain/dataset.ts';
import { Fault } from '../errors.ts';
import type { ImportJobs, DatasetRef } from '../publishing/import-jobs.ts';

export const importQueueDefaults = {
  /** Imports at work at once, over all datasets: each of them takes a core and more. */
  concurrency: 1,
  /** How often an import is begun before it is given up: one that kills its process would do so for ever. */
  attempts: 3,
} as const;

/** An import at work, in a process of its own or in this one. */
export type RunningImport = {
  /** Resolves when it is over, however it ended: the journal says how. */
  readonly ended: Promise<void>;
  /** Leaves it to be taken up again. */
  stop(): void;
};

export type LaunchImport = (ref: DatasetRef, id: string) => RunningImport;

export type ImportQueue = {
  add(ref: DatasetRef, id: string): void;
  /** Whether an import of the dataset is at work or about to be. */
  has(dataset: Dataset): boolean;
  /** Waits for the process of an import that has ended: it is there for a moment after the journal says so. */
  waitForExit(dataset: Dataset): Promise<void>;
  /** Takes up what an earlier process left: queued, or begun and not ended. */
  resume(all: readonly DatasetRef[]): void;
  close(): Promise<void>;
};

type Parts = {
  readonly imports: Pick<ImportJobs, 'get' | 'list' | 'isRunning' | 'markFailed'>;
  readonly launch: LaunchImport;
  readonly concurrency?: number;
};

/** The service's imports, one after the other, off its own thread where `launch` says so. */
export const createImportQueue = ({
  imports,
  launch,
  concurrency = importQueueDefaults.concurrency,
}: Parts): ImportQueue => {
  const queued: { readonly ref: DatasetRef; readonly id: string }[] = [];
  const active = new Map<RunningImport, { readonly ref: DatasetRef; readonly id: string }>();
  let isClosed = false;

  /** A process that died left its import begun: it goes on from there, unless it always dies. */
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
