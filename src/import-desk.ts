import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Sample } from './demo/declare-sample.ts';
import type { Dataset } from './domain/dataset.ts';
import type { Website } from './domain/website.ts';
import { Fault } from './errors.ts';
import type { FeedInspection } from './ingest/inspect-feed.ts';
import type {
  ImportDesk,
  ImportFault,
  ImportProgress,
  ImportRecord,
  StartOrder,
} from './http/admin/imports/desk.ts';
import type { ImportOrder, Publishing } from './publishing.ts';
import type { Actor, Store } from './store/store.ts';

export const importDeskDefaults = { kept: 20, tellEveryMs: 250 } as const;

type Parts = {
  readonly store: Pick<Store, 'audit'>;
  readonly publishing: Publishing;
  /** Uploaded feeds are kept here while an import may still need them. */
  readonly folder: string;
  readonly now: () => Date;
  readonly inspect: (
    dataset: Dataset,
    feed: { readonly file: string | null; readonly url: string | null },
    signal: AbortSignal,
  ) => Promise<FeedInspection>;
  /** Declares the demo catalogue in a website. */
  readonly declareSample: (website: Website, actor: Actor) => Sample;
};

type Job = {
  record: ImportRecord;
  progress: ImportProgress;
  readonly order: StartOrder;
  readonly feed: string | null;
  readonly stop: AbortController;
  faultsFile: string | null;
  readonly listeners: Set<() => void>;
};

/** Imports of this process: they run in it, one for each dataset at a time, and are forgotten with it. */
export const createImportDesk = (parts: Parts): ImportDesk => {
  const jobs = new Map<string, Job[]>();
  const jobsOf = ({ tracker }: Dataset): Job[] => jobs.get(tracker) ?? [];
  const jobOf = (dataset: Dataset, id: string): Job => {
    const job = jobsOf(dataset).find(({ record }) => record.id === id);
    if (job === undefined) throw new Fault('not-found', 'There is no such import in this website.');
    return job;
  };

  const note = ({ order, record }: Job, actor: Actor, verb: string): void =>
    parts.store.audit.record({
      websiteId: order.website.id,
      actor,
      action: `import.${verb}`,
      subject: `dataset ${order.dataset.name}`,
      before: null,
      after: { import: record.id, uploaded: order.feed !== null, approve: order.approve },
    });

  const open = async (order: StartOrder): Promise<Job> => {
    const running = jobsOf(order.dataset).find(({ record }) => isUnderWay(record));
    if (running) {
      throw new Fault('conflict', 'An import of this dataset is running.', {
        nextStep: 'Wait for it, or cancel it.',
      });
    }
    if (order.dryRun) throw new Fault('unavailable', 'Dry runs are not served yet.');
    const id = randomUUID();
    const feed = order.feed === null ? null : await keepFeed(parts.folder, id, order.feed);
    const job = newJob(order, id, feed, parts.now());
    const known = [job, ...jobsOf(order.dataset)];
    jobs.set(order.dataset.tracker, known.slice(0, importDeskDefaults.kept));
    return job;
  };

  const start = async (order: StartOrder, prepare?: Sample['draw']): Promise<ImportRecord> => {
    const job = await open(order);
    note(job, order.actor, 'start');
    void run(parts, job, prepare);
    return job.record;
  };

  return {
    start: (order) => start(order),
    startSample: async (website, actor) => {
      const { dataset, draw } = parts.declareSample(website, actor);
      return start({ website, dataset, actor, feed: null, dryRun: false, approve: false }, draw);
    },
    list: (dataset) => jobsOf(dataset).map(({ record }) => record),
    get: (dataset, id) => jobsOf(dataset).find(({ record }) => record.id === id)?.record ?? null,
    follow: (dataset, id, signal) => follow(jobOf(dataset, id), signal),
    cancel: async (dataset, id, actor) => {
      const job = jobOf(dataset, id);
      if (!isUnderWay(job.record) && job.record.state !== 'waiting') {
        throw new Fault('conflict', 'This import has ended already.');
      }
      note(job, actor, 'cancel');
      job.stop.abort();
      if (job.record.state === 'waiting') await end(parts, job, { state: 'cancelled' });
    },
    approve: async (dataset, id, actor) => {
      const job = jobOf(dataset, id);
      if (job.record.state !== 'waiting')
        throw new Fault('conflict', 'This import does not wait for approval.');
      const approved = await start({ ...job.order, actor, feed: job.feed, approve: true });
      await end(parts, job, { state: 'cancelled', reason: `Approved: see ${approved.id}.` });
      return approved;
    },
    faults: (dataset, id) => readFaults(jobOf(dataset, id).faultsFile),
    diff: (dataset, id) => {
      const { record } = jobOf(dataset, id);
      const counts = record.diff ?? { added: 0, changed: 0, removed: 0 };
      return Promise.resolve({ added: [], changed: [], removed: [], counts });
    },
    inspect: parts.inspect,
  };
};

