import { expect, it } from 'vitest';
import { findLost } from './find-lost.ts';

const before = { shop: { name: 'demo', boxes: [{ size: 12 }, { size: 24 }] }, url: null };

it('takes new settings for no loss', () => {
  const after = { shop: { name: 'demo', boxes: [{ size: 12, new: 1 }, { size: 24 }], more: [] }, url: null };
  expect(findLost(before, after)).toEqual([]);
});

it.each([
  [{ ...before, url: 'x' }, '$.url was null and is "x"'],
  [{ url: null }, '$.shop was {"name":"demo","boxes":[{"size":12},{"size":24}]} and is nothing'],
  [{ ...before, shop: { name: 'demo', boxes: [{ size: 12 }] } }, '$.shop.boxes has 1 entries, not 2'],
  [
    { ...before, shop: { name: 'demo', boxes: [{ size: 12 }, { size: 2 }] } },
    '$.shop.boxes[1].size was 24 and is 2',
  ],
])('names what is lost in %j', (after, expected) => {
  expect(findLost(before, after)).toEqual([expected]);
});
