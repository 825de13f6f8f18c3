import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyContent } from './layouts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-content-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string, seconds = 1_000): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  utimesSync(join(folder, path), seconds, seconds);
};
const read = (path: string): string | null =>
  existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;
const copy = (): Promise<number> => copyContent(join(folder, 'shared'), join(folder, 'data'));

describe('what nodes share besides versions', () => {
  it('is copied, without locks, databases and unfinished files', async () => {
    write('shared/imports/d/job.json', 'job');
    write('shared/events/w/2026-05-06.one.events', 'event\n');
    write('shared/pictures/ab/cd.bin', 'vector');
    for (const name of ['lock.sqlite', 'index.sqlite', 'index.sqlite-wal', 'x.bin.0a.new'])
      write(`shared/pictures/${name}`, 'own');
    write('shared/versions/d/live.json', 'moved by others');
    expect(await copy()).toBe(3);
    expect(read('data/imports/d/job.json')).toBe('job');
    expect(read('data/events/w/2026-05-06.one.events')).toBe('event\n');
    for (const name of ['lock.sqlite', 'index.sqlite', 'index.sqlite-wal', 'x.bin.0a.new'])
      expect(read(`data/pictures/${name}`)).toBeNull();
    expect(read('data/versions/d/live.json')).toBeNull();
  });

  it('is copied once, and again where it is newer; a newer file here stays', async () => {
    write('shared/events/w/erased', 'a\n');
    write('shared/keywords/d.ndjson', 'old', 1_000);
    write('data/keywords/d.ndjson', 'new', 2_000);
    expect([await copy(), await copy()]).toEqual([1, 0]);
    write('shared/events/w/erased', 'a\nb\n', 3_000);
    expect(await copy()).toBe(1);
    expect([read('data/events/w/erased'), read('data/keywords/d.ndjson')]).toEqual(['a\nb\n', 'new']);
  });

  it('may be nothing, and stops when it is aborted', async () => {
    expect(await copy()).toBe(0);
    write('shared/imports/job.json', 'job');
    await expect(copyContent(join(folder, 'shared'), folder, AbortSignal.abort())).rejects.toThrow();
    expect(read('imports/job.json')).toBeNull();
  });
});
