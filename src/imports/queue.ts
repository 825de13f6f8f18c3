import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset } from '../domain/dataset.ts';
import type { DatasetRef } from '../domain/import-order.ts';
import { Fault } from '../errors.ts';
import type { ImportJobs } from './import-jobs.ts';
import { type ImportJob, isActive } from './job.ts';

export const importQueueDefaults = {
  /** Imports that run at the same time, over all datasets: each takes at least one core. */
  concurrency: 1,
  /** Feeds that are downloaded at the same time, before their import runs: one of each website. */
  downloads: 8,
  /**
   * Attempts before an import is marked as failed: an import that crashes its process would otherwise be repeated
   * for ever.
   */
  attempts: 3,
  /** Pause after a failure of the journal itself, such as a full disk. */
  retryMs: 5_000,
} as const;

/** A running import, in a child process or in this one. */
export type RunningImport = {
  /** Resolves when it has ended, with any result; the journal has the result. */
  readonly ended: Promise<void>;
  /** Stops it so that it can be resumed. */
  stop(): void;
};

export type LaunchImport = (ref: DatasetRef, id: string) => RunningImport;

export type ImportQueue = ReturnType<typeof createImportQueue>;

type Parts = {
  readonly imports: Pick<ImportJobs, 'get' | 'list' | 'isRunning' | 'markFailed' | 'fetch'>;
  readonly launch: LaunchImport;
  readonly retryMs?: number;
  /** Called when the journal cannot be read or written; it is tried again. */
  readonly onFailed?: (error: unknown) => void;
  /** Whether an import whose process ended is started again here; otherwise it is left to whoever takes it next. */
  readonly continuesCrashed?: boolean;
  /** Called when this queue has nothing more to do with an import. */
  readonly onLeft?: (ref: DatasetRef, id: string) => void;
};

type Entry = { readonly ref: DatasetRef; readonly id: string };

/**
 * Lets so many works run at once, and so many of each website. Next comes the website that has waited longest, so that one
 * website cannot hold up the others.
 */
const createTurns = (slots: number, perWebsite: number) => {
  type Waiting = {
    readonly website: number;
    readonly begin: () => void;
    readonly giveUp: (reason: Error) => void;
  };
  const waiting: Waiting[] = [];
  const running: number[] = [];
  const servedAt = new Map<number, number>();
  let served = 0;
  let stopped: Error | null = null;
  const beginNext = (): void => {
    const [next] = waiting
      .filter(({ website }) => running.filter((each) => each === website).length < perWebsite)
      .sort((a, b) => (servedAt.get(a.website) ?? 0) - (servedAt.get(b.website) ?? 0));
    if (next === undefined || running.length >= slots) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.push(next.website);
    servedAt.set(next.website, ++served);
    next.begin();
    beginNext();
  };
  return {
    async take<T>(website: number, work: () => Promise<T>): Promise<T> {
      if (stopped !== null) throw stopped;
      await new Promise<void>((begin, giveUp) => {
        waiting.push({ website, begin, giveUp });
        beginNext();
      });
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(website), 1);
        beginNext();
      }
    },
    /** Those that wait fail with this reason. */
    stop(reason: Error): void {
      stopped = reason;
      for (const { giveUp } of waiting.splice(0)) giveUp(reason);
    },
  };
};

/** True after it was marked as failed, because its process has ended in the middle of it too often. */
export const failIfRepeated = (
  imports: Pick<ImportJobs, 'markFailed'>,
  { ref: { dataset }, id }: Entry,
  { state, attempts }: Pick<ImportJob, 'state' | 'attempts'>,
): boolean => {
  if (state !== 'running' || attempts < importQueueDefaults.attempts) return false;
  imports.markFailed(dataset, id, 'The process that ran it ended before it was done, several times.');
  return true;
};

/**
 * The imports of the service. Feeds are downloaded for several websites at once; then the imports run one after the
 * other. `launch` decides in which process they run.
 */
