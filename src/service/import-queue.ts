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

export type LaunchImport = (whose: DatasetRef, id: string) => RunningImport;

export type ImportQueue = {
  add(whose: DatasetRef, id: string): void;
  /** Whether an import of the dataset is at work or about to be. */
  has(dataset: Dataset): boolean;
  /** Waits for the process of an import that has ended: it is there for a moment after the journal says so. */
  waitForExit(dataset: Dataset): Promise<void>;
  /** Takes up what an earlier process left: queued, or begun and not ended. */
  resume(all: readonly DatasetRef[]): void;
  close(): Promise<void>;
};

type Parts = {
  readonly imports: Pick<ImportJobs, 'get' | 'list' | 'isRunning' | 'giveUp'>;
  readonly launch: LaunchImport;
  readonly concurrency?: number;
};

/** The service's imports, one after the other, off its own thread where `launch` says so. */
export const createImportQueue = ({
  imports,
  launch,
  concurrency: atOnce = importQueueDefaults.concurrency,
}: Parts): ImportQueue => {
  const waiting: { readonly whose: DatasetRef; readonly id: string }[] = [];
  const running = new Map<RunningImport, { readonly whose: DatasetRef; readonly id: string }>();
  let isClosed = false;

  /** A process that died left its import begun: it goes on from there, unless it always dies. */
  const afterwards = (whose: DatasetRef, id: string): void => {
    const job = imports.get(whose.dataset, id);
    if (isClosed || job?.state !== 'running') return;
    if (job.attempts < importQueueDefaults.attempts) waiting.push({ whose, id });
    else
      imports.markFailed(
        whose.dataset,
        id,
        'The process that ran it ended before it was done, several times.',
      );
  };
  const pump = (): void => {
    while (!isClosed && running.size < atOnce) {
      const next = waiting.shift();
      if (next === undefined) return;
      const launched = launch(next.whose, next.id);
      running.set(launched, next);
      void launched.ended.finally(() => {
        running.delete(launched);
        afterwards(next.whose, next.id);
        pump();
      });
    }
  };
  return {
    add(whose, id) {
      if (isClosed) throw new Fault('unavailable', 'The service is stopping.');
      waiting.push({ whose, id });
      pump();
    },
    has: ({ tracker }) =>
      [...running.values(), ...waiting].some(({ whose }) => whose.dataset.tracker === tracker),
    async waitForExit({ tracker }) {
      for (const [{ ended: over }, { whose, id }] of running) {
        const state = imports.get(whose.dataset, id)?.state;
        if (whose.dataset.tracker === tracker && state !== 'queued' && state !== 'running') await over;
      }
    },
    resume(all) {
      for (const whose of all) {
        if (imports.isRunning(whose.dataset)) continue;
        const left = imports
          .list(whose.dataset)
          .filter(({ state }) => state === 'queued' || state === 'running');
        for (const { id } of left.reverse()) waiting.push({ whose, id });
      }
      pump();
    },
    async close() {
      isClosed = true;
      for (const launched of running.keys()) launched.stop();
      await Promise.all([...running.keys()].map(({ ended: over }) => over));
    },
  };
};
