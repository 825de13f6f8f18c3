import { describe, expect, it } from 'vitest';
import { createArena, withArena } from './arena.ts';

describe('an arena', () => {
  it('gives arrays that do not overlap, of any kind', () => {
    const arena = createArena();
    const arrays = [arena.uint32(3), arena.float64(5), arena.float32(1), arena.uint32(0), arena.float64(2)];
    arrays.forEach((array, index) => array.fill(index + 1));
    expect(arrays.map((array) => [...array])).toEqual([[1, 1, 1], [2, 2, 2, 2, 2], [3], [], [5, 5]]);
  });

  it('allocates what does not fit', () => {
    const arena = createArena();
    const [large, small] = [arena.float64(1 << 20), arena.uint32(4)];
    large.fill(1);
    small.fill(2);
    expect([large.length, large.at(-1), ...small]).toEqual([1 << 20, 1, 2, 2, 2, 2]);
  });

  it('is used again by the next work, and not by work beside it', async () => {
    const bufferOf = () => withArena(async (arena) => arena.uint32(1).buffer);
    const first = await bufferOf();
    expect(await bufferOf()).toBe(first);
    const [one, other] = await Promise.all([bufferOf(), bufferOf()]);
    expect(one).not.toBe(other);
  });

  it('is given back when work fails', async () => {
    const first = await withArena(async (arena) => arena.uint32(1).buffer);
    await expect(withArena(() => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await withArena(async (arena) => arena.uint32(1).buffer)).toBe(first);
  });
});
