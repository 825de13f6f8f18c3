import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { damagedJob, type ImportJob, isActive, newJob, parseJob } from './job.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { hasErrorCode } from '../files/error-code.ts';
import {
  diskFilesSync,
  replaceAtomicallySync,
  replaceDurablySync,
  type SyncFiles,
} from '../files/sync-files.ts';
import type { ImportOrder } from '../domain/import-order.ts';

export const journalDefaults = { kept: 20 } as const;

/**
 * The imports of all datasets, one small file each: `<folder>/<dataset>/<id>/job.json`, replaced atomically. Any
 * process can read the progress of an import that runs in another one, and the state that a dead process left.
 * The fault list and the diff of the import are stored beside it.
 */
export type Journal = {
  folderOf(job: Pick<ImportJob, 'dataset' | 'id'>): string;
  /** `prepare` may put files into the folder of the import, and complete the order by them. */
  create(dataset: string, order: ImportOrder, prepare?: (folder: string) => ImportOrder): ImportJob;
  /** A record that cannot be read is set aside and counts as a failed import. */
  read(dataset: string, id: string): ImportJob | null;
  /** Newest first. */
  list(dataset: string): ImportJob[];
  /** The newest one that published or failed, without reading the others; null: there is none. */
  latestEnded(dataset: string): ImportJob | null;
  /** `fast`: visible to other processes at once, but may be lost in a power failure. */
  write(job: ImportJob, how?: 'durable' | 'fast'): void;
  requestStop(job: ImportJob): void;
  isStopRequested(job: ImportJob): boolean;
  clearStopRequest(job: ImportJob): void;
};

type Options = {
  readonly now: () => Date;
  /** Called when a record had to be set aside. */
  readonly onDamaged?: (file: string) => void;
  /** The disk unless a test simulates one. */
  readonly files?: SyncFiles;
};

const idPattern = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

const recordName = 'job.json';
/** A record that could not be read, beside the one that took its place. */
const damagedName = 'job.json.damaged';

/** Ids sort by time. */
const newId = (now: Date): string =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;

export const openJournal = (
  folder: string,
  { now, onDamaged = () => undefined, files = diskFilesSync }: Options,
): Journal => {
  const folderOf: Journal['folderOf'] = ({ dataset, id }) => join(folder, dataset, id);
  const stopFile = (job: ImportJob): string => join(folderOf(job), 'stop');
  const write: Journal['write'] = (job, how = 'durable') =>
    (how === 'durable' ? replaceDurablySync : replaceAtomicallySync)(
      files,
      join(folderOf(job), recordName),
      JSON.stringify(job),
    );

  /** Two processes may find it at the same time: the second has nothing to move. On a full disk it stays. */
  const setAside = (dataset: string, id: string): ImportJob => {
    const job = damagedJob(dataset, id);
    const file = join(folderOf(job), recordName);
    try {
      files.rename(file, join(folderOf(job), damagedName));
      onDamaged(file);
      write(job);
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT', 'ENOSPC', 'EDQUOT')) throw error;
    }
    return job;
  };
  /** The folder may have been moved, and nodes may see it under different paths. */
  const relocate = (job: ImportJob): ImportJob => {
    const { feed } = job.order;
    if (feed === null || !feed.endsWith(uploadedFeed(join('/', job.dataset, job.id)))) return job;
    return { ...job, order: { ...job.order, feed: uploadedFeed(folderOf(job)) } };
  };
  const read: Journal['read'] = (dataset, id) => {
    const content = idPattern.test(id) ? files.read(join(folder, dataset, id, recordName)) : null;
    return content === null ? null : relocate(parseJob(content.toString('utf8')) ?? setAside(dataset, id));
  };
  /** Newest first. */
  const listIds = (dataset: string): string[] => {
    const names = existsSync(join(folder, dataset)) ? readdirSync(join(folder, dataset)) : [];
    return names
      .filter((name) => idPattern.test(name))
      .sort()
      .reverse();
  };
  const list: Journal['list'] = (dataset) => listIds(dataset).flatMap((id) => read(dataset, id) ?? []);
  const latestEnded: Journal['latestEnded'] = (dataset) => {
    for (const id of listIds(dataset)) {
      const job = read(dataset, id);
      if (job !== null && (job.state === 'published' || job.state === 'failed')) return job;
    }
    return null;
  };
  const removeOldJobs = (dataset: string): void => {
    const finished = list(dataset).filter((job) => !isActive(job) && job.state !== 'waiting');
    for (const job of finished.slice(journalDefaults.kept)) files.remove(folderOf(job));
  };
  return {
    folderOf,
    read,
    list,
    latestEnded,
    write,
    create(dataset, order, prepare = () => order) {
      const at = now();
      const id = newId(at);
      const prepared = { ...prepare(folderOf({ dataset, id })), approvedVersion: null };
      const job = newJob({ id, dataset, order: prepared, startedAt: at.toISOString() });
      files.makeFolder(folderOf(job));
      write(job);
      // The name of a new folder is durable once the folders above it are.
      files.sync(join(folder, dataset));
      files.sync(folder);
      removeOldJobs(dataset);
      return job;
    },
    requestStop: (job) => files.write(stopFile(job), Buffer.alloc(0)),
    isStopRequested: (job) => existsSync(stopFile(job)),
    clearStopRequest: (job) => files.remove(stopFile(job)),
  };
};

/** Records that were set aside, newest first; `kindred doctor` lists them. */
export const listDamagedJobs = (folder: string): string[] => {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(damagedName))
    .sort()
    .reverse();
};

const followDefaults = { everyMs: 250 } as const;

/** Yields an import now and after each change, until the import has ended or `signal` is aborted. */
export async function* followJob(
  journal: Pick<Journal, 'read'>,
  { dataset, id }: Pick<ImportJob, 'dataset' | 'id'>,
  signal: AbortSignal,
): AsyncGenerator<ImportJob> {
  let lastYielded = '';
  while (!signal.aborted) {
    const job = journal.read(dataset, id);
    if (job === null) return;
    const text = JSON.stringify(job);
    if (text !== lastYielded) yield job;
    lastYielded = text;
    if (!isActive(job)) return;
    await sleep(followDefaults.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Path of an uploaded feed inside the folder of its import. */
export const uploadedFeed = (jobFolder: string): string => join(jobFolder, 'feed');
