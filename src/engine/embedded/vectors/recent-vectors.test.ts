import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentVectors } from './recent-vectors.ts';

const [count, slots, batch] = [40, 8, 4];

/** Slots whose content is the number of the picture that was read into them. */
const open = () => {
  const content = new Int32Array(slots).fill(-1);
  const reads: [number, number][] = [];
  let fails = false;
  const recent = createRecentVectors(count, slots, batch, (picture, slot, length) => {
    if (fails) throw new Error('disk error');
    reads.push([picture, length]);
    for (let step = 0; step < length; step += 1) content[slot + step] = picture + step;
  });
  const find = (...pictures: number[]): number[] => {
    recent.find(pictures, 0, pictures.length);
    return pictures.map((_, index) => content[recent.places[index] ?? 0] ?? -1);
  };
  return { find, reads, setFailing: (value: boolean) => (fails = value) };
};

describe('recent vectors', () => {
  it('are the right ones, whatever was asked before', () => {
    const lists = fc.array(
      fc.array(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: batch }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(lists, (asked) => {
        const { find } = open();
        for (const pictures of asked) expect(find(...pictures)).toEqual(pictures);
      }),
    );
  });

  it('are read once while there is room', () => {
    const { find, reads } = open();
    find(3, 9, 20);
    find(20, 3);
    find(9, 30);
    expect(reads).toEqual([
      [3, 1],
      [9, 1],
      [20, 1],
      [30, 1],
    ]);
  });

  it('that follow each other are read together', () => {
    const { find, reads } = open();
    find(5, 6, 7, 30);
    expect(reads).toEqual([
      [5, 3],
      [30, 1],
    ]);
  });

  it('give up the oldest, but none that the same call needs', () => {
    const { find, reads } = open();
    find(0, 2, 4, 6);
    find(8, 10, 12, 14);
    expect(find(0, 16, 18, 20)).toEqual([0, 16, 18, 20]);
    reads.length = 0;
    find(0, 8);
    expect(reads).toEqual([]);
    find(2);
    expect(reads).toEqual([[2, 1]]);
  });

  it('are read again after a failure', () => {
    const { find, reads, setFailing } = open();
    setFailing(true);
    expect(() => find(1, 2)).toThrow('disk error');
    setFailing(false);
    expect(find(1, 2)).toEqual([1, 2]);
    expect(reads).toEqual([[1, 2]]);
  });
});
