import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from './files.ts';
import { replaceAtomically, replaceDurably } from './replace-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, name);
const text = async (name: string): Promise<string | undefined> =>
  (await diskFiles.read(path(name)))?.toString('utf8');
const mode = (name: string): number => statSync(path(name)).mode & 0o777;

describe('disk files', () => {
  it('answers null or nothing for what does not exist', async () => {
    expect(await diskFiles.read(path('none'))).toBeNull();
    expect(await diskFiles.size(path('none'))).toBeNull();
    expect(await diskFiles.open(path('none'))).toBeNull();
    expect(await diskFiles.readFrom(path('none'), 3)).toBeNull();
    expect(await diskFiles.list(path('none'))).toEqual([]);
    await expect(diskFiles.remove(path('none'))).resolves.toBeUndefined();
  });

  it('creates files and folders that only their owner can read', async () => {
    await diskFiles.makeFolder(path('a/b'));
    await diskFiles.write(path('a/written'), [Buffer.from('x')]);
    await diskFiles.append(path('a/appended'), Buffer.from('x'));
    await replaceDurably(diskFiles, path('a/replaced'), 'x');
    expect([mode('a'), mode('a/b')]).toEqual([0o700, 0o700]);
    expect(['written', 'appended', 'replaced'].map((name) => mode(`a/${name}`))).toEqual([
      0o600, 0o600, 0o600,
    ]);
  });

  it('writes parts that arrive one by one', async () => {
    const parts = async function* () {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    };
    await diskFiles.write(path('file'), parts());
    expect(await text('file')).toBe('one two');
    expect(await diskFiles.size(path('file'))).toBe(7);
  });

  it('appends, and reads from a byte on', async () => {
    await diskFiles.appendDurably(path('log'), Buffer.from('first\n'));
    await diskFiles.appendDurably(path('log'), Buffer.from('second\n'));
    expect((await diskFiles.readFrom(path('log'), 6))?.toString()).toBe('second\n');
    expect((await diskFiles.readFrom(path('log'), 100))?.toString()).toBe('');
  });
});

describe('replacing a file', () => {
  it.each([
    ['durably', replaceDurably],
    ['atomically', replaceAtomically],
  ] as const)('%s leaves the new content and no temporary file', async (_, replace) => {
    await replace(diskFiles, path('file'), 'old');
    await replace(diskFiles, path('file'), [Buffer.from('n'), Buffer.from('ew')]);
    expect(await text('file')).toBe('new');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('keeps the old content and removes the temporary file when writing fails', async () => {
    await replaceDurably(diskFiles, path('file'), 'old');
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const files = {
      ...diskFiles,
      sync: () => Promise.reject(full),
    };
    await expect(replaceDurably(files, path('file'), 'new')).rejects.toBe(full);
    expect(await text('file')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('shows readers the old or the new content, never a part', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await replaceAtomically(diskFiles, path('file'), contents[0] ?? '');
    let isWriting = true;
    const writers = contents.map(async (content) => {
      for (let round = 0; round < 20; round += 1) await replaceAtomically(diskFiles, path('file'), content);
    });
    const written = Promise.all(writers).finally(() => {
      isWriting = false;
    });
    while (isWriting) expect(contents).toContain(await text('file'));
    await written;
  });

  it('is old or new when the process is killed at any step', async () => {
    await replaceDurably(diskFiles, path('file'), 'old');
    const address = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
    for (const step of ['write', 'sync', 'rename']) {
      const script = `
        import { diskFiles } from ${address('./files.ts')};
        import { replaceDurably } from ${address('./replace-file.ts')};
        const files = { ...diskFiles, ${step}: async (...args) => { await diskFiles.${step}(...args); process.kill(process.pid, 'SIGKILL'); } };
        await replaceDurably(files, ${JSON.stringify(path('file'))}, 'new');`;
      await expect(
        promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]),
      ).rejects.toMatchObject({ signal: 'SIGKILL' });
      expect(await text('file')).toBe(step === 'rename' ? 'new' : 'old');
    }
  });
});
