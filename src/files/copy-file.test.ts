import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from './files.ts';
import { computeDigest, copyWithDigest, linkWithDigest } from './copy-file.ts';

let folder: string;
let from: string;
let to: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-copy-'));
  [from, to] = [join(folder, 'from'), join(folder, 'to')];
});
afterEach(() => rm(folder, { recursive: true }));

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

describe('copying a file with its digest', () => {
  it.each([0, 1, (1 << 18) - 1, 1 << 18, (1 << 19) + 7])('copies %i bytes exactly', async (bytes) => {
    const content = Buffer.alloc(bytes, 'kindred');
    await writeFile(from, content);
    expect(await copyWithDigest(diskFiles, from, to)).toEqual({ bytes, sha256: sha256(content) });
    expect((await readFile(to)).equals(content)).toBe(true);
    expect(await computeDigest(diskFiles, to)).toEqual({ bytes, sha256: sha256(content) });
  });

  it.each([
    ['whole\nlines\n', 'whole\nlines\n'],
    ['whole\nhalf', 'whole\n'],
    ['no line at all', ''],
    [`${'x'.repeat(10)}\n${'y'.repeat(1 << 18)}`, `${'x'.repeat(10)}\n`],
  ])('copies a growing file up to its last complete line', async (content, expected) => {
    await writeFile(from, content);
    const { bytes } = await copyWithDigest(diskFiles, from, to, { wholeLines: true });
    expect(bytes).toBe(expected.length);
    expect(await readFile(to, 'utf8')).toBe(expected);
  });

  it('makes a copy that only its owner can read', async () => {
    await writeFile(from, 'secret');
    await chmod(from, 0o644);
    await copyWithDigest(diskFiles, from, to);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
  });

  it('stops when it is aborted', async () => {
    await writeFile(from, 'text');
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(copyWithDigest(diskFiles, from, to, { signal })).rejects.toThrow('stop');
  });
});

describe('linking a file with its digest', () => {
  it('shares the file, and computes the digest of its content', async () => {
    await writeFile(from, 'version');
    expect(await linkWithDigest(diskFiles, from, to)).toEqual({ bytes: 7, sha256: sha256('version') });
    expect((await stat(to)).ino).toBe((await stat(from)).ino);
  });

  it('fails for a file that does not exist', async () => {
    await expect(linkWithDigest(diskFiles, from, to)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
