import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Dataset } from '../domain/dataset.ts';
import { type DatasetRef, type ImportOrder, importOrderDefaults } from '../domain/import-order.ts';
import type { Progress } from '../engine/engine.ts';
import { Fault, notThere } from '../errors.ts';
import { diskFilesSync, renameDurablySync, type SyncFiles } from '../files/sync-files.ts';
import { importFiles } from '../ingest/build-from-feed.ts';
import type { RowFault } from '../ingest/faults.ts';
import type { Fetch } from '../ingest/fetch/fetch.ts';
import { downloadFeed } from '../ingest/sources/open-feed.ts';
import { createFileLeases, type DatasetLeases, importRunningFault } from './dataset-leases.ts';
import { followJob, openJournal, uploadedFeed, keepNewestFeeds, removeFeed } from './journal.ts';
import {
  type ImportDiff,
  parseFaultLine,
  readDiff,
  type ImportJob,
  isActive,
  isResumable,
  noOutcome,
} from './job.ts';
import type { Publishing } from './publishing.ts';
import { runJob, toFailed } from './run-job.ts';

type Parts = {
  readonly publishing: Pick<Publishing, 'build' | 'makeLive' | 'isBuilt' | 'discard'>;
  readonly fetch: Fetch;
  readonly dataDir: string;
  /** Who imports a dataset; locks of this machine unless several nodes share the folder. */
  readonly leases?: DatasetLeases;
  readonly now: () => Date;
  /** Where the records of imports are. */
  readonly files?: SyncFiles;
  /** Called when the record of an import is damaged and was set aside. */
  readonly onDamaged?: (file: string) => void;
};

export type RunOptions = {
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  readonly whenStopped?: 'cancelled' | 'queued';
};

export type ImportJobs = ReturnType<typeof createImportJobs>;

const fetchDefaults = { checkEveryMs: 500 } as const;

/**
 * Imports as jobs that survive a process. Used by the command line, the service, and the child processes of the
 * service.
 */
