import { describe, expect, it } from 'vitest';
import { workAhead } from './embed-products.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let at = 1; at <= count; at += 1) yield at;
}

describe('working ahead', () => {
  it('gives results in the order of the items, and works on the next while one is used', async () => {
    const begun: number[] = [];
    const work = async (item: number): Promise<number> => {
      begun.push(item);
      return item * 10;
    };
    const seen: [number, number[]][] = [];
    for await (const result of workAhead(numbers(3), work)) seen.push([result, [...begun]]);
    expect(seen).toEqual([
      [10, [1, 2]],
      [20, [1, 2, 3]],
      [30, [1, 2, 3]],
    ]);
  });

  it('fails with the work that failed, after the work beside it has ended', async () => {
    const ended: number[] = [];
    const work = async (item: number): Promise<number> => {
      if (item === 1) throw new Error('the first failed');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
      return item;
    };
    await expect(workAhead(numbers(5), work).next()).rejects.toThrow('the first failed');
    expect(ended).toEqual([2]);
  });

  it('leaves nothing running when its reader stops', async () => {
    const ended: number[] = [];
    const work = async (item: number): Promise<number> => {
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
      return item;
    };
    for await (const result of workAhead(numbers(5), work)) if (result === 1) break;
    expect(ended).toEqual([1, 2]);
  });
});
