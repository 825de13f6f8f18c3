import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endProcesses } from './end-processes.ts';

const start = (mark: string, script: string) => {
  const child = spawn('sh', ['-c', script], {
    env: { ...process.env, KINDRED_MARK: mark },
    stdio: 'ignore',
    detached: true,
  });
  return { child, gone: once(child, 'exit') };
};

it.skipIf(process.platform !== 'linux')(
  'ends what was started with the variable, in whatever group, and nothing else (skipped unless on Linux)',
  async () => {
    const mark = `of-${process.pid}`;
    const [ours, other] = [start(mark, 'sleep 600 & wait'), start(`${mark}-other`, 'sleep 600')];
    try {
      expect(await endProcesses(`KINDRED_MARK=${mark}`, 0)).toEqual(expect.arrayContaining(['sleep 600']));
      expect(await ours.gone).toEqual([null, 'SIGKILL']);
      expect(other.child.exitCode).toBeNull();
    } finally {
      await endProcesses(`KINDRED_MARK=${mark}-other`, 0);
      await other.gone;
    }
  },
);

it('lets those that are about to end do so', async () => {
  const short = start(`short-${process.pid}`, 'sleep 0.2');
  expect(await endProcesses(`KINDRED_MARK=short-${process.pid}`, 20_000)).toEqual([]);
  expect(await short.gone).toEqual([0, null]);
});
