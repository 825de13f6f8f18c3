import type { Progress } from '../../engine/engine.ts';
import { Fault, type Reason } from '../../errors.ts';
import { emptyTally, type Tally } from '../import-job.ts';
import type { ReachCrashPoint } from '../crash-points.ts';
import { lockDataset } from './dataset-lock.ts';
import { isActive, type Job, type JobResult } from './job.ts';
import type { Journal } from './journal.ts';
import { createRateMeter } from './rate.ts';

export const runJobDefaults = {
  /** How often progress is written and a request to stop is checked. */
  reportEveryMs: 200,
} as const;

export type JobContext = {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly tally: Tally;
};

export type BuiltVersion = {
  readonly version: string | null;
  readonly result: JobResult;
};

/** The steps of an import that depend on the kind of dataset. */
export type ImportWork = {
  /** Builds a version next to the live one. */
  prepare(job: Job, monitorJob: JobContext): Promise<BuiltVersion>;
  /** Makes the version live and rebuilds what depends on it. */
  makeLive(version: string, progress: Progress): Promise<void>;
  /** Whether the version still exists and is complete. */
  isBuilt(version: string): Promise<boolean>;
  discard(version: string): Promise<void>;
};

export type RunOptions = {
  readonly journal: Journal;
  readonly locks: string;
  readonly work: ImportWork;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  readonly reachCrashPoint?: ReachCrashPoint;
  /** What an abort of `signal` means: cancelled for good, or queued for the next start of the service. */
  readonly whenStopped: 'cancelled' | 'queued';
};

/**
 * Runs an import, or the rest of it: a version that was built before the process died is not built again.
 * Every step is in the journal before the next one begins.
 */
export const runJob = async (jobRef: Pick<Job, 'dataset' | 'id'>, options: RunOptions): Promise<Job> => {
  const { journal, locks, now } = options;
  const lock = await lockDataset(locks, jobRef.dataset);
  try {
    const stored = journal.read(jobRef.dataset, jobRef.id);
    if (stored === null) throw new Fault('not-found', 'There is no such import.');
    if (!isActive(stored)) return stored;
    const started: Job = {
      ...stored,
      state: 'running',
      attempts: stored.attempts + 1,
      reason: null,
      told: null,
      nextStep: null,
      finishedAt: null,
    };
    journal.write(started);
    options.reachCrashPoint?.('job-begun');
    const outcome = await execute(started, options);
    const job: Job = { ...outcome.job, step: null, finishedAt: now().toISOString() };
    journal.write(job);
    journal.clearStopRequest(job);
    options.reachCrashPoint?.('job-ended');
    if (outcome.error !== undefined) throw outcome.error;
    return job;
  } finally {
    lock.release();
  }
};

type JobOutcome = { readonly job: Job; readonly error?: Error };

const execute = async (job: Job, options: RunOptions): Promise<JobOutcome> => {
  const { journal } = options;
  const monitor = monitorJob(job, options);
  try {
    const buildResult = await buildOrReuse(job, options, monitor.context);
    const built = monitor.update({ ...buildResult, step: 'publishing' });
    journal.write(built);
    options.reachCrashPoint?.('build-noted');
    return { job: await publish(built, options) };
  } catch (error) {
    const cause = monitor.stopCause();
    return cause === null
      ? toFailed(monitor.latest(), error)
      : toStopped(monitor.latest(), options, cause, error);
  } finally {
    monitor.end();
  }
};

const buildOrReuse = async (
  job: Job,
  { work }: RunOptions,
  context: JobContext,
): Promise<Pick<Job, 'version' | 'reason' | 'told' | 'result'>> => {
  if (job.version !== null && job.result !== null && (await work.isBuilt(job.version))) {
    const { reason, told = null } = job.result;
    return { version: job.version, reason, told, result: job.result };
  }
  if (job.order.approvedVersion !== null) throw approvedVersionGoneFault(job.order.approvedVersion);
  Object.assign(context.tally, emptyTally());
  const { version, result } = await work.prepare(job, context);
  return { version, reason: result.reason, told: result.told ?? null, result };
};

/** Building a new version instead would publish something that nobody approved. */
const approvedVersionGoneFault = (version: string): Fault =>
  new Fault('conflict', `The version ${version} that was approved is not kept any more.`, {
    nextStep: 'Import the feed again.',
    reason: { reason: 'version-gone' },
  });

