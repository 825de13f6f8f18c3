import { describe, expect, it } from 'vitest';
import { groupIntoVisits, type ShopperAction } from './tally.ts';

const spellings = ['shoes', 'run', 'running shoes', 'socks'];

const search = (spelling: number, at: number, pattern = spelling): ShopperAction => ({
  pattern,
  spelling,
  at,
  product: -1,
  strength: 0,
});
const act = (pattern: number, product: number, strength: number, at: number): ShopperAction => ({
  pattern,
  spelling: pattern,
  at,
  product,
  strength,
});

const visitsOf = (...actions: ShopperAction[]) =>
  groupIntoVisits(actions, (spelling) => spellings[spelling] ?? '').map(({ pattern, at, products }) => ({
    pattern,
    at,
    products: [...products],
  }));

describe('groupIntoVisits', () => {
  it('is empty without actions', () => {
    expect(visitsOf()).toEqual([]);
  });

  it('gives each search its products', () => {
    expect(visitsOf(search(0, 0), act(0, 7, 1, 1000), search(3, 60_000), act(3, 9, 3, 61_000))).toEqual([
      { pattern: 0, at: 0, products: [[7, 1]] },
      { pattern: 3, at: 60_000, products: [[9, 3]] },
    ]);
  });

  it('keeps the strongest action on a product, in any order', () => {
    expect(visitsOf(search(0, 0), act(0, 7, 3, 1), act(0, 7, 1, 2))).toMatchObject([{ products: [[7, 3]] }]);
    expect(visitsOf(search(0, 0), act(0, 7, 1, 1), act(0, 7, 2, 2))).toMatchObject([{ products: [[7, 2]] }]);
  });

  it('credits a late click to the newest visit of its pattern', () => {
    const visits = visitsOf(search(0, 0), search(3, 60_000), search(0, 120_000), act(0, 5, 1, 130_000));
    expect(visits.map(({ products }) => products)).toEqual([[], [], [[5, 1]]]);
  });

  it('begins a visit with a click where the log has no searches', () => {
    expect(visitsOf(act(0, 7, 1, 5), act(0, 8, 1, 6))).toEqual([
      {
        pattern: 0,
        at: 5,
        products: [
          [7, 1],
          [8, 1],
        ],
      },
    ]);
  });

  it('removes what was only half typed', () => {
    expect(visitsOf(search(1, 0), search(2, 1000)).map(({ pattern }) => pattern)).toEqual([2]);
    expect(visitsOf(search(1, 0), act(1, 4, 1, 500), search(2, 1000)).map(({ pattern }) => pattern)).toEqual([
      1, 2,
    ]);
    expect(visitsOf(search(1, 0), search(2, 60_000)).map(({ pattern }) => pattern)).toEqual([1, 2]);
  });

  it('removes every step of a text that was typed on, whatever its case', () => {
    const typed = ['g', 'Go', 'gol', 'gold', 'gold ring'];
    const actions = typed.map((_, at) => search(at, at * 900));
    const visits = groupIntoVisits(actions, (spelling) => typed[spelling] ?? '');
    expect(visits.map(({ pattern }) => pattern)).toEqual([4]);
  });

  it('is one visit when the same search is repeated, with the products of both', () => {
    const visits = visitsOf(
      search(0, 0),
      act(0, 1, 1, 1),
      search(0, 60_000),
      act(0, 1, 2, 2),
      act(0, 2, 1, 3),
    );
    expect(visits).toEqual([
      {
        pattern: 0,
        at: 0,
        products: [
          [1, 2],
          [2, 1],
        ],
      },
    ]);
  });
});
