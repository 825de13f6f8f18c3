import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { memoizePerTick } from './serving-needs.ts';

it('reads once per turn of the event loop, and again in the next', async () => {
  let asked = 0;
  const count = memoizePerTick(() => (asked += 1));
  expect([count(), await Promise.resolve().then(count), count()]).toEqual([1, 1, 1]);
  await turn();
  expect([count(), count()]).toEqual([2, 2]);
});

it('does not remember a failed read', () => {
  let isBroken = true;
  const read = memoizePerTick(() => {
    if (isBroken) throw new Error('on purpose');
    return 'read';
  });
  expect(read).toThrow('on purpose');
  isBroken = false;
  expect(read()).toBe('read');
});
