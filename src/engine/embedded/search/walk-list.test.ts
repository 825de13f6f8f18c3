import { describe, expect, it } from 'vitest';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import { packRows, readRows } from '../rows/rows.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { walkList } from './walk-list.ts';

const products = ['a', 'b', 'c', 'd', 'e', 'f'].map((identifier) => createProduct(identifier));
const rows = readRows(sectionsFromArrays(packRows(products, Int32Array.of(0, 1, 2, 3, 4, 5))));

/** The list of row 0: rows 1 to 4, best first; row 5 is beyond its end where it was cut. */
const createLists = (isComplete: boolean) => ({
  plan: {
    weights: { looks: 1, colour: 0 },
    same: { fields: [], mode: 'All' as const },
    exclude: null,
    candidates: 4,
  },
  listOf: Int32Array.of(0, -1, -1, -1, -1, -1),
  starts: Uint32Array.of(0, 4),
  read: () => ({ looks: Uint32Array.of(1, 2, 3, 4), units: Uint32Array.of(900, 800, 700, 600) }),
  complete: Uint8Array.of(isComplete ? 1 : 0),
  changedLooks: new Set<number>(),
});

const walk = (
  passing: readonly number[],
  {
    count = 4,
    minimumUnits = 0,
    isComplete = false,
  }: Partial<Record<'count' | 'minimumUnits', number>> & {
    readonly isComplete?: boolean;
  } = {},
) => {
  const tested: number[] = [];
  const passes = (row: number): boolean => {
    tested.push(row);
    return passing.includes(row);
  };
  const request = { passes, count, minimumUnits, exact: false };
  const keys = walkList(rows, createLists(isComplete), 0, request);
  return { rows: keys && [...keys].map(rowFromKey), tested };
};

describe('a list that was cut', () => {
  it('is left as soon as it cannot have enough families any more', () => {
    expect(walk([2, 3, 4])).toEqual({ rows: null, tested: [1] });
    expect(walk([1, 4], { count: 3 })).toEqual({ rows: null, tested: [1, 2, 3] });
  });

  it('answers while it has enough of them', () => {
    expect(walk([2, 4], { count: 1 }).rows).toEqual([2]);
    expect(walk([1, 2, 3], { count: 2 }).rows).toEqual([1, 2]);
  });

  it('answers with fewer where its last looks score less than is wanted', () => {
    expect(walk([3], { minimumUnits: 650 })).toEqual({ rows: [3], tested: [1, 2, 3] });
  });
});

it('a complete list answers with the families it has', () => {
  expect(walk([4], { isComplete: true })).toEqual({ rows: [4], tested: [1, 2, 3, 4] });
});
