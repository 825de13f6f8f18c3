import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importOrderDefaults } from '../domain/import-order.ts';
import type { ImportJob } from './job.ts';
import { type Journal, openJournal, uploadedFeed, keepNewestFeeds, removeOldUploads } from './journal.ts';

let folder: string;
let journal: Journal;
let nowMs = Date.parse('2026-05-01T10:00:00.000Z');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-feeds-'));
  journal = openJournal(folder, { now: () => new Date((nowMs += 1)) });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const create = (state: ImportJob['state'], bytes: number): string => {
  const job = journal.create('shop', importOrderDefaults);
  journal.write({ ...job, state });
  const file = uploadedFeed(journal.folderOf(job));
  writeFileSync(file, 'x'.repeat(bytes));
  return file;
};

describe('uploaded feeds', () => {
  it('are removed with imports that need them no more', () => {
    const files = (['published', 'checked', 'cancelled', 'failed', 'waiting', 'queued'] as const).map(
      (state) => create(state, 10),
    );
    keepNewestFeeds(journal, 'shop');
    expect(files.map((file) => existsSync(file))).toEqual([false, false, false, true, true, true]);
  });

  it('of failed imports are kept within the quota, the newest always', () => {
    const files = [60, 30, 200].map((bytes) => create('failed', bytes));
    keepNewestFeeds(journal, 'shop', 100);
    expect(files.map((file) => existsSync(file))).toEqual([false, false, true]);
  });
});

it('uploads that a crash left are removed after a day', () => {
  const uploads = join(folder, 'uploads');
  mkdirSync(uploads);
  const upload = join(uploads, 'upload');
  writeFileSync(upload, 'x');
  // The time of the sender's file says nothing about the upload.
  utimesSync(upload, 1, 1);
  removeOldUploads(uploads, Date.now());
  expect(existsSync(upload)).toBe(true);
  removeOldUploads(uploads, Date.now() + 25 * 3_600_000);
  expect(existsSync(upload)).toBe(false);
  removeOldUploads(join(folder, 'absent'), Date.now());
});

it('an upload that is gone before it is looked at does not keep the others', () => {
  const uploads = join(folder, 'uploads');
  mkdirSync(join(uploads, 'b-folder'), { recursive: true });
  // Listed, and not there: what `readdir` saw before another process removed it.
  symlinkSync(join(folder, 'nowhere'), join(uploads, 'a-gone'));
  writeFileSync(join(uploads, 'c-old'), 'x');
  removeOldUploads(uploads, Date.now() + 25 * 3_600_000);
  expect(['b-folder', 'c-old'].map((name) => existsSync(join(uploads, name)))).toEqual([false, false]);
});
