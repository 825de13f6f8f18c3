import { describe, expect, it } from 'vitest';
import { areNearDuplicates } from './edit-distance.ts';

describe('areNearDuplicates', () => {
  it.each([
    ['battle field 3', 'battlefield 3'],
    ['arkham city', 'arkam city'],
    ['sweat shirt', 'sweatshirt'],
    ['running shoe', 'runing shoes'],
    ['bed', 'bed'],
  ])('takes %j and %j for the same suggestion', (left, right) => {
    expect(areNearDuplicates(left, right)).toBe(true);
    expect(areNearDuplicates(right, left)).toBe(true);
  });

  it.each([
    ['halo 3', 'halo 4'],
    ['iphone 12', 'iphone 13'],
    ['bed', 'bad'],
    ['shirt', 'trousers'],
    ['red shirt', 'red shirt long'],
    ['lamp', 'clamps'],
  ])('tells %j from %j', (left, right) => {
    expect(areNearDuplicates(left, right)).toBe(false);
    expect(areNearDuplicates(right, left)).toBe(false);
  });
});
