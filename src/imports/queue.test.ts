import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { DatasetRef } from '../domain/import-order.ts';
import { dataset, website } from '../../test/support/import-shop.ts';
import type { ImportJob } from './job.ts';
import { createImportQueue, type ImportQueue, importQueueDefaults } from './queue.ts';

const refOf = (websiteId: number, name = 'catalogue'): DatasetRef => ({
  website: { ...website, id: websiteId, name: `shop ${websiteId}` },
  dataset: { ...dataset, websiteId, name, tracker: `${websiteId}-${name}` },
});

/** Imports without a disk: their states, and what was done to them. */
const createFake = () => {
  const jobs = new Map<string, { state: ImportJob['state']; attempts: number }>();
  const started: string[] = [];
  const errors: unknown[] = [];
  const ends = new Map<string, () => void>();
  const downloads = new Map<string, () => void>();
  const slow = new Set<string>();
  /** Datasets that another process imports. */
  const importedElsewhere = new Set<string>();
  let brokenReads = 0;
  const get = (id: string) => {
    if (brokenReads > 0) {
      brokenReads -= 1;
      throw new Error('the journal cannot be read');
    }
    return (jobs.get(id) ?? null) as unknown as ImportJob | null;
  };
  const queue: ImportQueue = createImportQueue({
    retryMs: 5,
    onFailed: (error) => errors.push(error),
    imports: {
      get: (_dataset, id) => get(id),
      list: ({ tracker }) =>
        [...jobs].flatMap(([id, job]) =>
          id.startsWith(tracker) ? [{ id, ...job } as unknown as ImportJob] : [],
        ),
      isRunning: ({ tracker }) => importedElsewhere.has(tracker),
      markFailed: (_dataset, id) => void jobs.set(id, { state: 'failed', attempts: 3 }),
      fetch: async (_ref, id, signal) => {
        if (!slow.has(id)) return;
        await new Promise<void>((resolve) => {
          downloads.set(id, resolve);
          signal.addEventListener('abort', () => resolve());
        });
      },
    },
    launch: (_ref, id) => {
      started.push(id);
      const job = jobs.get(id);
      jobs.set(id, { state: 'running', attempts: (job?.attempts ?? 0) + 1 });
      const ended = new Promise<void>((resolve) => ends.set(id, resolve));
      return { ended, stop: () => ends.get(id)?.() };
    },
  });
  return {
    queue,
    started,
    errors,
    slow,
    importedElsewhere,
    jobs,
    breakReads: (count: number) => {
      brokenReads = count;
    },
    add: (ref: DatasetRef, id = `${ref.dataset.tracker}-1`) => {
      jobs.set(id, { state: 'queued', attempts: 0 });
      queue.add(ref, id);
      return id;
    },
    finishDownload: (id: string) => downloads.get(id)?.(),
    /** Ends the process of an import, as published or (a crash) in the middle. */
    end: (id: string, state: ImportJob['state'] = 'published') => {
      jobs.set(id, { state, attempts: jobs.get(id)?.attempts ?? 0 });
      ends.get(id)?.();
    },
  };
};

let fake = createFake();
afterEach(async () => {
  await fake.queue.close();
  fake = createFake();
});

const settle = () => sleep(20);

