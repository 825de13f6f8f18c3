import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAppendLog, listOtherFiles } from './data-folder.ts';

describe('the files of a backup', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-data-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const create = (...paths: string[]): void => {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
  };

  it('are those of the data folder, sorted', async () => {
    create('usage.sqlite', 'events/2026.events', 'analytics.sqlite');
    expect(await listOtherFiles(folder, [])).toEqual([
      'analytics.sqlite',
      'events/2026.events',
      'usage.sqlite',
    ]);
  });

  it.each([
    ['the main database, which is copied in another way', 'kindred.sqlite'],
    ['keys', 'secret.key'],
    ['what is made again', 'pictures/ab/cd'],
    ['recent calls', 'rates/1.rates'],
    ['older backups', 'backups/one/manifest.json'],
    ['temporary files', 'events/2026.events.tmp'],
    ['logs of databases', 'usage.sqlite-wal'],
    ['counts that are on their way to a shared database', 'shared-usage.sqlite'],
    ['counts of a thread that are on their way there', 'shared-usage-2.sqlite'],
    ['copies of shared versions', 'version-copies/one/manifest.json'],
    ['folders that the caller copies', 'versions/v1'],
  ])('leave out %s', async (_, path) => {
    create(path, 'kept.json');
    expect(await listOtherFiles(folder, [join(folder, 'versions')])).toEqual(['kept.json']);
  });

  it('are none where there is no folder', async () => {
    expect(await listOtherFiles(join(folder, 'missing'), [])).toEqual([]);
  });

  it('that are appended to are copied up to their last line', () => {
    expect(['events/a.events', 'events/shop/erased'].map(isAppendLog)).toEqual([true, true]);
    expect(['usage.sqlite', 'events/a.json', 'other/a.events'].map(isAppendLog)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