export const createImportQueue = ({
  imports,
  launch,
  retryMs = importQueueDefaults.retryMs,
  onFailed = () => undefined,
  continuesCrashed = true,
  onLeft = () => undefined,
}: Parts) => {
  const entries = new Map<Entry, Promise<void>>();
  const active = new Map<RunningImport, Entry>();
  const stopping = new AbortController();
  const downloads = createTurns(importQueueDefaults.downloads, 1);
  const slots = createTurns(importQueueDefaults.concurrency, importQueueDefaults.concurrency);

  /** Repeats what fails because the journal cannot be read or written, until the service stops. */
  const reportAndPause = async (error: unknown): Promise<void> => {
    stopping.signal.throwIfAborted();
    onFailed(error);
    await sleep(retryMs, undefined, { signal: stopping.signal, ref: false });
  };
  const repeat = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        await reportAndPause(error);
      }
    }
  };

  /** False after it was cancelled or failed before it ran. */
  const isWanted = ({ ref, id }: Entry): boolean => {
    const job = imports.get(ref.dataset, id);
    return job !== null && isActive(job);
  };
  /** Returns whether it is to be run. */
  const fetchFeed = async (entry: Entry): Promise<boolean> => {
    const { ref, id } = entry;
    try {
      await downloads.take(ref.website.id, () => imports.fetch(ref, id, stopping.signal));
      return isWanted(entry);
    } catch (error) {
      // The journal could not be written: the import itself downloads the feed, or reports why it cannot.
      await reportAndPause(error);
      return true;
    }
  };
  const run = (entry: Entry): Promise<void> =>
    slots.take(entry.ref.website.id, async () => {
      const running = launch(entry.ref, entry.id);
      active.set(running, entry);
      await running.ended.catch(onFailed);
      active.delete(running);
    });
  /** The command line may be importing this dataset, or a process that outlived the one that started it. */
  const waitWhileRunning = async (dataset: Dataset): Promise<void> => {
    while (imports.isRunning(dataset))
      await sleep(retryMs, undefined, { signal: stopping.signal, ref: false });
  };
  /** What its process left in the middle, or could not begin, is started again, unless that happened too often. */
  const isLeft = async (entry: Entry, starts: number): Promise<boolean> => {
    const { dataset } = entry.ref;
    const job = imports.get(dataset, entry.id);
    if (!continuesCrashed || job === null || !isActive(job)) return false;
    if (failIfRepeated(imports, entry, job)) return false;
    if (job.state === 'running') return true;
    if (starts >= importQueueDefaults.attempts) {
      imports.markFailed(dataset, entry.id, 'The process that was to run it could not begin, several times.');
      return false;
    }
    await sleep(retryMs, undefined, { signal: stopping.signal, ref: false });
    await waitWhileRunning(dataset);
    return true;
  };

  const work = async (entry: Entry): Promise<void> => {
    let starts = 0;
    do {
      if (!(await fetchFeed(entry))) break;
      await repeat(() => run(entry));
      starts += 1;
    } while (!stopping.signal.aborted && (await repeat(() => isLeft(entry, starts))));
    onLeft(entry.ref, entry.id);
  };
  const start = (entry: Entry, begins: Promise<void> = Promise.resolve()): void => {
    const working = begins
      .then(() => work(entry))
      // What is left when the service stops is resumed at its next start.
      .catch((error: unknown) => void (stopping.signal.aborted || onFailed(error)))
      .finally(() => entries.delete(entry));
    entries.set(entry, working);
  };

  return {
    add(ref: DatasetRef, id: string): void {
      if (stopping.signal.aborted) throw new Fault('unavailable', 'The service is stopping.');
      start({ ref, id });
    },
    /** Whether an import of the dataset is running or queued. */
    has: ({ tracker }: Dataset): boolean =>
      [...entries.keys()].some((entry) => entry.ref.dataset.tracker === tracker && isWanted(entry)),
    /** Waits until the process of a finished import has exited, which is shortly after the journal says so. */
    async waitForExit({ tracker }: Dataset): Promise<void> {
      for (const [{ ended }, entry] of active)
        if (entry.ref.dataset.tracker === tracker && !isWanted(entry)) await ended;
    },
    /** Queues the imports that an earlier process left unfinished. */
    resume(all: readonly DatasetRef[]): void {
      for (const ref of all) {
        try {
          for (const { id } of imports.list(ref.dataset).filter(isActive).reverse())
            start({ ref, id }, waitWhileRunning(ref.dataset));
        } catch (error) {
          onFailed(error);
        }
      }
    },
    async close(): Promise<void> {
      const reason = new DOMException('The service stops.', 'AbortError');
      stopping.abort(reason);
      downloads.stop(reason);
      slots.stop(reason);
      for (const running of active.keys()) running.stop();
      await Promise.all(entries.values());
    },
  };
};
