import { describe, expect, it } from 'vitest';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { packRows, readRows } from '../rows/rows.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { findPassingLooks, rememberPassingLooks } from './passing-looks.ts';

/* Rows 0 and 1 are a family that shares picture 5, row 2 has none, rows 3 to 5 are alone. */
const products = ['a', 'b', 'c', 'd', 'e', 'f'].map((identifier, row) => ({
  ...createProduct(identifier),
  groupId: row < 2 ? 'family' : null,
}));
const rows = readRows(sectionsFromArrays(packRows(products, Int32Array.of(5, 5, -1, 0, 1, 2))));
const slices = createWorkSlices();

const list = ({ pictures, members }: Awaited<ReturnType<typeof findPassingLooks>>) =>
  [...pictures].map((picture, at) => [picture, members[at]]);

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
    const find = rememberPassingLooks(rows);
    let tested = 0;
    const passes = (row: number): boolean => {
      tested += 1;
      return row > 3;
    };
    const first = await find('above', () => passes, slices);
    expect(list(first)).toEqual([
      [1, 4],
      [2, 5],
    ]);
    const testedOnce = tested;
    expect(await find('above', () => passes, slices)).toBe(first);
    expect(tested).toBe(testedOnce);
    expect((await find('other', () => () => true, slices)).members).toHaveLength(4);
  });

  it('are forgotten, the longest unused first, when there are too many', async () => {
    const remember = rememberPassingLooks(rows, 6);
    const find = (key: string, from: number) => remember(key, () => (row) => row >= from, slices);
    const [three, one] = [await find('three', 3), await find('one', 5)];
    expect([three.members.length, one.members.length]).toEqual([3, 1]);
    expect(await find('three', 3)).toBe(three);
    await find('all', 0);
    expect(await find('one', 5)).not.toBe(one);
    expect(await find('three', 3)).not.toBe(three);
  });
});