const publish = async (job: Job, options: RunOptions): Promise<Job> => {
  const { work, progress = () => undefined } = options;
  if (job.version === null) return { ...job, state: 'checked' };
  if (job.reason !== null && !isApproved(job)) {
    await supersede(job, options);
    const nextStep = 'Look at what would change; approve the import when it is right all the same.';
    return { ...job, state: 'waiting', nextStep };
  }
  await work.makeLive(job.version, progress);
  options.reachCrashPoint?.('version-live');
  await supersede(job, options);
  return { ...job, state: 'published' };
};

const isApproved = ({ order, version }: Job): boolean => order.approve || order.approvedVersion === version;

/** Only the newest import may wait for approval: an older one is cancelled and its version removed. */
export const supersede = async (
  job: Job,
  { journal, work }: Pick<RunOptions, 'journal' | 'work'>,
): Promise<void> => {
  for (const other of journal.list(job.dataset)) {
    if (other.state !== 'waiting' || other.id === job.id) continue;
    if (other.version !== null && (await work.isBuilt(other.version))) await work.discard(other.version);
    const reason = `A later import took its place: ${job.id}.`;
    journal.write({ ...other, state: 'cancelled', reason, told: { reason: 'import-superseded' } });
  }
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const toFailed = (job: Job, error: unknown): JobOutcome => {
  const isForeseen = error instanceof Fault;
  const reason = isForeseen ? error.message : 'Something went wrong on our side.';
  const nextStep = isForeseen
    ? (error.nextStep ?? null)
    : 'Resume the import; if it fails again, look into the log.';
  const told: Reason | null = isForeseen ? (error.reason ?? null) : { reason: 'import-broke' };
  return { job: { ...job, state: 'failed', reason, told, nextStep }, error: asError(error) };
};

const toStopped = (
  job: Job,
  { whenStopped }: RunOptions,
  by: 'operator' | 'signal',
  error: unknown,
): JobOutcome => {
  const isOver = by === 'operator' || whenStopped === 'cancelled';
  const reason = isOver ? 'It was stopped. The live version stays.' : 'The service was stopped.';
  const nextStep = isOver ? 'Resume it, or start another: vectors computed so far are kept.' : null;
  const told: Reason | null = isOver ? { reason: 'import-stopped' } : null;
  const state = isOver ? 'cancelled' : 'queued';
  return { job: { ...job, state, reason, told, nextStep }, error: asError(error) };
};

/** Writes progress to the journal, and aborts the work when a stop is requested. */
const monitorJob = (job: Job, { journal, signal, progress, now }: RunOptions) => {
  const stopRequest = new AbortController();
  // A version that waited for approval keeps the counts of its build.
  const { rows, badRows, pictures, vectors } = job.progress;
  const tally: Tally = { rows, badRows, pictures, vectors };
  const meter = createRateMeter(() => now().getTime());
  let latest: Job = { ...job, progress: { ...job.progress, rate: null, etaSeconds: null } };
  let written = '';
  const writeProgress = (): void => {
    if (journal.isStopRequested(job))
      stopRequest.abort(new DOMException('Stopped by an operator.', 'AbortError'));
    latest = { ...latest, progress: { ...latest.progress, ...tally } };
    const text = JSON.stringify(latest);
    if (text === written) return;
    written = text;
    journal.write(latest, 'fast');
  };
  const timer = setInterval(writeProgress, runJobDefaults.reportEveryMs);
  const context: JobContext = {
    folder: journal.folderOf(job),
    signal: AbortSignal.any([signal, stopRequest.signal]),
    tally,
    progress: (step, done, total) => {
      progress?.(step, done, total);
      latest = { ...latest, step, progress: { ...latest.progress, ...meter(step, done, total) } };
    },
  };
  return {
    context,
    /** Applies changes that must not be lost. */
    update: (changes: Partial<Job>): Job =>
      (latest = { ...latest, ...changes, progress: { ...latest.progress, ...tally } }),
    latest: (): Job => ({ ...latest, progress: { ...latest.progress, ...tally } }),
    stopCause: (): 'operator' | 'signal' | null =>
      stopRequest.signal.aborted ? 'operator' : signal.aborted ? 'signal' : null,
    end: () => clearInterval(timer),
  };
};
