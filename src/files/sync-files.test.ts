import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createExclusivelySync,
  diskFilesSync,
  renameDurablySync,
  replaceAtomicallySync,
  replaceDurablySync,
  type SyncFiles,
} from './sync-files.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-sync-files-'));
  file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (): string | undefined => diskFilesSync.read(file)?.toString('utf8');

/** Records the steps in their order, which is what durability depends on. */
const recordSteps = (steps: string[]): SyncFiles => {
  const name = (path: string): string =>
    path === folder ? 'folder' : path === file ? 'file' : path.endsWith('.new') ? 'temporary' : path;
  return {
    ...diskFilesSync,
    write: (path, content) => {
      steps.push(`write ${name(path)}`);
      diskFilesSync.write(path, content);
    },
    sync: (path) => {
      steps.push(`sync ${name(path)}`);
      diskFilesSync.sync(path);
    },
    rename: (from, to) => {
      steps.push(`rename ${name(from)} to ${name(to)}`);
      diskFilesSync.rename(from, to);
    },
  };
};

describe('synchronous files', () => {
  it('syncs the content before the rename and the folder after it', () => {
    const steps: string[] = [];
    replaceDurablySync(recordSteps(steps), file, 'new');
    expect(steps).toEqual(['write temporary', 'sync temporary', 'rename temporary to file', 'sync folder']);
    expect(text()).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('replaces atomically without a sync', () => {
    const steps: string[] = [];
    replaceAtomicallySync(recordSteps(steps), file, Buffer.from('new'));
    expect(steps).toEqual(['write temporary', 'rename temporary to file']);
  });

  it('creates a file once, and never replaces it', () => {
    expect(createExclusivelySync(diskFilesSync, file, 'first')).toBe(true);
    expect(createExclusivelySync(diskFilesSync, file, 'second')).toBe(false);
    expect(text()).toBe('first');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('keeps the old content and the first error when the disk is full', () => {
    replaceDurablySync(diskFilesSync, file, 'old');
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const fail = (): never => {
      throw full;
    };
    expect(() => replaceDurablySync({ ...diskFilesSync, sync: fail }, file, 'new')).toThrow(full);
    expect(() => replaceDurablySync({ ...diskFilesSync, write: fail, remove: fail }, file, 'new')).toThrow(
      full,
    );
    expect(text()).toBe('old');
  });

  it('renames, appends and removes', () => {
    diskFilesSync.append(file, Buffer.from('a'));
    diskFilesSync.append(file, Buffer.from('b'));
    expect(text()).toBe('ab');
    renameDurablySync(diskFilesSync, file, join(folder, 'other'));
    expect(text()).toBeUndefined();
    diskFilesSync.remove(join(folder, 'other'));
    diskFilesSync.remove(join(folder, 'other'));
    expect(readdirSync(folder)).toEqual([]);
  });
});
