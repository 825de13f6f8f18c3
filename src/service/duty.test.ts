import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeDuty } from './duty.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-duty-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('one of two processes has it, and the other takes over when it stops', () => {
  const told: string[] = [];
  const first = takeDuty(folder, () => told.push('first'));
  const second = takeDuty(folder, () => told.push('second'));
  expect([first.isMine(), second.isMine(), told]).toEqual([true, false, ['first']]);
  first.close();
  expect([first.isMine(), second.isMine(), told]).toEqual([false, true, ['first', 'second']]);
  second.close();
});

it('is free again when the process that has it is killed', async () => {
  const duty = JSON.stringify(new URL('./duty.ts', import.meta.url).href);
  const program = `
    import { takeDuty } from ${duty};
    takeDuty(${JSON.stringify(folder)}, () => console.log('mine'));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(child.stdout, 'data');
  const next = takeDuty(folder, () => undefined);
  expect(next.isMine()).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(next.isMine()).toBe(true);
  next.close();
});