const isUnderWay = ({ state }: ImportRecord): boolean => state === 'queued' || state === 'running';

async function keepFeed(folder: string, id: string, feed: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = join(folder, `${id}.feed`);
  await copyFile(feed, kept);
  return kept;
}

function newJob(order: StartOrder, id: string, feed: string | null, at: Date): Job {
  const common = { state: 'running', step: null, rows: 0 } as const;
  return {
    record: {
      ...common,
      id,
      startedAt: at.toISOString(),
      finishedAt: null,
      dryRun: order.dryRun,
      faultyRows: 0,
      diff: null,
      pictures: null,
      version: null,
      reason: null,
    },
    progress: { ...common, pictures: 0, vectors: 0, rate: null, etaSeconds: null },
    order,
    feed,
    stop: new AbortController(),
    faultsFile: null,
    listeners: new Set(),
  };
}

async function run(parts: Parts, job: Job, prepare?: Sample['draw']): Promise<void> {
  const { website, dataset, approve } = job.order;
  const order: ImportOrder = {
    website,
    dataset,
    approve,
    signal: job.stop.signal,
    progress: (step, done, total) => tell(job, step, done, total, parts.now()),
    ...(job.feed !== null && { source: { location: job.feed } }),
  };
  try {
    await prepare?.();
    await end(parts, job, await imported(parts.publishing, job, order));
  } catch (error) {
    await end(parts, job, outcomeOf(error, job.stop.signal.aborted));
  }
}

async function imported(
  publishing: Publishing,
  job: Job,
  order: ImportOrder,
): Promise<Partial<ImportRecord>> {
  if (order.dataset.kind === 'keywords') {
    const { version, rows, badRows } = await publishing.importKeywords(order);
    return { state: 'published', version, rows, faultyRows: badRows.length };
  }
  const { version, rows, diff, pictures, faults } = await publishing.importProducts(order);
  job.faultsFile = faults.file;
  return { state: 'published', version, rows, faultyRows: faults.byKind.row, diff, pictures };
}

function outcomeOf(error: unknown, isStopped: boolean): Partial<ImportRecord> {
  if (isStopped) return { state: 'cancelled' };
  if (!(error instanceof Fault)) return { state: 'failed', reason: 'Something went wrong on our side.' };
  return { state: error.code === 'waiting-for-approval' ? 'waiting' : 'failed', reason: error.message };
}

async function end({ now }: Parts, job: Job, outcome: Partial<ImportRecord>): Promise<void> {
  job.record = { ...job.record, step: null, finishedAt: now().toISOString(), ...outcome };
  job.progress = { ...job.progress, state: job.record.state, step: null, etaSeconds: null };
  for (const listener of job.listeners) listener();
  if (job.feed !== null && job.record.state !== 'waiting') await rm(job.feed, { force: true });
}

function tell(job: Job, step: string, done: number, total: number | null, at: Date): void {
  const seconds = (at.getTime() - Date.parse(job.record.startedAt)) / 1000;
  const rate = seconds > 0 ? done / seconds : null;
  const etaSeconds = rate !== null && rate > 0 && total !== null ? Math.ceil((total - done) / rate) : null;
  const rows = Math.max(job.progress.rows, done);
  job.record = { ...job.record, step, rows };
  job.progress = { ...job.progress, step, rows, rate, etaSeconds };
  for (const listener of job.listeners) listener();
}

async function* follow(job: Job, signal: AbortSignal): AsyncGenerator<ImportProgress> {
  for (;;) {
    yield job.progress;
    if (!isUnderWay(job.record) || signal.aborted) return;
    await nextNews(job, signal);
  }
}

/** Resolves with the next news, and not more often than a person can read. */
function nextNews(job: Job, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      job.listeners.delete(listener);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const listener = () => void setTimeout(done, isUnderWay(job.record) ? importDeskDefaults.tellEveryMs : 0);
    job.listeners.add(listener);
    signal.addEventListener('abort', done);
  });
}

async function* readFaults(file: string | null): AsyncGenerator<ImportFault> {
  if (file === null) return;
  for await (const line of createInterface({ input: createReadStream(file) }))
    yield JSON.parse(line) as ImportFault;
}
