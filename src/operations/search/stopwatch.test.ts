import { describe, expect, it } from 'vitest';
import { startStopwatch } from './stopwatch.ts';

describe('a stopwatch', () => {
  it('lists the parts in the order in which they ended, failed ones too', async () => {
    const stopwatch = startStopwatch();
    const outer = stopwatch.time('outer', async () => stopwatch.time('inner', async () => 1));
    expect(await outer).toBe(1);
    await expect(
      stopwatch.time('failing', async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const { timings } = stopwatch;
    expect(timings.map(({ part }) => part)).toEqual(['inner', 'outer', 'failing']);
    for (const { tookMs } of timings) expect(tookMs).toBeGreaterThanOrEqual(0);
  });
});
