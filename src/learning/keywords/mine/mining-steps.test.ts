import { describe, expect, it } from 'vitest';
import { createActionColumns } from './action-columns.ts';
import { createLinkTally } from './links.ts';
import { createPairCounts } from './pair-counts.ts';
import { assignMissions } from './missions.ts';
import { classifyTransition } from './weights.ts';
import { groupIntoVisits } from './visits.ts';

describe('action columns', () => {
  it('keep the newest when there are more than fit', () => {
    const columns = createActionColumns(100);
    for (let at = 1; at <= 1000; at++) columns.add({ shopper: 1, at, spelling: 0, product: -1, strength: 0 });
    expect(columns.size).toBeLessThanOrEqual(100);
    const times = [...columns.byShopper()].map((index) => columns.at(index).at);
    expect(times.at(-1)).toBe(1000);
    expect(Math.min(...times)).toBeGreaterThan(890);
  });
});

describe('links', () => {
  const tally = createLinkTally();
  tally.add(1, 2, 1, 10_000);
  tally.add(1, 2, 0.5, 30_000);
  tally.add(1, 3, 4, 20_000);

  it('sum weights and shoppers, strongest first', () =>
    expect(tally.toLinks(10).from(1)).toEqual([
      { to: 3, weight: 4, shoppers: 1, lastSeen: 20_000 },
      { to: 2, weight: 1.5, shoppers: 2, lastSeen: 30_000 },
    ]));

  it('of too few shoppers are left out, also from the total', () => {
    const links = tally.toLinks(10, 2);
    expect(links.from(1).map(({ to }) => to)).toEqual([2]);
    expect(links.total(1)).toBe(1.5);
  });
});

it('pair counts stay within their capacity and keep pairs of several shoppers', () => {
  const pairs = createPairCounts(1_000);
  for (let round = 0; round < 20; round++) {
    for (let other = 0; other < 900; other++) pairs.add(round, other, 1, round * 1_000_000);
    for (let shopper = 0; shopper < 3; shopper++) pairs.add(7, 5_000, 0.5, 5_000);
    expect(pairs.size).toBeLessThanOrEqual(1_000);
  }
  const kept = [...pairs.slots()].find((slot) => pairs.fromAt(slot) === 7 && pairs.toAt(slot) === 5_000);
  expect(kept).toBeDefined();
  expect(pairs.shoppersAt(kept ?? -1)).toBe(60);
  expect(pairs.weightAt(kept ?? -1)).toBe(30);
});

it('a transition is classified by its words', () => {
  expect(classifyTransition(['shoe'], ['red', 'shoe'])).toBe('specialisation');
  expect(classifyTransition(['red', 'shoe'], ['shoe'])).toBe('generalisation');
  expect(classifyTransition(['arkam', 'city'], ['arkham', 'city'])).toBe('correction');
  expect(classifyTransition(['red', 'shoe'], ['blue', 'hat'])).toBe('parallel');
});

describe('missions', () => {
  const words = [['tent'], ['tent', 'peg'], ['laptop']];
  const options = { missionGapMs: 30, missionReachMs: 500 };
  const visit = (pattern: number, at: number, product?: number) => ({
    pattern,
    spelling: pattern,
    at,
    products: new Map(product === undefined ? [] : [[product, 1]]),
  });
  const split = (...visits: ReturnType<typeof visit>[]) =>
    assignMissions(visits, (pattern) => words[pattern] ?? [], options);

  it('end at a pause', () => expect(split(visit(0, 0), visit(2, 20), visit(1, 100))).toEqual([0, 0, 1]));
  it('continue after a pause when a word is shared', () =>
    expect(split(visit(0, 0), visit(1, 100))).toEqual([0, 0]));
  it('continue after a pause when a product is shared', () =>
    expect(split(visit(0, 0, 7), visit(2, 100, 7))).toEqual([0, 0]));
  it('end at a very long pause even when a word is shared', () =>
    expect(split(visit(0, 0), visit(1, 1000))).toEqual([0, 1]));
});

it('a click belongs to the newest visit of its search; carts and orders count more', () => {
  const base = { spelling: 0, pattern: 5 };
  const visits = groupIntoVisits(
    [
      { ...base, at: 0, product: -1, strength: 0 },
      { ...base, at: 10, product: 9, strength: 1 },
      { ...base, at: 20, product: 9, strength: 3 },
      { ...base, at: 30, pattern: 6, product: 8, strength: 1 },
    ],
    () => 'x',
    5,
  );
  expect(visits.map(({ pattern, products }) => [pattern, [...products]])).toEqual([
    [5, [[9, 3]]],
    [6, [[8, 1]]],
  ]);
});
