import fs from 'node:fs';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { diskFiles } from './files.ts';
import { createExclusivelySync, diskFilesSync, renameDurablySync, type SyncFiles } from './sync-files.ts';
import { syncParentFolders, writeFileAtomically } from './replace-file.ts';

/*
 * Nothing but the calls themselves shows on a running system whether content reaches the disk, so they are counted on
 * the way; the files are real.
 */

let folder: string;
let synced: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-durable-'));
  synced = [];
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  for (const method of ['sync', 'datasync'] as const) {
    const original = Reflect.get(prototype, method);
    vi.spyOn(prototype, method).mockImplementation(function (this: typeof handle) {
      synced.push(`${method} ${nameOf(this.fd)}`);
      return original.call(this);
    });
  }
  const originalSync = fs.fsyncSync;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    synced.push(`fsync ${nameOf(descriptor)}`);
    originalSync(descriptor);
  });
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);
const nameOf = (descriptor: number): string => {
  const target = readlinkSync(`/proc/self/fd/${descriptor}`);
  if (target === folder) return 'folder';
  return target.endsWith('.new') ? 'temporary' : target.slice(folder.length + 1);
};
const countDescriptors = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

describe.skipIf(process.platform !== 'linux')('what reaches the disk before a call returns', () => {
  it('nothing of a plain write or append', async () => {
    await diskFiles.write(path('a'), [Buffer.from('x')]);
    await diskFiles.append(path('b'), Buffer.from('x'));
    await writeFileAtomically(path('deep/c'), 'x');
    expect(synced).toEqual([]);
  });

  it('the content of a durable append, and the name of a new file', async () => {
    await diskFiles.appendDurably(path('log'), Buffer.from('one'));
    expect(synced).toEqual(['datasync log', 'sync folder']);
    synced.length = 0;
    await diskFiles.appendDurably(path('log'), Buffer.from('two'));
    expect(synced).toEqual(['datasync log']);
  });

  it('a copy', async () => {
    await diskFiles.write(path('from'), [Buffer.from('x')]);
    await diskFiles.copyDurably(path('from'), path('to'));
    expect(synced).toEqual(['sync to']);
    expect((await diskFiles.read(path('to')))?.toString()).toBe('x');
  });

  it('every folder above the files, once, and the root last', async () => {
    for (const name of ['a/b/c', 'a/d']) await diskFiles.makeFolder(path(name));
    await syncParentFolders(diskFiles, folder, ['a/b/c/file', 'a/b/other', 'a/d/file', 'top']);
    expect(synced.toSorted()).toEqual(['sync a', 'sync a/b', 'sync a/b/c', 'sync a/d', 'sync folder']);
    expect(synced.at(-1)).toBe('sync folder');
  });

  it('a file or folder that is synced without waiting', () => {
    diskFilesSync.write(path('a'), Buffer.from('x'));
    diskFilesSync.sync(path('a'));
    diskFilesSync.sync(folder);
    expect(synced).toEqual(['fsync a', 'fsync folder']);
  });

  it('the name of a file that was created or renamed without waiting', () => {
    createExclusivelySync(diskFilesSync, path('a'), 'x');
    expect(synced).toEqual(['fsync temporary', 'fsync folder']);
    synced.length = 0;
    renameDurablySync(diskFilesSync, path('a'), path('b'));
    expect(synced).toEqual(['fsync folder']);
  });

  it('leaves no descriptor open', async () => {
    await diskFiles.appendDurably(path('log'), Buffer.from('one'));
    await diskFiles.write(path('a'), [Buffer.from('x')]);
    await diskFiles.readFrom(path('a'), 0);
    await diskFiles.sync(folder);
    diskFilesSync.sync(folder);
    await expect(
      diskFiles.write(
        path('b'),
        (function* () {
          yield Buffer.from('x');
          throw new Error('the source broke');
        })(),
      ),
    ).rejects.toThrow('the source broke');
    expect(countDescriptors()).toBe(0);
  });
});

describe('operations on names', () => {
  it('list in order, and nothing for a missing folder', async () => {
    for (const name of ['b', 'a', 'c']) await diskFiles.write(path(name), []);
    expect(await diskFiles.list(folder)).toEqual(['a', 'b', 'c']);
  });

  it('remove a folder with its content', async () => {
    await diskFiles.makeFolder(path('a/b'));
    await diskFiles.write(path('a/b/file'), [Buffer.from('x')]);
    await diskFiles.remove(path('a'));
    diskFilesSync.makeFolder(path('c/d'));
    diskFilesSync.remove(path('c'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('link a file, and say when the target exists or the source is missing', async () => {
    await diskFiles.write(path('a'), [Buffer.from('x')]);
    expect(await diskFiles.link(path('a'), path('b'))).toBe(true);
    await expect(diskFiles.link(path('a'), path('b'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(diskFiles.link(path('none'), path('c'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(diskFilesSync.link(path('a'), path('b'))).toBe(false);
    expect(() => diskFilesSync.link(path('none'), path('c'))).toThrow('ENOENT');
  });

  it.each(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])(
    'say that a file system cannot link: %s',
    async (code) => {
      vi.spyOn(fs.promises, 'link').mockRejectedValue(Object.assign(new Error('refused'), { code }));
      syncBuiltinESMExports();
      expect(await diskFiles.link(path('a'), path('b'))).toBe(false);
    },
  );

  it('remove the temporary file of a write that failed', () => {
    const failing: SyncFiles = {
      ...diskFilesSync,
      link: () => {
        throw new Error('no link');
      },
    };
    expect(() => createExclusivelySync(failing, path('a'), 'x')).toThrow('no link');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replace a file in a folder that is created, by text or by bytes', async () => {
    await writeFileAtomically(path('deep/er/file'), 'text');
    expect((await diskFiles.read(path('deep/er/file')))?.toString()).toBe('text');
    await writeFileAtomically(path('deep/er/file'), Buffer.from([1, 2, 3]));
    expect([...((await diskFiles.read(path('deep/er/file'))) ?? [])]).toEqual([1, 2, 3]);
    expect(readdirSync(path('deep/er'))).toEqual(['file']);
  });

  it('read from a byte within, at and behind the end', async () => {
    await diskFiles.write(path('a'), [Buffer.from('abcdef')]);
    const tails = await Promise.all([0, 4, 6, 9].map((offset) => diskFiles.readFrom(path('a'), offset)));
    expect(tails.map(String)).toEqual(['abcdef', 'ef', '', '']);
  });

  it('append readable by the owner only', () => {
    diskFilesSync.append(path('log'), Buffer.from('x'));
    expect(fs.statSync(path('log')).mode & 0o777).toBe(0o600);
  });
});
