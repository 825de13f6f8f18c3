import { describe, expect, it } from 'vitest';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { packRows, readRows } from '../rows/rows.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { createPassingLooksMemory, countPassing, findPassingLooks } from './passing-looks.ts';

/* Rows 0 and 1 are a family that shares picture 5, row 2 has none, rows 3 to 5 are alone. */
const products = ['a', 'b', 'c', 'd', 'e', 'f'].map((identifier, row) => ({
  ...createProduct(identifier),
  groupId: row < 2 ? 'family' : null,
}));
const rows = readRows(sectionsFromArrays(packRows(products, Int32Array.of(5, 5, -1, 0, 1, 2))));
const slices = createWorkSlices();

const list = ({ pictures, members, count }: Awaited<ReturnType<typeof findPassingLooks>>) => {
  expect([pictures.length, members.length]).toEqual([count, count]);
  return [...pictures].map((picture, at) => [picture, members[at]]);
};

describe('looks that pass', () => {
  it.each([
    [
      'all',
      () => true,
      [
        [5, 0],
        [0, 3],
        [1, 4],
        [2, 5],
      ],
    ],
    [
      'by the first member that does',
      (row: number) => row !== 0,
      [
        [5, 1],
        [0, 3],
        [1, 4],
        [2, 5],
      ],
    ],
    ['some', (row: number) => row === 4 || row === 2, [[1, 4]]],
    ['none', () => false, []],
  ])('are listed with a member: %s', async (_, passes, expected) => {
    expect(list(await findPassingLooks(rows, null, passes, slices))).toEqual(expected);
  });

  it('are taken from some looks alone where only these are wanted', async () => {
    expect(list(await findPassingLooks(rows, Uint32Array.of(0, 2), () => true, slices))).toEqual([
      [5, 0],
      [1, 4],
    ]);
  });

  it('are found once for questions that demand the same', async () => {
    const memory = createPassingLooksMemory(rows);
    let tested = 0;
    const passes = (row: number): boolean => {
      tested += 1;
      return row > 3;
    };
    const first = await memory.find('above', () => passes, slices);
    expect(list(first)).toEqual([
      [1, 4],
      [2, 5],
    ]);
    const testedOnce = tested;
    expect(await memory.find('above', () => passes, slices)).toBe(first);
    expect(tested).toBe(testedOnce);
    expect((await memory.find('other', () => () => true, slices)).count).toBe(4);
  });

  it('are forgotten, the longest unused first, when there are too many', async () => {
    const memory = createPassingLooksMemory(rows, 6);
    const find = (key: string, from: number) => memory.find(key, () => (row) => row >= from, slices);
    const [three, one] = [await find('three', 3), await find('one', 5)];
    expect([three.count, one.count]).toEqual([3, 1]);
    expect(await find('three', 3)).toBe(three);
    await find('all', 0);
    expect(await find('one', 5)).not.toBe(one);
    expect(await find('three', 3)).not.toBe(three);
  });

  it('are counted among others', async () => {
    const passing = await findPassingLooks(rows, null, (row) => row === 3 || row === 5, slices);
    const looks = [3, 5].map((row) => rows.lookOf[row] ?? -1);
    const others = [0, 4].map((row) => rows.lookOf[row] ?? -1);
    const count = (all: number[]) => countPassing(passing, Uint32Array.from(all));
    expect(count([...others, ...looks])).toBe(2);
    expect(count([...looks, ...others, ...looks])).toBe(4);
    expect(count(others)).toBe(0);
  });
});
