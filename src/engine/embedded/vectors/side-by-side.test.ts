import { describe, expect, it } from 'vitest';
import { createSideBySide } from './side-by-side.ts';

const createCopies = (questionsBefore = 1, rowsAtOnce = Infinity) =>
  createSideBySide(
    { fewestRows: 2, mostRows: 6, copies: 2, questionsBefore, rowsAtOnce },
    () => ({ filled: 0, rows: [] as number[] }),
    ({ rows }, list, from, to) => rows.push(...list.subarray(from, to)),
  );

describe('copies of rows side by side', () => {
  const list = Uint32Array.of(9, 7, 5, 3);

  it('are filled while a list is compared for the second time', () => {
    const { find } = createCopies();
    expect([find(list, 0, 2), find(list, 2, 4)]).toEqual([null, null]);
    expect(find(list, 0, 2)?.rows).toEqual([9, 7]);
    expect(find(list, 2, 4)?.rows).toEqual([9, 7, 5, 3]);
    expect(find(list, 0, 2)).toEqual({ filled: 4, rows: [9, 7, 5, 3] });
  });

  it('have no gaps: a question that is ahead of the one that fills them goes without', () => {
    const { find } = createCopies();
    find(list, 0, 4);
    find(list, 0, 1);
    expect(find(list, 2, 4)).toBeNull();
    expect(find(list, 1, 3)?.rows).toEqual([9, 7, 5]);
  });

  it('are filled by several questions, some rows at once', () => {
    const { find, findWhole } = createCopies(1, 1);
    const ask = () => [find(list, 0, 2), find(list, 2, 4)].map((copy) => copy?.rows.length ?? null);
    expect([ask(), ask(), ask()]).toEqual([
      [null, null],
      [null, null],
      [3, null],
    ]);
    expect(findWhole(list)).toBeNull();
    expect(ask()).toEqual([4, 4]);
    expect(findWhole(list)?.rows).toEqual([9, 7, 5, 3]);
  });

  it('are not made of short and of long lists', () => {
    const { find } = createCopies();
    for (const length of [1, 7]) {
      const other = new Uint32Array(length);
      find(other, 0, 1);
      expect(find(other, 0, 1)).toBeNull();
    }
  });

  it('are given up when others are used', () => {
    const { find } = createCopies();
    const lists = [list, list.slice(), list.slice()];
    for (const each of [...lists, ...lists]) find(each, 0, 4);
    expect(lists.map((each) => find(each, 1, 4) !== null)).toEqual([false, true, true]);
  });

  it('are given up only for lists that are asked about so often', () => {
    const { find } = createCopies(3);
    const lists = [list, list.slice(), list.slice()];
    for (const each of [...lists, ...lists]) find(each, 0, 4);
    const areCopied = () => lists.map((each) => find(each, 1, 4) !== null);
    expect(areCopied()).toEqual([true, true, false]);
    for (const each of [...lists, ...lists]) find(each, 0, 4);
    expect(areCopied()).toEqual([false, true, true]);
  });
});
