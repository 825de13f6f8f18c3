import { describe, expect, it } from 'vitest';
import { createGroupedWriter, createTurns } from './in-turn.ts';

describe('work in turn', () => {
  it('runs one after the other, also after one that failed', async () => {
    const inTurn = createTurns();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (name === 'a') throw new Error(name);
      return name;
    };
    const results = await Promise.allSettled([inTurn(work('a')), inTurn(work('b'))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});

describe('a grouped writer', () => {
  it('writes together what arrives during a write, and fails only those whose write failed', async () => {
    const batches: (readonly number[])[] = [];
    const write = createGroupedWriter(async (items: readonly number[]) => {
      batches.push(items);
      await Promise.resolve();
      if (items.includes(1)) throw new Error('refused');
    });
    const first = [write([1])];
    await Promise.resolve().then(() => undefined);
    const rest = [write([2, 3]), write([4])];
    const results = await Promise.allSettled([...first, ...rest]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
