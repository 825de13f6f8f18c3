import type { Dataset } from '../../domain/dataset.ts';
import type { DatasetRef } from '../../domain/import-order.ts';
import type { ImportJobs } from '../import-jobs.ts';
import { isActive } from '../job.ts';
import { createImportQueue, failIfRepeated, type ImportQueue, type LaunchImport } from '../queue.ts';
import type { DatasetLease, LeasedJob } from '../dataset-leases.ts';
import { type JobRows, type SharedLeases, sharedLeaseDefaults } from './shared-leases.ts';

const sharedQueueDefaults = {
  /** Imports that a node takes at most: one runs while the feeds of others are downloaded. Other nodes take the rest. */
  taken: 3,
} as const;

type Parts = {
  readonly imports: Pick<ImportJobs, 'get' | 'list' | 'isRunning' | 'markFailed' | 'fetch'>;
  readonly launch: LaunchImport;
  readonly jobs: JobRows;
  readonly leases: Pick<SharedLeases, 'tryTake' | 'look'>;
  /** The dataset of this tracker; null when it was removed. */
  readonly find: (tracker: string) => DatasetRef | null;
  /** Whether this node runs imports of this website. */
  readonly mayRun: (ref: DatasetRef) => boolean;
  readonly onFailed: (error: unknown) => void;
  readonly lookMs?: number;
};

/**
 * The imports of all nodes. What is asked for on one node is run by the first that has room for it, and taken over by
 * another when that one ends.
 */
export const createSharedQueue = (parts: Parts): ImportQueue & { look(): Promise<void> } => {
  const { imports, jobs, leases, find, mayRun, onFailed } = parts;
  const held = new Map<string, DatasetLease>();
  /** Asked for here, and not yet known to the database. */
  let unannounced: LeasedJob[] = [];
  let isClosed = false;
  let releasing: Promise<unknown> = Promise.resolve();

  const release = ({ dataset }: DatasetRef, id: string): Promise<void> => {
    const lease = held.get(dataset.tracker);
    held.delete(dataset.tracker);
    const job = imports.get(dataset, id);
    return lease?.release(job === null || !isActive(job)) ?? Promise.resolve();
  };
  const local = createImportQueue({
    imports,
    launch: parts.launch,
    onFailed,
    continuesCrashed: false,
    onLeft: (ref, id) => {
      releasing = Promise.all([releasing, release(ref, id)])
        .then(lookSoon)
        .catch(onFailed);
    },
  });

  const announceAll = async (): Promise<void> => {
    for (const job of [...unannounced]) {
      await jobs.announce(job);
      unannounced = unannounced.filter((each) => each !== job);
    }
  };
  const takeOne = async (job: LeasedJob): Promise<void> => {
    const ref = find(job.dataset);
    const known = ref === null ? null : imports.get(ref.dataset, job.id);
    if (ref === null || known === null || !isActive(known)) return jobs.settle(job);
    if (held.has(job.dataset) || !mayRun(ref)) return;
    const lease = await leases.tryTake(job);
    if (lease === null) return;
    if (isClosed) return lease.release(false);
    if (failIfRepeated(imports, { ref, id: job.id }, known)) return lease.release(true);
    held.set(job.dataset, lease);
    local.add(ref, job.id);
  };
  const lookOnce = async (): Promise<void> => {
    await announceAll();
    await leases.look();
    if (held.size >= sharedQueueDefaults.taken) return;
    for (const job of await jobs.listWaiting()) {
      if (isClosed || held.size >= sharedQueueDefaults.taken) return;
      await takeOne(job);
    }
  };
  let looking: Promise<void> = Promise.resolve();
  let waiting = 0;
  const look = (): Promise<void> => {
    waiting += 1;
    // The database is away: what is asked for waits until it is back.
    looking = looking
      .then(() => (isClosed ? undefined : lookOnce()))
      .catch(onFailed)
      .finally(() => {
        waiting -= 1;
      });
    return looking;
  };
  const lookSoon = (): void => void look();
  // A slow database is asked once at a time.
  const lookIfIdle = (): void => void (waiting === 0 && look());
  const timer = setInterval(lookIfIdle, parts.lookMs ?? sharedLeaseDefaults.lookMs).unref();

  const announce = ({ website, dataset }: DatasetRef, id: string): void =>
    void unannounced.push({ dataset: dataset.tracker, id, website: website.name });
  return {
    look,
    add(ref, id) {
      announce(ref, id);
      lookSoon();
    },
    has: (dataset: Dataset) => imports.list(dataset).some(isActive),
    waitForExit: (dataset) => local.waitForExit(dataset),
    resume(all) {
      for (const ref of all)
        for (const { id } of imports.list(ref.dataset).filter(isActive).reverse()) announce(ref, id);
      lookSoon();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await looking;
      await local.close();
      await releasing;
      await Promise.all([...held.values()].map((lease) => lease.release(false)));
    },
  };
};
