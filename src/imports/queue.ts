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
  readonly imports: Pick<ImportJobs, 'get' | 'list' | 'isRunning' | 'markFailed' | 'fetch'>;
  readonly launch: LaunchImport;
  readonly concurrency?: number;
  readonly retryMs?: number;
  /** Called when the journal cannot be read or written; it is tried again. */
  readonly onFailed?: (error: unknown) => void;
  /** Whether an import whose process ended is started again here; otherwise it is left to whoever takes it next. */
  readonly continuesCrashed?: boolean;
  /** Called when this queue has nothing more to do with an import. */
  readonly onLeft?: (ref: DatasetRef, id: string) => void;
};

type Entry = { readonly ref: DatasetRef; readonly id: string };

/** Takes the entry of the website that has waited longest, so that one website cannot hold up the others. */
const createRoundRobin = () => {
  const servedAt = new Map<number, number>();
  let served = 0;
  return (entries: Entry[], isFree: (entry: Entry) => boolean): Entry | null => {
    const last = ({ ref }: Entry): number => servedAt.get(ref.website.id) ?? 0;
    const next = entries
      .filter(isFree)
      .reduce<Entry | null>(
        (best, entry) => (best === null || last(entry) < last(best) ? entry : best),
        null,
      );
    if (next === null) return null;
    entries.splice(entries.indexOf(next), 1);
    servedAt.set(next.ref.website.id, ++served);
    return next;
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
  concurrency = importQueueDefaults.concurrency,
  retryMs = importQueueDefaults.retryMs,
  onFailed = () => undefined,
  continuesCrashed = true,
  onLeft = () => undefined,
}: Parts): ImportQueue => {
  const queued: Entry[] = [];
  const fetching = new Map<Entry, Promise<void>>();
  const ready: Entry[] = [];
  const active = new Map<RunningImport, Entry>();
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const takeQueued = createRoundRobin();
  const takeReady = createRoundRobin();

  const later = (work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, retryMs).unref();
    timers.add(timer);
  };

  /** The import of a crashed process is continued, unless it has crashed too often. */
  const requeueIfCrashed = (entry: Entry): void => {
    const { ref, id } = entry;
    if (stopping.signal.aborted) return onLeft(ref, id);
    try {
      const job = imports.get(ref.dataset, id);
      if (job?.state !== 'running' || !continuesCrashed) return onLeft(ref, id);
      if (failIfRepeated(imports, entry, job)) onLeft(ref, id);
      else queued.push(entry);
    } catch (error) {
      onFailed(error);
      later(() => {
        requeueIfCrashed(entry);
        startNext();
      });
    }
  };

  /** False after it was cancelled or failed before it ran. */
  const isWanted = ({ ref, id }: Entry): boolean => {
    const job = imports.get(ref.dataset, id);
    return job !== null && isActive(job);
  };

  const isFetchingFor = (websiteId: number): boolean =>
    [...fetching.keys()].some(({ ref }) => ref.website.id === websiteId);

  const fetchFeed = async (entry: Entry): Promise<void> => {
    try {
      await imports.fetch(entry.ref, entry.id, stopping.signal);
      if (isWanted(entry)) ready.push(entry);
      else onLeft(entry.ref, entry.id);
    } catch (error) {
      // The journal could not be written: the import itself downloads the feed, or reports why it cannot.
      onFailed(error);
      later(() => {
        ready.push(entry);
        startNext();
      });
    } finally {
      fetching.delete(entry);
      startNext();
    }
  };

  const startDownloads = (): void => {
    while (!stopping.signal.aborted && fetching.size < importQueueDefaults.downloads) {
      const entry = takeQueued(queued, ({ ref }) => !isFetchingFor(ref.website.id));
      if (entry === null) return;
      // Set first: a feed that needs no download is ready before `fetchFeed` returns.
      const work = Promise.resolve().then(() => fetchFeed(entry));
      fetching.set(entry, work);
    }
  };

  const startImports = (): void => {
    while (!stopping.signal.aborted && active.size < concurrency) {
      const entry = takeReady(ready, () => true);
      if (entry === null) return;
      try {
        const running = launch(entry.ref, entry.id);
        active.set(running, entry);
        running.ended
          .catch(onFailed)
          .then(() => {
            active.delete(running);
            requeueIfCrashed(entry);
            startNext();
          })
          .catch(onFailed);
      } catch (error) {
        onFailed(error);
        later(() => {
          ready.push(entry);
          startNext();
        });
      }
    }
  };

  const startNext = (): void => {
    startDownloads();
    startImports();
  };

  return {
    add(ref, id) {
      if (stopping.signal.aborted) throw new Fault('unavailable', 'The service is stopping.');
      queued.push({ ref, id });
      startNext();
    },
    has: ({ tracker }) =>
      [...active.values(), ...fetching.keys(), ...queued, ...ready].some(
        (entry) => entry.ref.dataset.tracker === tracker && isWanted(entry),
      ),
    async waitForExit({ tracker }) {
      for (const [{ ended }, { ref, id }] of active) {
        const state = imports.get(ref.dataset, id)?.state;
        if (ref.dataset.tracker === tracker && state !== 'queued' && state !== 'running') await ended;
      }
    },
    resume(all) {
      for (const ref of all) {
        try {
          if (imports.isRunning(ref.dataset)) continue;
          const left = imports
            .list(ref.dataset)
            .filter(({ state }) => state === 'queued' || state === 'running');
          for (const { id } of left.reverse()) queued.push({ ref, id });
        } catch (error) {
          onFailed(error);
        }
      }
      startNext();
    },
    async close() {
      stopping.abort(new DOMException('The service stops.', 'AbortError'));
      for (const timer of timers) clearTimeout(timer);
      for (const running of active.keys()) running.stop();
      await Promise.all([
        ...fetching.values(),
        ...[...active.keys()].map(({ ended }) => ended.catch(() => undefined)),
      ]);
    },
  };
};
