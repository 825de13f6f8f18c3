import type { Progress } from '../engine/engine.ts';
import { Fault, type Reason } from '../errors.ts';
import type { DatasetRef } from '../domain/import-order.ts';
import { emptyTally, type ImportContext, type Tally } from '../ingest/build-context.ts';
import { reachCrashPoint } from '../ingest/crash-points.ts';
import type { DatasetLease, DatasetLeases } from './dataset-leases.ts';
import { isActive, type ImportJob, noOutcome } from './job.ts';
import type { Journal } from './journal.ts';
import type { Publishing } from './publishing.ts';

const runJobDefaults = {
  /** How often progress is written and a request to stop is checked. */
  reportEveryMs: 200,
  /** How long the end of an import waits for a database that is away; then another node continues it. */
  confirmEndMs: 10_000,
} as const;

export type RunOptions = {
  readonly journal: Journal;
  readonly leases: Pick<DatasetLeases, 'take'>;
  readonly ref: DatasetRef;
  readonly publishing: Pick<Publishing, 'build' | 'makeLive' | 'isBuilt' | 'discard'>;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  /** What an abort of `signal` means: cancelled for good, or queued for the next start of the service. */
  readonly whenStopped: 'cancelled' | 'queued';
};

/**
 * Runs an import, or the rest of it: a version that was built before the process died is not built again.
 * Every step is in the journal before the next one begins.
 */
export const runJob = async (
  jobRef: Pick<ImportJob, 'dataset' | 'id'>,
  options: RunOptions,
): Promise<ImportJob> => {
  const { journal, leases, now } = options;
  const lease = await leases.take({ ...jobRef, website: options.ref.website.name });
  try {
    const stored = journal.read(jobRef.dataset, jobRef.id);
    if (stored === null) throw new Fault('not-found', 'There is no such import.');
    if (!isActive(stored)) return stored;
    const attempts = stored.attempts + 1;
    const started: ImportJob = { ...stored, ...noOutcome, state: 'running', attempts };
    journal.write(started);
    reachCrashPoint('job-begun');
    const outcome = await execute(started, lease, options);
    const job: ImportJob = { ...outcome.job, step: null, finishedAt: now().toISOString() };
    // What another node has taken over is recorded by that node.
    await lease.confirm(AbortSignal.timeout(runJobDefaults.confirmEndMs));
    journal.write(job);
    journal.clearStopRequest(job);
    reachCrashPoint('job-ended');
    if (outcome.error !== undefined) throw outcome.error;
    return job;
  } finally {
    const last = journal.read(jobRef.dataset, jobRef.id);
    await lease.release(last === null || !isActive(last));
  }
};

type JobOutcome = { readonly job: ImportJob; readonly error?: Error };

