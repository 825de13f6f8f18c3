import type { Dataset } from '../../domain/dataset.ts';
import type { Website } from '../../domain/website.ts';
import type { ImportService } from '../../http/admin/core/needs.ts';
import { Fault } from '../../errors.ts';
import type { DatasetRef, ImportOrder } from '../../domain/import-order.ts';
import type { ImportJobs } from '../../imports/import-jobs.ts';
import { shareRun } from '../../domain/memoize.ts';
import { type ImportQueue, type LaunchImport, createImportQueue } from '../../imports/queue.ts';
import type { ImportJob } from '../../imports/job.ts';
import type { Actor, Store } from '../../store/store.ts';
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Logger } from 'pino';
import type { Kindred } from '../../compose.ts';
import { listDatasets } from '../list-datasets.ts';
import { createSharedQueue } from '../../imports/leases/shared-queue.ts';

/** A dataset with sample products that was declared in a website. */
export type Sample = {
  readonly dataset: Dataset;
  /** Draws the pictures and writes the feed; takes a while. */
  readonly writeFeed: () => Promise<unknown>;
};

type Parts = Pick<ImportService, 'inspect'> & {
  readonly store: Pick<Store, 'audit' | 'websites'>;
  readonly imports: ImportJobs;
  readonly queue: Pick<ImportQueue, 'add' | 'has' | 'waitForExit'>;
  /** Throws while a version could not be published. */
  readonly check?: () => Promise<void>;
  /** Declares the sample products in a website. */
  readonly declareSample: (website: Website, actor: Actor) => Promise<Sample>;
};

/** The imports of the admin API: jobs that survive a process and run outside the serving process. */
export const createImportService = (parts: Parts): ImportService => {
  const { imports, queue, store, inspect } = parts;
  const recordAudit = (ref: DatasetRef, actor: Actor, verb: string, job: ImportJob): Promise<void> =>
    store.audit.record(actor, `import.${verb}`, `dataset ${ref.dataset.name}`, {
      websiteId: ref.website.id,
      after: { import: job.id, uploaded: job.order.feed !== null, approve: job.order.approve },
    });
  /** Between the check and the queue the audit is written, and another call must not pass meanwhile. */
  const opening = new Set<string>();
  const throwIfQueued = (dataset: Dataset): void => {
    if (!queue.has(dataset) && !opening.has(dataset.tracker)) return;
    throw new Fault('conflict', 'An import of this dataset is running.', {
      nextStep: 'Wait for it, or cancel it.',
    });
  };
  const findRef = (dataset: Dataset): DatasetRef => {
    const website = store.websites.byId(dataset.websiteId);
    if (website === null) throw new Error(`dataset ${dataset.id} belongs to no website`);
    return { website, dataset };
  };
  const open = async (
    ref: DatasetRef,
    actor: Actor,
    order: Partial<ImportOrder>,
    upload: string | null,
    begin: (job: ImportJob) => void,
  ): Promise<ImportJob> => {
    const { tracker } = ref.dataset;
    throwIfQueued(ref.dataset);
    const job = imports.open(ref, { ...order, actor: actorName(actor) }, upload);
    opening.add(tracker);
    try {
      await recordAudit(ref, actor, 'start', job);
      begin(job);
      return job;
    } finally {
      opening.delete(tracker);
    }
  };
  return {
    ...imports,
    inspect,
    start: async (ref, actor, order, upload) => {
      await parts.check?.();
      await queue.waitForExit(ref.dataset);
      return open(ref, actor, order, upload, ({ id }) => queue.add(ref, id));
    },
    startSample: async (website, actor) => {
      const { dataset, writeFeed: draw } = await parts.declareSample(website, actor);
      // Drawing takes longer than a request should, so it continues after the response.
      return open({ website, dataset }, actor, {}, null, ({ id }) => {
        void draw().then(
          () => queue.add({ website, dataset }, id),
          () => imports.markFailed(dataset, id, 'The pictures of the sample could not be drawn.'),
        );
      });
    },
    cancel: async (dataset, id, actor) => {
      const ref = findRef(dataset);
      await recordAudit(ref, actor, 'cancel', await imports.cancel(ref, id));
    },
    approve: async (dataset, id, actor) => {
      const ref = findRef(dataset);
      await queue.waitForExit(dataset);
      const job = await imports.approve(ref, id);
      await recordAudit(ref, actor, 'approve', job);
      queue.add(ref, job.id);
      return job;
    },
  };
};

