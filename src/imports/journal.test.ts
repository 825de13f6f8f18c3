import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importOrderDefaults } from '../domain/import-order.ts';
import { diskFilesSync, type SyncFiles } from '../files/sync-files.ts';
import type { ImportJob } from './job.ts';
import { type Journal, journalDefaults, listDamagedJobs, openJournal } from './journal.ts';

let folder: string;
let damaged: string[];
let nowMs: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-journal-'));
  damaged = [];
  nowMs = Date.parse('2026-05-01T10:00:00.000Z');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (files: SyncFiles = diskFilesSync): Journal =>
  openJournal(folder, {
    now: () => new Date((nowMs += 1)),
    onDamaged: (file) => damaged.push(file),
    files,
  });

const recordFile = (journal: Journal, job: Pick<ImportJob, 'dataset' | 'id'>): string =>
  join(journal.folderOf(job), 'job.json');

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

describe('the record of an import', () => {
  it('is read as it was written, by another process too', () => {
    const job = open().create('shop', { ...importOrderDefaults, actor: 'schedule' });
    const written: ImportJob = {
      ...job,
      state: 'waiting',
      version: 'v1',
      reason: 'many products would vanish',
      reasonDetail: { reason: 'feed-empty' },
      result: {
        products: 2,
        diff: { added: 1, changed: 0, removed: 3, unchanged: 1 },
        pictures: { ok: 1, missing: 1, reasons: { 'not found': 1 } },
        remarks: 0,
        reason: 'many products would vanish',
        reasonDetail: { reason: 'feed-empty' },
      },
    };
    open().write(written);
    expect(open().read('shop', job.id)).toEqual(written);
    expect(open().list('shop')).toEqual([written]);
  });

  it('of an older release, without a code of its reason, can be read', () => {
    const journal = open();
    const job = journal.create('shop', importOrderDefaults);
    const stored = JSON.parse(readFileSync(recordFile(journal, job), 'utf8')) as Record<string, unknown>;
    const { reasonDetail: _detail, isFetched: _isFetched, ...old } = stored;
    writeFileSync(recordFile(journal, job), JSON.stringify({ ...old, reason: 'It was stopped.' }));
    expect(journal.read('shop', job.id)).toEqual({ ...job, reason: 'It was stopped.' });
    expect(damaged).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['half of its text', '{"id":"20260501T100'],
    ['zeros', '\0'.repeat(200)],
    ['another value', '[]'],
    ['a job without its order', '{"id":"x","state":"running"}'],
    ['a state that does not exist', '{"state":"unheard"}'],
  ])('that contains %s is set aside and counts as failed', (_name, text) => {
    const journal = open();
    const [first, broken, last] = [1, 2, 3].map(() => journal.create('shop', importOrderDefaults));
    if (!first || !broken || !last) throw new Error('they were created above');
    writeFileSync(recordFile(journal, broken), text);
    expect(
      open()
        .list('shop')
        .map(({ id, state }) => [id, state]),
    ).toEqual([
      [last.id, 'queued'],
      [broken.id, 'failed'],
      [first.id, 'queued'],
    ]);
    expect(damaged).toEqual([recordFile(journal, broken)]);
    expect(readFileSync(`${recordFile(journal, broken)}.damaged`, 'utf8')).toBe(text);
    expect(listDamagedJobs(folder)).toEqual([join('shop', broken.id, 'job.json.damaged')]);
    // Found once: from then on it is an ordinary failed import.
    expect(open().read('shop', broken.id)).toMatchObject({ state: 'failed', startedAt: broken.startedAt });
    expect(damaged).toHaveLength(1);
  });

  it('counts as failed on a full disk too, where it cannot be replaced', () => {
    const journal = open();
    const job = journal.create('shop', importOrderDefaults);
    writeFileSync(recordFile(journal, job), '');
    const failing = {
      ...diskFilesSync,
      write: () => {
        throw full;
      },
    };
    expect(open(failing).list('shop')).toMatchObject([{ id: job.id, state: 'failed' }]);
  });
});

describe('writing a record', () => {
  /** Names of the operations of one write. */
  const traced = (calls: string[]): SyncFiles => ({
    ...diskFilesSync,
    write: (path, content) => {
      calls.push('write');
      diskFilesSync.write(path, content);
    },
    sync: (path) => {
      calls.push(existsSync(join(path, 'job.json')) ? 'sync folder' : 'sync');
      diskFilesSync.sync(path);
    },
    rename: (from, to) => {
      calls.push('rename');
      diskFilesSync.rename(from, to);
    },
  });

  it('syncs the content before the name, unless it need not survive a power failure', () => {
    const job = open().create('shop', importOrderDefaults);
    const calls: string[] = [];
    open(traced(calls)).write(job);
    expect(calls).toEqual(['write', 'sync', 'rename', 'sync folder']);
    calls.length = 0;
    open(traced(calls)).write(job, 'fast');
    expect(calls).toEqual(['write', 'rename']);
  });

  it('that fails leaves the record from before and no other file', () => {
    const journal = open();
    const job = journal.create('shop', importOrderDefaults);
    const failing = {
      ...diskFilesSync,
      sync: () => {
        throw full;
      },
    };
    expect(() => open(failing).write({ ...job, state: 'running' })).toThrow(full);
    expect(journal.read('shop', job.id)?.state).toBe('queued');
    expect(readdirSync(journal.folderOf(job))).toEqual(['job.json']);
  });
});

describe('old imports', () => {
  it('are removed, except those that run or wait', () => {
    const journal = open();
    const waiting = journal.create('shop', importOrderDefaults);
    journal.write({ ...waiting, state: 'waiting' });
    for (let count = 0; count < journalDefaults.kept + 5; count += 1)
      journal.write({ ...journal.create('shop', importOrderDefaults), state: 'published' });
    const states = journal.list('shop').map(({ state }) => state);
    expect(states.filter((state) => state === 'published')).toHaveLength(journalDefaults.kept + 1);
    expect(states.at(-1)).toBe('waiting');
  });
});

it('names that are no ids are not read', () => {
  const journal = open();
  mkdirSync(join(folder, 'shop', '..escape'), { recursive: true });
  expect(journal.read('shop', '../../etc')).toBeNull();
  expect(journal.list('shop')).toEqual([]);
  expect(journal.list('unknown')).toEqual([]);
});

it('a request to stop is seen by another process until it is cleared', () => {
  const journal = open();
  const job = journal.create('shop', importOrderDefaults);
  journal.requestStop(job);
  expect(open().isStopRequested(job)).toBe(true);
  open().clearStopRequest(job);
  expect(journal.isStopRequested(job)).toBe(false);
});