export const createImportJobs = (parts: Parts) => {
  const { publishing, now, files = diskFilesSync } = parts;
  const folder = join(parts.dataDir, 'imports');
  const journal = openJournal(folder, { now, files, ...(parts.onDamaged && { onDamaged: parts.onDamaged }) });
  const leases = parts.leases ?? createFileLeases(folder);
  const isRunning = ({ tracker }: Dataset): boolean => leases.isTaken(tracker);

  const requireJob = ({ tracker }: Dataset, id: string): ImportJob => {
    const job = journal.read(tracker, id);
    if (job === null) throw notThere(`There is no import ${id} of this dataset.`);
    return job;
  };
  const throwIfRunning = (dataset: Dataset): void => {
    if (isRunning(dataset)) throw importRunningFault();
  };
  /** Cancels imports that a dead process left; the new import replaces them. */
  const cancelAbandoned = ({ tracker }: Dataset): void => {
    if (leases.areShared && journal.list(tracker).some(isActive)) throw importRunningFault();
    for (const job of journal.list(tracker).filter(isActive)) {
      journal.write({
        ...job,
        state: 'cancelled',
        step: null,
        reason: 'It was not finished before another began.',
        reasonDetail: { reason: 'import-abandoned' },
      });
      removeFeed(journal.folderOf(job));
    }
  };

  return {
    /** Whether any process is importing the dataset. */
    isRunning,
    /** Newest first. */
    list: ({ tracker }: Dataset): ImportJob[] => journal.list(tracker),
    /** The newest one that published or failed; null: there is none. */
    latestEnded: ({ tracker }: Dataset): ImportJob | null => journal.latestEnded(tracker),
    get: ({ tracker }: Dataset, id: string): ImportJob | null => journal.read(tracker, id),
    follow: ({ tracker }: Dataset, id: string, signal: AbortSignal): AsyncIterable<ImportJob> =>
      followJob(journal, { dataset: tracker, id }, signal),
    /**
     * Stores a new import; `run` executes it. Throws `conflict` while another import of the dataset runs. `upload` is
     * a temporary file, which moves into the import.
     */
    open({ dataset }: DatasetRef, given: Partial<ImportOrder> = {}, upload: string | null = null): ImportJob {
      throwIfRunning(dataset);
      cancelAbandoned(dataset);
      const order = { ...importOrderDefaults, ...given };
      if (upload === null) return journal.create(dataset.tracker, order);
      return journal.create(dataset.tracker, order, (jobFolder) => {
        const feed = uploadedFeed(jobFolder);
        files.makeFolder(jobFolder);
        renameDurablySync(files, upload, feed);
        return { ...order, feed };
      });
    },
    /** Downloads the feed of a queued import, so that `run` need not wait for a slow server. */
    async fetch({ dataset }: DatasetRef, id: string, signal: AbortSignal): Promise<void> {
      const job = requireJob(dataset, id);
      if (job.state !== 'queued' || job.isFetched || job.version !== null) return;
      const stopped = new AbortController();
      const watch = setInterval(() => {
        if (journal.read(dataset.tracker, id)?.state !== 'queued')
          stopped.abort(new DOMException('Stopped by an operator.', 'AbortError'));
      }, fetchDefaults.checkEveryMs);
      try {
        const either = AbortSignal.any([signal, stopped.signal]);
        const place = { folder: join(folder, dataset.tracker), signal: either };
        await downloadFeed(parts.fetch, { dataset, order: job.order, ...place });
        const latest = requireJob(dataset, id);
        if (latest.state === 'queued') journal.write({ ...latest, isFetched: true });
      } catch (error) {
        if (signal.aborted || stopped.signal.aborted) return;
        if (requireJob(dataset, id).state !== 'queued') return;
        const failed = toFailed(job, error).job;
        journal.write({ ...failed, finishedAt: now().toISOString() });
      } finally {
        clearInterval(watch);
      }
    },
    /** Executes the import in this process, from where it stopped. */
    run(ref: DatasetRef, id: string, options: RunOptions): Promise<ImportJob> {
      const { tracker } = ref.dataset;
      const parts = { journal, leases, ref, publishing, now };
      const ended = runJob({ dataset: tracker, id }, { whenStopped: 'cancelled', ...options, ...parts });
      return ended.finally(() => keepNewestFeeds(journal, tracker));
    },
    /** Stops a running import within a second, in whatever process it runs. Removes the version of a waiting import. */
    async cancel(ref: DatasetRef, id: string): Promise<ImportJob> {
      const job = requireJob(ref.dataset, id);
      // Also before it runs: a process that begins at this moment stops by itself.
      if (isActive(job)) journal.requestStop(job);
      if (job.state === 'running' && isRunning(ref.dataset)) return job;
      if (!isActive(job) && job.state !== 'waiting') {
        const reason = { reason: 'import-ended' } as const;
        throw new Fault('conflict', `The import has ended: ${job.state}.`, { reason });
      }
      if (job.version !== null) await publishing.discard(ref, job.version);
      const cancelled: ImportJob = {
        ...job,
        state: 'cancelled',
        reason: 'It was stopped. The live version stays.',
        reasonDetail: { reason: 'import-stopped' },
      };
      journal.write({ ...cancelled, finishedAt: now().toISOString() });
      removeFeed(journal.folderOf(job));
      return cancelled;
    },
    /** Queues a waiting import; running it publishes exactly the version that waits. */
    async approve(ref: DatasetRef, id: string): Promise<ImportJob> {
      const job = requireJob(ref.dataset, id);
      const { version } = job;
      if (job.state !== 'waiting' || version === null) {
        const reason = { reason: 'import-not-waiting' } as const;
        throw new Fault('conflict', `The import does not wait for approval: ${job.state}.`, { reason });
      }
      throwIfRunning(ref.dataset);
      if (!(await publishing.isBuilt(ref, version))) {
        throw new Fault('conflict', 'The version that it waits with is not kept any more.', {
          nextStep: 'Import the feed again.',
          reason: { reason: 'version-gone' },
        });
      }
      const order = { ...job.order, approvedVersion: version };
      const approved: ImportJob = { ...job, state: 'queued', order };
      journal.write(approved);
      return approved;
    },
    /** Queues an import that was stopped, killed or failed; the newest one unless `id` is given. */
    requeue(dataset: Dataset, id?: string): ImportJob {
      throwIfRunning(dataset);
      const jobs = journal.list(dataset.tracker);
      const job = id === undefined ? jobs.find(isResumable) : jobs.find((each) => each.id === id);
      if (job === undefined || !isResumable(job)) {
        throw new Fault('not-found', 'There is no import to resume.', {
          nextStep: 'Start a new one: vectors computed before are kept anyway.',
        });
      }
      if (job.order.feed === uploadedFeed(journal.folderOf(job)) && !existsSync(job.order.feed)) {
        throw new Fault('not-found', 'The uploaded feed of this import was removed.', {
          nextStep: 'Upload it again: vectors computed before are kept anyway.',
        });
      }
      journal.clearStopRequest(job);
      const requeued: ImportJob = { ...job, ...noOutcome, state: 'queued', isFetched: false };
      journal.write(requeued);
      return requeued;
    },
    /** Marks an import as failed for good. */
    markFailed(dataset: Dataset, id: string, reason: string): void {
      const job = requireJob(dataset, id);
      journal.write({
        ...job,
        state: 'failed',
        step: null,
        reason,
        reasonDetail: { reason: 'import-broke' },
        finishedAt: now().toISOString(),
      });
    },
    faults: ({ tracker }: Dataset, id: string): AsyncIterable<RowFault> =>
      readFaults(join(journal.folderOf({ dataset: tracker, id }), importFiles.faults)),
    diff: ({ tracker }: Dataset, id: string): ImportDiff | null =>
      readDiff(join(journal.folderOf({ dataset: tracker, id }), importFiles.diff)),
  };
};

async function* readFaults(file: string): AsyncGenerator<RowFault> {
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const fault = parseFaultLine(line);
    if (fault !== null) yield fault;
  }
}
