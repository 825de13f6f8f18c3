import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLeaderLock } from './background-work.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-leader-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('one of two processes is the leader, and the other takes over when it stops', () => {
  const acquired: string[] = [];
  const first = acquireLeaderLock(folder, () => acquired.push('first'));
  const second = acquireLeaderLock(folder, () => acquired.push('second'));
  expect([first.isLeader(), second.isLeader(), acquired]).toEqual([true, false, ['first']]);
  first.close();
  expect([first.isLeader(), second.isLeader(), acquired]).toEqual([false, true, ['first', 'second']]);
  second.close();
});

it('the lock is free again when the leader is killed', async () => {
  const module = JSON.stringify(new URL('./background-work.ts', import.meta.url).href);
  const program = `
    import { acquireLeaderLock } from ${module};
    acquireLeaderLock(${JSON.stringify(folder)}, () => console.log('leader'));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(child.stdout, 'data');
  const next = acquireLeaderLock(folder, () => undefined);
  expect(next.isLeader()).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(next.isLeader()).toBe(true);
  next.close();
});
