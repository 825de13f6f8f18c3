import { describe, expect, it } from 'vitest';
import { unitsFromKey } from '../ranking/candidate-key.ts';
import { createArena } from './arena.ts';
import { placeFromKey, rankFamilies, visitFamily } from './rank-families.ts';

/** Places 0 and 1 are of family 4, 2 of family 6, 3 to 5 of family 7, 6 of family 9. */
const families = Uint32Array.of(4, 4, 6, 7, 7, 7, 9);
const looks = { pictures: families, members: families, families, count: 7 };
const units = Uint32Array.of(500, 700, 900, 0, 650, 600, 700);

const rank = (own: number, least: number) =>
  Array.from(rankFamilies(looks, units, own, least, createArena()), (key) => [
    placeFromKey(key),
    unitsFromKey(key),
  ]);

describe('ranking families by their best look', () => {
  it('ranks each once, equal scores in the order of the looks', () => {
    expect(rank(-1, 0)).toEqual([
      [2, 900],
      [1, 700],
      [6, 700],
      [4, 650],
    ]);
  });

  it('leaves out the own family and those that score too low', () => {
    expect(rank(6, 660)).toEqual([
      [1, 700],
      [6, 700],
    ]);
    expect(rank(6, 901)).toEqual([]);
  });

  it.each([
    [0, [0, 1]],
    [2, [2]],
    [4, [3, 4, 5]],
    [6, [6]],
  ])('finds all looks of the family of look %i', (place, expected) => {
    const found: number[] = [];
    visitFamily(looks, place, (at) => found.push(at));
    expect(found).toEqual(expected);
  });
});
