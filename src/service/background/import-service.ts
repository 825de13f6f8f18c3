import type { Dataset } from '../../domain/dataset.ts';
import type { Website } from '../../domain/website.ts';
import type { ImportService } from '../../http/admin/core/needs.ts';
import { Fault } from '../../errors.ts';
import type { DatasetRef, ImportOrder } from '../../domain/import-order.ts';
import type { ImportJobs } from '../../imports/import-jobs.ts';
import { type ImportQueue, createImportQueue } from '../../imports/queue.ts';
import type { ImportJob } from '../../imports/job.ts';
import type { Actor, Store } from '../../store/store.ts';
import type { Logger } from 'pino';
import type { Kindred } from '../../compose.ts';
import { listDatasets } from '../list-datasets.ts';
import { launchInChildProcess } from './import-process.ts';
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
