import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isActive, type Job, type JobOrder, noProgress } from './job.ts';

export const journalDefaults = { kept: 20 } as const;

/**
 * The imports of all datasets, one small file each: `<folder>/<dataset>/<id>/job.json`, replaced atomically.
 * Any process can read the progress of an import that runs in another one, and the state that a dead process
 * left. The fault list and the diff of the import are stored beside it.
 */
export type Journal = {
  folderOf(job: Pick<Job, 'dataset' | 'id'>): string;
  create(dataset: string, order: JobOrder): Job;
  read(dataset: string, id: string): Job | null;
  /** Newest first. */
  list(dataset: string): Job[];
  /** `fast`: visible to other processes at once, but may be lost in a power failure. */
  write(job: Job, how?: 'durable' | 'fast'): void;
  requestStop(job: Job): void;
  isStopRequested(job: Job): boolean;
  clearStopRequest(job: Job): void;
};

const idPattern = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;

/** Ids sort by time. */
const newId = (now: Date): string =>
  `${now.toISOString().replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;

const replaceFile = (file: string, text: string, isDurable: boolean): void => {
  const partial = `${file}.${process.pid}.partial`;
  const handle = openSync(partial, 'w', 0o600);
  try {
    writeFileSync(handle, text);
    if (isDurable) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
};

const readJob = (file: string): Job | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Job;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

export const openJournal = (folder: string, now: () => Date): Journal => {
  const folderOf: Journal['folderOf'] = ({ dataset, id }) => join(folder, dataset, id);
  const stopFile = (job: Job): string => join(folderOf(job), 'stop');
  const read: Journal['read'] = (dataset, id) =>
    idPattern.test(id) ? readJob(join(folder, dataset, id, 'job.json')) : null;
  const list: Journal['list'] = (dataset) => {
    const names = existsSync(join(folder, dataset)) ? readdirSync(join(folder, dataset)) : [];
    return names
      .filter((name) => idPattern.test(name))
      .sort()
      .reverse()
      .flatMap((id) => read(dataset, id) ?? []);
  };
  const write: Journal['write'] = (job, how = 'durable') =>
    replaceFile(join(folderOf(job), 'job.json'), JSON.stringify(job), how === 'durable');
  const removeOldJobs = (dataset: string): void => {
    const finished = list(dataset).filter((job) => !isActive(job) && job.state !== 'waiting');
    for (const job of finished.slice(journalDefaults.kept))
      rmSync(folderOf(job), { recursive: true, force: true });
  };
  return {
    folderOf,
    read,
    list,
    write,
    create(dataset, order) {
      const at = now();
      const job: Job = {
        id: newId(at),
        dataset,
        order,
        state: 'queued',
        step: null,
        startedAt: at.toISOString(),
        finishedAt: null,
        attempts: 0,
        progress: noProgress,
        result: null,
        version: null,
        reason: null,
        nextStep: null,
      };
      mkdirSync(folderOf(job), { recursive: true });
      write(job);
      removeOldJobs(dataset);
      return job;
    },
    requestStop: (job) => writeFileSync(stopFile(job), ''),
    isStopRequested: (job) => existsSync(stopFile(job)),
    clearStopRequest: (job) => rmSync(stopFile(job), { force: true }),
  };
};
