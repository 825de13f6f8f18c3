import { describe, expect, it } from 'vitest';
import { mapInParallel } from './map-in-parallel.ts';

describe('mapInParallel', () => {
  it('has the results in order, and never more at the same time than allowed', async () => {
    let [running, most] = [0, 0];
    const finish: (() => void)[] = [];
    const work = async (item: number): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
      return item * 2;
    };
    const all = mapInParallel([1, 2, 3, 4, 5], 2, work);
    while (finish.length > 0) {
      finish.pop()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await all).toEqual([2, 4, 6, 8, 10]);
    expect(most).toBe(2);
  });

  it('fails with the first failure, and has nothing to do without items', async () => {
    await expect(mapInParallel([1], 3, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await mapInParallel([], 3, () => Promise.resolve(1))).toEqual([]);
  });
});
