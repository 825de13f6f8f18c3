import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFileName, tryLock, waitForLock } from './file-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that takes the lock and keeps it. */
const holdElsewhere = async () => {
  const script = `
    import { tryLock } from ${JSON.stringify(new URL('./file-lock.ts', import.meta.url).href)};
    globalThis.lock = tryLock(${JSON.stringify(folder)}, 'work');
    process.stdout.write(globalThis.lock === null ? 'refused' : 'held');
    setInterval(() => globalThis.lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    said: said.toString(),
    kill: async () => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
};

describe('file lock', () => {
  it('is held by one caller at a time, within a process too', () => {
    const first = tryLock(folder, 'work');
    expect(first).not.toBeNull();
    expect(tryLock(folder, 'work')).toBeNull();
    const other = tryLock(folder, 'other');
    expect(other).not.toBeNull();
    first?.release();
    const second = tryLock(folder, 'work');
    expect(second).not.toBeNull();
    first?.release();
    expect(tryLock(folder, 'work')).toBeNull();
    for (const lock of [second, other]) lock?.release();
  });

  it('is refused while another process holds it, and free at once when that process is killed', async () => {
    const holder = await holdElsewhere();
    expect(holder.said).toBe('held');
    expect(tryLock(folder, 'work')).toBeNull();
    await holder.kill();
    const lock = tryLock(folder, 'work');
    expect(lock).not.toBeNull();
    lock?.release();
  });

  it('refuses another process while this one holds it', async () => {
    const lock = tryLock(folder, 'work');
    const other = await holdElsewhere();
    expect(other.said).toBe('refused');
    await other.kill();
    lock?.release();
  });

  it('waits for the holder, and gives up at the deadline with a conflict', async () => {
    const held = tryLock(folder, 'work');
    await expect(waitForLock(folder, 'work', { timeoutMs: 50 })).rejects.toMatchObject({ code: 'conflict' });
    const waiting = waitForLock(folder, 'work', { timeoutMs: 60_000 });
    held?.release();
    (await waiting).release();
  });

  it('stops waiting when it is aborted', async () => {
    const held = tryLock(folder, 'work');
    const controller = new AbortController();
    const waiting = waitForLock(folder, 'work', { timeoutMs: 60_000, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    held?.release();
  });

  it('reports a lock file that cannot be opened instead of taking it for a held lock', () => {
    writeFileSync(join(folder, 'work'), 'a file where the folder should be');
    expect(() => tryLock(folder, 'work')).toThrow(/EEXIST|ENOTDIR/);
  });

  it('leaves an empty file for its owner only', () => {
    tryLock(folder, 'work')?.release();
    expect(statSync(join(folder, 'work')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'work', lockFileName)).size).toBe(0);
  });
});
