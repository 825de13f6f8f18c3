import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHostLimiter } from './fetch-picture.ts';

const fail = () => Promise.reject(new Error('no answer'));

describe('the limiter of hosts', () => {
  it('runs as many calls of a host at once as allowed, and those of others beside them', async () => {
    const limiter = createHostLimiter({ perHost: 2, failures: 3 });
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const call = (host: string, name: string) =>
      limiter.run(
        host,
        () => {
          started.push(name);
          return new Promise<string>((resolve) => ends.push(() => resolve(name)));
        },
        () => 'failed',
      );
    const all = [call('a', 'a1'), call('a', 'a2'), call('a', 'a3'), call('b', 'b1')];
    await setImmediate();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    ends.shift()?.();
    await setImmediate();
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const end of ends) end();
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('leaves a host alone after failures in a row, and only that one', async () => {
    const limiter = createHostLimiter({ perHost: 1, failures: 2 });
    let calls = 0;
    const failing = () =>
      limiter.run(
        'a',
        () => (calls++, fail()),
        () => 'given up',
      );
    for (let count = 0; count < 5; count += 1) expect(await failing()).toBe('given up');
    expect(calls).toBe(2);
    expect(
      await limiter.run(
        'b',
        () => Promise.resolve('fine'),
        () => 'given up',
      ),
    ).toBe('fine');
  });

  it('forgets failures after a success', async () => {
    const limiter = createHostLimiter({ perHost: 1, failures: 2 });
    const run = (work: () => Promise<string>) => limiter.run('a', work, () => 'failed');
    expect([await run(fail), await run(() => Promise.resolve('ok')), await run(fail)]).toEqual([
      'failed',
      'ok',
      'failed',
    ]);
    expect(await run(() => Promise.resolve('still asked'))).toBe('still asked');
  });

  it('asks a failing host again after its rest', async () => {
    let nowMs = 0;
    const limiter = createHostLimiter({ perHost: 1, failures: 1, restMs: 1_000, now: () => nowMs });
    const run = (work: () => Promise<string>) => limiter.run('a', work, () => 'failed');
    await run(fail);
    nowMs = 999;
    expect(await run(() => Promise.resolve('ok'))).toBe('failed');
    nowMs = 1_000;
    expect(await run(() => Promise.resolve('ok'))).toBe('ok');
  });
});