const actorName = (actor: Actor): string => (typeof actor === 'string' ? actor : actor.name);

/** Message to the child process. Not passed by the environment, because settings may hold secrets. */
export type ImportTask<Config> = {
  readonly config: Config;
  readonly website: string;
  readonly dataset: string;
  readonly id: string;
  /** The name under which the service has the right to run it. */
  readonly holder: string | null;
};

/** The same for pictures that imports of other nodes wait for. */
export type EmbeddingTask<Config> = Pick<ImportTask<Config>, 'config'>;

/** Lower priority than serving when both need the same core. */
const niceness = 10;

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has exited already, or the system does not allow it: the import runs with normal priority.
  }
};

/** Flags of the process of an import. Its objects hardly grow with the catalogue: with a bound they are collected in time. */
export const importFlags = ['--max-old-space-size=1024', '--disable-warning=ExperimentalWarning'];

/** In a child process, so that a crash does not affect serving. `ended`: whether it did what it was asked for. */
const launch = (task: ImportTask<unknown> | EmbeddingTask<unknown>, report: (line: string) => void) => {
  const child = fork(new URL('./import-worker.ts', import.meta.url), [], {
    execArgv: importFlags,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  lowerPriority(child.pid);
  child.stderr?.on('data', (text: Buffer) => report(text.toString('utf8').trimEnd()));
  const ended = new Promise<boolean>((resolve) => {
    child.once('exit', (code) => resolve(code === 0));
    child.once('error', (error) => {
      report(String(error));
      resolve(false);
    });
  });
  child.send(task, () => undefined);
  return { ended, stop: () => void child.kill('SIGTERM') };
};

export const launchInChildProcess =
  (config: unknown, holder: string | null, report: (line: string) => void): LaunchImport =>
  ({ website, dataset }, id) => {
    const task: ImportTask<unknown> = { config, website: website.name, dataset: dataset.name, id, holder };
    const { ended, stop } = launch(task, report);
    return { ended: ended.then(() => undefined), stop };
  };

/**
 * Embeds what imports of other nodes wait for, while there is any. A node that runs imports of some websites only leaves the
 * rest to others.
 */
export const startEmbeddingForOthers = (
  { config, sharedPictures: queue }: Pick<Kindred, 'config' | 'sharedPictures'>,
  isLeader: () => boolean,
  logger: Logger,
): (() => Promise<void>) => {
  if (queue === null || config.importWebsites.length > 0) return async () => undefined;
  let running: ReturnType<typeof launch> | null = null;
  let restsUntilMs = 0;
  const look = shareRun(async () => {
    if (!isLeader()) return;
    await queue.announce();
    if (running !== null || performance.now() < restsUntilMs) return;
    if ((await queue.listAsked()).length === 0) return;
    running = launch({ config }, (line) => logger.error(line));
    const end = (isDone: boolean): void => {
      running = null;
      // Another release or model: its pictures are looked at again later.
      if (!isDone) restsUntilMs = performance.now() + embeddingDefaults.restMs;
    };
    running.ended.then(end, () => end(false));
  });
  // While the database is away there is nothing to do.
  const timer = setInterval(() => void look().catch(() => undefined), embeddingDefaults.lookMs).unref();
  return async () => {
    clearInterval(timer);
    await look.ended().catch(() => undefined);
    running?.stop();
    await running?.ended;
  };
};

const embeddingDefaults = { lookMs: 1_000, restMs: 60_000 } as const;

/** The imports of this machine, or this node's part of the imports of all nodes. */
export const openImportQueue = (
  { config, store, imports, sharedImports }: Kindred,
  logger: Logger,
): ImportQueue => {
  const launch = launchInChildProcess(config, sharedImports?.holder ?? null, (line) => logger.error(line));
  const onFailed = (err: unknown): void =>
    logger.error({ err }, 'imports pause: their records cannot be read or written');
  if (sharedImports === null) return createImportQueue({ imports, launch, onFailed });
  const find = (tracker: string): DatasetRef | null =>
    listDatasets(store).find(({ dataset }) => dataset.tracker === tracker) ?? null;
  const { importWebsites } = config;
  const mayRun = ({ website }: DatasetRef): boolean =>
    importWebsites.length === 0 || importWebsites.includes(website.name);
  return createSharedQueue({ ...sharedImports, imports, launch, find, mayRun, onFailed });
};
