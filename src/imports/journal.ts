import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { damagedJob, type ImportJob, isActive, newJob, parseJob } from './job.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hasErrorCode } from '../files/error-code.ts';
import {
  diskFilesSync,
  replaceAtomicallySync,
  replaceDurablySync,
  type SyncFiles,
} from '../files/sync-files.ts';
import type { ImportOrder } from '../domain/import-order.ts';

export const journalDefaults = { kept: 20 } as const;

export type Journal = ReturnType<typeof openJournal>;

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

/**
 * The imports of all datasets, one small file each: `<folder>/<dataset>/<id>/job.json`, replaced atomically. Any
 * process can read the progress of an import that runs in another one, and the state that a dead process left.
 * The fault list and the diff of the import are stored beside it.
 */
export const openJournal = (
  folder: string,
  { now, onDamaged = () => undefined, files = diskFilesSync }: Options,
) => {
  const folderOf = ({ dataset, id }: Pick<ImportJob, 'dataset' | 'id'>): string => join(folder, dataset, id);
  const stopFile = (job: ImportJob): string => join(folderOf(job), 'stop');
  /** `fast`: visible to other processes at once, but may be lost in a power failure. */
  const write = (job: ImportJob, how: 'durable' | 'fast' = 'durable'): void =>
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
  /** A record that cannot be read is set aside and counts as a failed import. */
  const read = (dataset: string, id: string): ImportJob | null => {
    const content = idPattern.test(id) ? files.read(join(folder, dataset, id, recordName)) : null;
    return content === null ? null : relocate(parseJob(content.toString('utf8')) ?? setAside(dataset, id));
  };
  /** Newest first. */
  const listIds = (dataset: string): string[] => {
    const names = existsSync(join(folder, dataset)) ? readdirSync(join(folder, dataset)) : [];
    const ids = names.filter((name) => idPattern.test(name));
    return ids.sort().reverse();
  };
  /** Newest first. */
  const list = (dataset: string): ImportJob[] => listIds(dataset).flatMap((id) => read(dataset, id) ?? []);
  /** The newest one that published or failed, without reading the others; null: there is none. */
  const latestEnded = (dataset: string): ImportJob | null => {
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
    /** `prepare` may put files into the folder of the import, and complete the order by them. */
    create(
      dataset: string,
      order: ImportOrder,
      prepare: (folder: string) => ImportOrder = () => order,
    ): ImportJob {
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
    requestStop: (job: ImportJob): void => files.write(stopFile(job), Buffer.alloc(0)),
    isStopRequested: (job: ImportJob): boolean => existsSync(stopFile(job)),
    clearStopRequest: (job: ImportJob): void => files.remove(stopFile(job)),
  };
};

/** Records that were set aside, newest first; `kindred doctor` lists them. */
export const listDamagedJobs = (folder: string): string[] => {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const damaged = names.filter((name) => name.endsWith(damagedName));
  return damaged.sort().reverse();
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

const keptFeedDefaults = {
  /** Bytes of uploaded feeds per dataset; the newest one is always kept. */
  bytes: 8 * 1024 ** 3,
  /** An upload is moved into its import within a request; older files were left by a crash. */
  uploadHours: 24,
} as const;

export const removeFeed = (jobFolder: string): void => rmSync(uploadedFeed(jobFolder), { force: true });

/** Failed imports keep their uploaded feed for a second attempt, as long as they fit into the quota. */
export const keepNewestFeeds = (
  journal: Pick<Journal, 'list' | 'folderOf'>,
  dataset: string,
  quota: number = keptFeedDefaults.bytes,
): void => {
  let bytes = 0;
  for (const job of journal.list(dataset)) {
    const folder = journal.folderOf(job);
    if (!existsSync(uploadedFeed(folder))) continue;
    if (job.state === 'published' || job.state === 'checked' || job.state === 'cancelled') {
      removeFeed(folder);
      continue;
    }
    const isNewest = bytes === 0;
    bytes += statSync(uploadedFeed(folder)).size;
    if (bytes > quota && !isNewest) removeFeed(folder);
  }
};

/** Removes uploads that a crash left behind. Another process may remove or move them at the same time. */
export const removeOldUploads = (folder: string, nowMs: number): void => {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    // Not its `mtime`, which is that of the sender's file.
    if (found === undefined || nowMs - found.ctimeMs <= keptFeedDefaults.uploadHours * 60 * 60 * 1000)
      continue;
    rmSync(file, { force: true, recursive: true });
  }
};
