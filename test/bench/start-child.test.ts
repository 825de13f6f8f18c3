import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startChild } from '../../bench/support/start-child.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Prints its process and goes on running. */
const hanging = 'console.log(process.pid); setInterval(() => {}, 1000)';
const pickPid = (line: string): number | null => (/^\d+$/.test(line) ? Number(line) : null);
const program = (script: string): string[] => ['-e', script];

describe('startChild', () => {
  it('resolves with the first line that is wanted, and leaves the program running', async () => {
    const { child, value } = await startChild(program(hanging), {}, pickPid);
    expect(value).toBe(child.pid);
    expect(isAlive(value)).toBe(true);
    child.kill();
  });

  it.each([
    ['the program ends', 'console.log(process.pid); process.exitCode = 3', 'ended with 3', undefined],
    [
      'a line says that it cannot come',
      `${hanging}; console.log('no shop')`,
      'cannot become ready',
      undefined,
    ],
    ['it takes too long', hanging, 'was not ready after 3 s', 3_000],
  ])('fails and leaves no process where %s', async (_, script, message, limitMs) => {
    let pid = 0;
    const pick = (line: string): null => {
      if (line === 'no shop') throw new Error(line);
      pid = pickPid(line) ?? pid;
      return null;
    };
    await expect(startChild(program(script), {}, pick, limitMs)).rejects.toThrow(message);
    while (pid > 0 && isAlive(pid)) await sleep(20);
  });
});
