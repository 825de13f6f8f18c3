import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveItem } from './move-item.ts';

describe('moveItem', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 99, 'bca'],
    [2, -5, 'cab'],
    [7, 0, 'abc'],
  ])('moves %d to %d: %s', (from, to, expected) => {
    expect(moveItem(['a', 'b', 'c'], from, to).join('')).toBe(expected);
  });

  it('keeps every item once, puts the moved one in its place, and leaves the order of the others', () => {
    const lists = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lists, fc.nat(19), fc.nat(19), (items, from, to) => {
        const [start, end] = [from % items.length, to % items.length];
        const after = moveItem(items, start, end);
        expect(after[end]).toBe(items[start]);
        expect(after.toSpliced(end, 1)).toEqual(items.toSpliced(start, 1));
      }),
    );
  });

  it('does not change the list it is given', () => {
    const items = Object.freeze(['a', 'b']);
    expect(moveItem(items, 0, 1)).toEqual(['b', 'a']);
  });
});
