import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLeaderLock } from './leader-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-duty-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('one of two processes has it, and the other takes over when it stops', () => {
  const told: string[] = [];
  const first = acquireLeaderLock(folder, () => told.push('first'));
  const second = acquireLeaderLock(folder, () => told.push('second'));
  expect([first.isLeader(), second.isLeader(), told]).toEqual([true, false, ['first']]);
  first.close();
  expect([first.isLeader(), second.isLeader(), told]).toEqual([false, true, ['first', 'second']]);
  second.close();
});

it('is free again when the process that has it is killed', async () => {
  const duty = JSON.stringify(new URL('./leader-lock.ts', import.meta.url).href);
  const program = `
    import { takeDuty } from ${duty};
    takeDuty(${JSON.stringify(folder)}, () => console.log('mine'));
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
