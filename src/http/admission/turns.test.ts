import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Calls that take a millisecond each, by a clock of the test. */
const open = (lastsMs = 2) => {
  let nowMs = 0;
  const turns = createTurns({ lastsMs, now: () => nowMs });
  const done: string[] = [];
  const work = (name: string): void => {
    done.push(name);
    nowMs += 1;
  };
  /** Ends when it has begun at once, or waits. */
  const call = async (websiteId: number, name: string): Promise<void> => {
    void turns.wait(websiteId).then(() => work(name));
    await Promise.resolve();
  };
  const spend = (ms: number): void => void (nowMs += ms);
  return { turns, done, call, spend };
};

describe('turns', () => {
  it('let a call begin at once while there is time', async () => {
    const { done, call, turns } = open();
    await call(1, 'a1');
    await call(2, 'b1');
    expect([done, turns.waiting]).toEqual([['a1', 'b1'], 0]);
  });

  it('compute for a while, and go on when the sockets have been read', async () => {
    const { done, call, turns } = open();
    for (let number = 1; number <= 6; number += 1) await call(1, `a${number}`);
    expect([done, turns.waiting]).toEqual([['a1', 'a2'], 4]);
    const seen = new Set<number>();
    while (turns.waiting > 0) {
      await setImmediate();
      seen.add(done.length);
    }
    expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
    expect([...seen]).toContain(4);
  });

  it.each([
    { name: 'last longer while calls are refused, by what else is done', refusals: 1, expected: 8 },
    { name: 'are short while none is refused, whatever else is done', refusals: 0, expected: 4 },
  ])('$name, and not after a rest', async ({ refusals, expected }) => {
    const { done, call, spend, turns } = open();
    spend(1_000);
    for (let number = 1; number <= 9; number += 1) await call(1, `a${number}`);
    expect(done).toHaveLength(2);
    for (let refused = 0; refused < refusals; refused += 1) turns.noteRefusal();
    // The end of this turn, and then what the sockets take.
    await setImmediate();
    spend(0.75);
    await setImmediate();
    expect(done).toHaveLength(expected);
  });

  it('count the work of a call that goes on in steps', async () => {
    let [running, most] = [0, 0];
    const turns = createTurns({ lastsMs: 60_000, now: () => 0 });
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      for (let step = 0; step < 10; step += 1) await Promise.resolve();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 100 }, () => turns.wait(1).then(work)));
    expect(most).toBeLessThanOrEqual(8);
  });

  it('go round the websites, whoever came first', async () => {
    const { done, call } = open(1);
    for (let number = 1; number <= 6; number += 1) await call(1, `a${number}`);
    await call(2, 'b1');
    await call(3, 'c1');
    await call(2, 'b2');
    await expect.poll(() => done.length).toBe(9);
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5', 'a6']);
  });

  it('let a call that comes later wait behind those that wait', async () => {
    const { done, call } = open(1);
    await call(1, 'a1');
    await call(1, 'a2');
    await setImmediate();
    await call(1, 'a3');
    await call(1, 'a4');
    await expect.poll(() => done.length).toBe(4);
    expect(done).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('compute one call at least, however long it takes', async () => {
    const { done, call } = open(0);
    await call(1, 'a1');
    await call(1, 'a2');
    expect(done).toEqual([]);
    await expect.poll(() => done).toEqual(['a1', 'a2']);
  });
});