const execute = async (job: ImportJob, lease: DatasetLease, given: RunOptions): Promise<JobOutcome> => {
  const options = { ...given, signal: AbortSignal.any([given.signal, lease.lost]) };
  const { journal } = options;
  const monitor = monitorJob(job, lease, options);
  try {
    const buildResult = await buildOrReuse(job, options, monitor.context);
    const built = monitor.update({ ...buildResult, step: 'publishing' });
    await lease.confirm(monitor.context.signal);
    journal.write(built);
    reachCrashPoint('build-noted');
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
  job: ImportJob,
  { publishing, ref }: RunOptions,
  context: ImportContext,
): Promise<Pick<ImportJob, 'version' | 'reason' | 'reasonDetail' | 'result'>> => {
  if (job.version !== null && job.result !== null && (await publishing.isBuilt(ref, job.version))) {
    const { reason, reasonDetail } = job.result;
    return { version: job.version, reason, reasonDetail, result: job.result };
  }
  if (job.order.approvedVersion !== null) throw approvedVersionGoneFault(job.order.approvedVersion);
  Object.assign(context.tally, emptyTally());
  const { version, result } = await publishing.build(ref, job.order, context);
  return { version, reason: result.reason, reasonDetail: result.reasonDetail, result };
};

/** Building a new version instead would publish something that nobody approved. */
const approvedVersionGoneFault = (version: string): Fault =>
  new Fault('conflict', `The version ${version} that was approved is not kept any more.`, {
    nextStep: 'Import the feed again.',
    reason: { reason: 'version-gone' },
  });

const publish = async (job: ImportJob, options: RunOptions): Promise<ImportJob> => {
  const { publishing, ref, progress = () => undefined } = options;
  if (job.version === null) return { ...job, state: 'checked' };
  if (job.reason !== null && !isApproved(job)) {
    await supersede(job, options);
    const nextStep = 'Look at what would change; approve the import when it is right all the same.';
    return { ...job, state: 'waiting', nextStep };
  }
  await publishing.makeLive(ref, job.version, progress);
  reachCrashPoint('version-live');
  await supersede(job, options);
  return { ...job, state: 'published' };
};

const isApproved = ({ order, version }: ImportJob): boolean =>
  order.approve || order.approvedVersion === version;

/** Only the newest import may wait for approval: an older one is cancelled and its version removed. */
const supersede = async (
  job: ImportJob,
  { journal, publishing, ref }: Pick<RunOptions, 'journal' | 'publishing' | 'ref'>,
): Promise<void> => {
  for (const other of journal.list(job.dataset)) {
    if (other.state !== 'waiting' || other.id === job.id) continue;
    if (other.version !== null) await publishing.discard(ref, other.version);
    const reason = `A later import took its place: ${job.id}.`;
    journal.write({ ...other, state: 'cancelled', reason, reasonDetail: { reason: 'import-superseded' } });
  }
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const toFailed = (job: ImportJob, error: unknown): JobOutcome => {
  const isForeseen = error instanceof Fault;
  const reason = isForeseen ? error.message : 'Something went wrong on our side.';
  const nextStep = isForeseen
    ? (error.nextStep ?? null)
    : 'Resume the import; if it fails again, look into the log.';
  const reasonDetail: Reason | null = isForeseen ? (error.reason ?? null) : { reason: 'import-broke' };
  return { job: { ...job, state: 'failed', reason, reasonDetail, nextStep }, error: asError(error) };
};

const toStopped = (
  job: ImportJob,
  { whenStopped }: RunOptions,
  by: 'operator' | 'signal',
  error: unknown,
): JobOutcome => {
  const isOver = by === 'operator' || whenStopped === 'cancelled';
  const reason = isOver ? 'It was stopped. The live version stays.' : 'The service was stopped.';
  const nextStep = isOver ? 'Resume it, or start another: vectors computed so far are kept.' : null;
  const reasonDetail: Reason | null = isOver ? { reason: 'import-stopped' } : null;
  const state = isOver ? 'cancelled' : 'queued';
  return { job: { ...job, state, reason, reasonDetail, nextStep }, error: asError(error) };
};

/** Writes progress to the journal, and aborts the work when a stop is requested. */
const monitorJob = (
  job: ImportJob,
  lease: Pick<DatasetLease, 'isHeld'>,
  { journal, signal, progress, now }: RunOptions,
) => {
  const stopRequest = new AbortController();
  // A version that waited for approval keeps the counts of its build.
  const { rows, badRows, pictures, vectors } = job.progress;
  const tally: Tally = { rows, badRows, pictures, vectors };
  const meter = createRateMeter(() => now().getTime());
  let latest: ImportJob = { ...job, progress: { ...job.progress, rate: null, etaSeconds: null } };
  let written = '';
  const writeProgress = (): void => {
    if (journal.isStopRequested(job))
      stopRequest.abort(new DOMException('Stopped by an operator.', 'AbortError'));
    if (!lease.isHeld()) return;
    latest = { ...latest, progress: { ...latest.progress, ...tally } };
    const text = JSON.stringify(latest);
    if (text === written) return;
    written = text;
    try {
      journal.write(latest, 'fast');
    } catch {
      // A full disk must not end the import: the next tick writes again.
      written = '';
    }
  };
  const timer = setInterval(writeProgress, runJobDefaults.reportEveryMs);
  const context: ImportContext = {
    folder: journal.folderOf(job),
    isFetched: job.isFetched,
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
    update: (changes: Partial<ImportJob>): ImportJob =>
      (latest = { ...latest, ...changes, progress: { ...latest.progress, ...tally } }),
    latest: (): ImportJob => ({ ...latest, progress: { ...latest.progress, ...tally } }),
    stopCause: (): 'operator' | 'signal' | null =>
      stopRequest.signal.aborted ? 'operator' : signal.aborted ? 'signal' : null,
    end: () => clearInterval(timer),
  };
};

/** Measures the speed of a step and estimates the time left. Starts anew with each step. */
export const createRateMeter = (now: () => number) => {
  let current = '';
  let sinceMs = 0;
  let doneBefore = 0;
  return (step: string, done: number, total: number | null) => {
    if (step !== current) {
      current = step;
      sinceMs = now();
      doneBefore = done;
    }
    const seconds = (now() - sinceMs) / 1000;
    const rate = seconds > 0 && done > doneBefore ? (done - doneBefore) / seconds : null;
    const etaSeconds = rate === null || total === null ? null : Math.ceil(Math.max(0, total - done) / rate);
    return { rate: rate === null ? null : Math.round(rate * 10) / 10, etaSeconds };
  };
};
