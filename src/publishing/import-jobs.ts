import { copyFileSync, createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { Engine, Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { Diff, DiffLists } from '../ingest/diff.ts';
import type { RowFault } from '../ingest/fault-log.ts';
import { importFiles } from '../ingest/ingest.ts';
import { isDatasetLocked } from '../ingest/jobs/dataset-lock.ts';
import { followJob } from '../ingest/jobs/follow.ts';
import { isResumable, isActive, type Job, type JobOrder } from '../ingest/jobs/job.ts';
import { openJournal } from '../ingest/jobs/journal.ts';
import { runJob } from '../ingest/jobs/run-job.ts';
import type { ReachCrashPoint } from '../ingest/crash-points.ts';
import { importWork } from './import-work.ts';
import type { Publishing } from './publishing.ts';

type Parts = {
  readonly engine: Engine;
  readonly publishing: Publishing;
  readonly dataDir: string;
  readonly now: () => Date;
  readonly reachCrashPoint?: ReachCrashPoint;
};

/** A dataset and the website it belongs to. */
export type DatasetRef = { readonly website: Website; readonly dataset: Dataset };

export type NewImport = Partial<Omit<JobOrder, 'approvedVersion'>> & {
  /** A temporary file: a copy is kept with the import. */
  readonly upload?: string | null;
};

export type RunOptions = {
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  readonly whenStopped?: 'cancelled' | 'queued';
};

export type ImportDiff = DiffLists & { readonly counts: Diff };

/**
 * Imports as jobs that survive a process. Used by the command line, the service, and the child processes of
 * the service.
 */
export type ImportJobs = {
  /** Stores a new import; `run` executes it. Throws `conflict` while another import of the dataset runs. */
  open(ref: DatasetRef, request: NewImport): Job;
  /** Executes the import in this process, from where it stopped. */
  run(ref: DatasetRef, id: string, options: RunOptions): Promise<Job>;
  /** Newest first. */
  list(dataset: Dataset): Job[];
  get(dataset: Dataset, id: string): Job | null;
  /** Whether any process is importing the dataset. */
  isRunning(dataset: Dataset): boolean;
  follow(dataset: Dataset, id: string, signal: AbortSignal): AsyncIterable<Job>;
  /**
   * Stops a running import within a second, in whatever process it runs. Removes the version of a waiting
   * import.
   */
  cancel(ref: DatasetRef, id: string): Promise<Job>;
  /** Queues a waiting import; running it publishes exactly the version that waits. */
  approve(ref: DatasetRef, id: string): Promise<Job>;
  /** Queues an import that was stopped, killed or failed; the newest one unless `id` is given. */
  requeue(dataset: Dataset, id?: string): Job;
  /** Marks an import as failed for good. */
  markFailed(dataset: Dataset, id: string, reason: string): void;
  faults(dataset: Dataset, id: string): AsyncIterable<RowFault>;
  diff(dataset: Dataset, id: string): ImportDiff | null;
};

export const createImportJobs = (parts: Parts): ImportJobs => {
  const { engine, now } = parts;
  const folder = join(parts.dataDir, 'imports');
  const journal = openJournal(folder, now);
  const createWork = (ref: DatasetRef) => importWork(parts, ref);
  const isRunning = ({ tracker }: Dataset): boolean => isDatasetLocked(folder, tracker);

  const requireJob = ({ tracker }: Dataset, id: string): Job => {
    const job = journal.read(tracker, id);
    if (job === null)
      throw new Fault('not-found', `There is no import ${id} of this dataset.`, {
        reason: { reason: 'not-there' },
      });
    return job;
  };
  const throwIfRunning = (dataset: Dataset): void => {
    if (!isRunning(dataset)) return;
    throw new Fault('conflict', 'An import of this dataset is running.', {
      nextStep: 'Wait for it, or cancel it: `kindred imports` shows how far it is.',
      reason: { reason: 'import-running' },
    });
  };
  /** Cancels imports that a dead process left; the new import replaces them. */
  const cancelAbandoned = ({ tracker }: Dataset): void => {
    for (const job of journal.list(tracker).filter(isActive)) {
      journal.write({
        ...job,
        state: 'cancelled',
        step: null,
        reason: 'It was not finished before another began.',
        told: { reason: 'import-abandoned' },
      });
    }
  };

  return {
    isRunning,
    list: ({ tracker }) => journal.list(tracker),
    get: ({ tracker }, id) => journal.read(tracker, id),
    follow: ({ tracker }, id, signal) => followJob(journal, { dataset: tracker, id }, signal),
    open({ dataset }, request) {
      throwIfRunning(dataset);
      cancelAbandoned(dataset);
      const job = journal.create(dataset.tracker, toOrder(request));
      if (typeof request.upload !== 'string') return job;
      const feed = join(journal.folderOf(job), 'feed');
      copyFileSync(request.upload, feed);
      const withFeed = { ...job, order: { ...job.order, feed } };
      journal.write(withFeed);
      return withFeed;
    },
    run: (ref, id, { whenStopped = 'cancelled', ...options }) =>
      runJob(
        { dataset: ref.dataset.tracker, id },
        {
          ...options,
          journal,
          locks: folder,
          work: createWork(ref),
          now,
          whenStopped,
          ...(parts.reachCrashPoint && { reachCrashPoint: parts.reachCrashPoint }),
        },
      ),
    async cancel(ref, id) {
      const job = requireJob(ref.dataset, id);
      if (isActive(job) && isRunning(ref.dataset)) {
        journal.requestStop(job);
        return job;
      }
      if (!isActive(job) && job.state !== 'waiting') {
        throw new Fault('conflict', `The import has ended: ${job.state}.`, {
          reason: { reason: 'import-ended' },
        });
      }
      if (job.version !== null) await createWork(ref).discard(job.version);
      const cancelled: Job = {
        ...job,
        state: 'cancelled',
        reason: 'It was stopped. The live version stays.',
        told: { reason: 'import-stopped' },
      };
      journal.write({ ...cancelled, finishedAt: now().toISOString() });
      return cancelled;
    },
    async approve(ref, id) {
      const job = requireJob(ref.dataset, id);
      const { version } = job;
      if (job.state !== 'waiting' || version === null) {
        throw new Fault('conflict', `The import does not wait for approval: ${job.state}.`, {
          reason: { reason: 'import-not-waiting' },
        });
      }
      throwIfRunning(ref.dataset);
      if (!(await engine.versions(ref.dataset.tracker)).some((kept) => kept.version === version)) {
        throw new Fault('conflict', 'The version that it waits with is not kept any more.', {
          nextStep: 'Import the feed again.',
          reason: { reason: 'version-gone' },
        });
      }
      const approved: Job = { ...job, state: 'queued', order: { ...job.order, approvedVersion: version } };
      journal.write(approved);
      return approved;
    },
    requeue(dataset, id) {
      throwIfRunning(dataset);
      const jobs = journal.list(dataset.tracker);
      const job = id === undefined ? jobs.find(isResumable) : jobs.find((each) => each.id === id);
      if (job === undefined || !isResumable(job)) {
        throw new Fault('not-found', 'There is no import to resume.', {
          nextStep: 'Start a new one: vectors computed before are kept anyway.',
        });
      }
      journal.clearStopRequest(job);
      const reopened: Job = {
        ...job,
        state: 'queued',
        reason: null,
        told: null,
        nextStep: null,
        finishedAt: null,
      };
      journal.write(reopened);
      return reopened;
    },
    markFailed(dataset, id, reason) {
      journal.write({
        ...requireJob(dataset, id),
        state: 'failed',
        step: null,
        reason,
        told: { reason: 'import-broke' },
        finishedAt: now().toISOString(),
      });
    },
    faults: ({ tracker }, id) =>
      readFaults(join(journal.folderOf({ dataset: tracker, id }), importFiles.faults)),
    diff({ tracker }, id) {
      const file = join(journal.folderOf({ dataset: tracker, id }), importFiles.diff);
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ImportDiff) : null;
    },
  };
};

const toOrder = (request: NewImport): JobOrder => {
  const { actor = 'command line', feed = null, imagesFolder = null } = request;
  const { pictures = true, dryRun = false, approve = false } = request;
  return { actor, feed, imagesFolder, pictures, dryRun, approve, approvedVersion: null };
};

async function* readFaults(file: string): AsyncGenerator<RowFault> {
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file) }))
    yield JSON.parse(line) as RowFault;
}