describe('the import queue', () => {
  it('runs one import at a time', async () => {
    const [first, second] = [fake.add(refOf(1)), fake.add(refOf(2))];
    await settle();
    expect(fake.started).toEqual([first]);
    fake.end(first);
    await settle();
    expect(fake.started).toEqual([first, second]);
  });

  it('does not let a slow download of one website hold up the others', async () => {
    fake.slow.add('1-catalogue-1');
    const slow = fake.add(refOf(1));
    const other = fake.add(refOf(2));
    await settle();
    expect(fake.started).toEqual([other]);
    fake.end(other);
    fake.finishDownload(slow);
    await settle();
    expect(fake.started).toEqual([other, slow]);
  });

  it('takes websites in turn, however many imports one of them has', async () => {
    const running = fake.add(refOf(1));
    await settle();
    const many = ['a', 'b', 'c'].map((name) => fake.add(refOf(1, name)));
    const other = fake.add(refOf(2));
    await settle();
    fake.end(running);
    await settle();
    expect(fake.started).toEqual([running, other]);
    fake.end(other);
    await settle();
    expect(fake.started.at(-1)).toBe(many[0]);
  });

  it('downloads one feed of a website at a time', async () => {
    fake.slow.add('1-a-1').add('1-b-1');
    fake.add(refOf(1, 'a'));
    fake.add(refOf(1, 'b'));
    await settle();
    fake.finishDownload('1-b-1');
    await settle();
    expect(fake.started).toEqual([]);
    fake.finishDownload('1-a-1');
    await settle();
    expect(fake.started).toEqual(['1-a-1']);
  });

  it('does not run an import that was cancelled during its download', async () => {
    fake.slow.add('1-catalogue-1');
    const id = fake.add(refOf(1));
    await settle();
    fake.jobs.set(id, { state: 'cancelled', attempts: 0 });
    expect(fake.queue.has(refOf(1).dataset)).toBe(false);
    fake.finishDownload(id);
    await settle();
    expect(fake.started).toEqual([]);
  });

  it('continues an import whose process crashed, a limited number of times', async () => {
    const id = fake.add(refOf(1));
    for (let attempt = 1; attempt <= importQueueDefaults.attempts; attempt += 1) {
      await settle();
      expect(fake.started).toHaveLength(attempt);
      fake.end(id, 'running');
    }
    await settle();
    expect(fake.started).toHaveLength(importQueueDefaults.attempts);
    expect(fake.jobs.get(id)?.state).toBe('failed');
  });

  it('does not leave an import in the queue whose process could not begin', async () => {
    const id = fake.add(refOf(1));
    for (let start = 1; start <= importQueueDefaults.attempts; start += 1) {
      await expect.poll(() => fake.started.length).toBe(start);
      fake.end(id, 'queued');
    }
    await expect.poll(() => fake.jobs.get(id)?.state).toBe('failed');
    expect(fake.started).toHaveLength(importQueueDefaults.attempts);
  });

  it('goes on after the journal could not be read', async () => {
    const [first, second] = [fake.add(refOf(1)), fake.add(refOf(2))];
    await settle();
    fake.breakReads(3);
    fake.end(first, 'running');
    await expect.poll(() => fake.started.length).toBe(2);
    fake.end(fake.started[1] ?? '');
    await expect.poll(() => new Set(fake.started)).toEqual(new Set([first, second]));
    expect(fake.errors.length).toBeGreaterThan(0);
  });

  it('resumes what an earlier process left, and skips a dataset that cannot be read', async () => {
    fake.jobs.set('2-catalogue-1', { state: 'running', attempts: 1 });
    fake.jobs.set('2-catalogue-2', { state: 'published', attempts: 1 });
    fake.queue.resume([refOf(1), refOf(2)]);
    await settle();
    expect(fake.started).toEqual(['2-catalogue-1']);
  });

  it('resumes what a process that outlived the earlier service leaves, once it has ended', async () => {
    fake.jobs.set('1-catalogue-1', { state: 'running', attempts: 1 });
    fake.importedElsewhere.add('1-catalogue');
    fake.queue.resume([refOf(1)]);
    await settle();
    expect(fake.started).toEqual([]);
    fake.jobs.set('1-catalogue-1', { state: 'queued', attempts: 1 });
    fake.importedElsewhere.clear();
    await expect.poll(() => fake.started).toEqual(['1-catalogue-1']);
  });

  it('does not repeat what the command line was importing when the service started', async () => {
    fake.jobs.set('1-catalogue-1', { state: 'running', attempts: 1 });
    fake.importedElsewhere.add('1-catalogue');
    fake.queue.resume([refOf(1)]);
    fake.jobs.set('1-catalogue-1', { state: 'published', attempts: 1 });
    fake.importedElsewhere.clear();
    await expect.poll(() => fake.queue.has(refOf(1).dataset)).toBe(false);
    await settle();
    expect(fake.started).toEqual([]);
  });

  it('takes nothing more once it is closed', async () => {
    await fake.queue.close();
    expect(() => fake.add(refOf(1))).toThrow('The service is stopping.');
  });
});
