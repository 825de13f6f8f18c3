import { describe, expect, it } from 'vitest';
import { createBehaviourCollector } from './behaviour.ts';
import { learnDefaults } from './learn.ts';
import { createDecay, createTallies, tallyDefaults, tallyShopper, type Visit } from './tally.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 5, 1);

describe('createDecay', () => {
  it.each([
    [0, 30, 1],
    [30, 30, 0.5],
    [60, 30, 0.25],
    [15, 30, Math.SQRT1_2],
    [-10, 30, 1],
    [900, null, 1],
  ])('an action %d days ago with a half-life of %s days weighs %d', (days, halfLife, expected) => {
    expect(createDecay(now, halfLife)(now - days * dayMs)).toBeCloseTo(expected);
  });
});

const visit = (
  pattern: number,
  at: number,
  products: Record<number, number> = {},
  spelling = pattern,
): Visit => ({
  pattern,
  spelling,
  at,
  products: new Map(Object.entries(products).map(([product, strength]) => [Number(product), strength])),
});
const words = [['tent'], ['tent', 'peg'], ['stove'], ['lamp']];

const tally = (shoppers: readonly (readonly Visit[])[], halfLifeDays: number | null = null) => {
  const tallies = createTallies();
  for (const visits of shoppers)
    tallyShopper(tallies, visits, (pattern) => words[pattern] ?? [], createDecay(now, halfLifeDays));
  return tallies;
};
const linksOf = ({ nextPatterns }: ReturnType<typeof createTallies>, from: number) =>
  nextPatterns
    .toLinks(10)
    .from(from)
    .map(({ to, weight }) => [to, weight]);

describe('tallyShopper', () => {
  it('counts a shopper once for a pattern, however often it was searched', () => {
    const tallies = tally([[visit(0, 1), visit(2, 2), visit(0, 3)], [visit(0, 9)]]);
    expect(tallies.shoppers).toEqual([2, undefined, 1]);
    expect(tallies.popularity[0]).toBe(2);
    expect(tallies.lastSeen[0]).toBe(9);
  });

  it('counts a shopper once for a word of several patterns', () => {
    const { wordShoppers } = tally([[visit(0, 1), visit(1, 2)], [visit(1, 1)]]);
    expect(Object.fromEntries(wordShoppers)).toEqual({ tent: 2, peg: 2 });
  });

  it('counts each spelling of a pattern', () => {
    const { spellingShoppers } = tally([[visit(0, 1, {}, 7), visit(0, 2, {}, 8)], [visit(0, 1, {}, 8)]]);
    expect(Object.fromEntries(spellingShoppers)).toEqual({ 7: 1, 8: 2 });
  });

  it('links a search to those after it, and weaker to those before it', () => {
    const tallies = tally([[visit(0, 1), visit(2, 2), visit(3, 3)]]);
    expect(linksOf(tallies, 0)).toEqual([
      [2, 1],
      [3, 1],
    ]);
    const backward = linksOf(tallies, 3).map(([to, weight]) => [to, Number(weight?.toFixed(3))]);
    expect(backward).toEqual([
      [0, 0.8],
      [2, 0.8],
    ]);
  });

  it('counts a step once per shopper, going back and forth adds nothing', () => {
    const steps = [0, 2, 0, 2, 0, 2].map((pattern, at) => visit(pattern, at));
    expect(linksOf(tally([steps]), 0)).toEqual([[2, 1]]);
    expect(linksOf(tally([steps, steps]), 0)).toEqual([[2, 2]]);
  });

  it('weighs a step after a long pause less', () => {
    const tallies = tally([[visit(0, 1), visit(2, 2 + tallyDefaults.sameWishMs)]]);
    expect(linksOf(tallies, 0)[0]?.[1]).toBeCloseTo(tallyDefaults.laterWeight);
  });

  it('looks only so many searches ahead', () => {
    const steps = Array.from({ length: tallyDefaults.linksAhead + 3 }, (_, at) => visit(at, at));
    expect(tally([steps]).nextPatterns.toLinks(99).from(0)).toHaveLength(tallyDefaults.linksAhead);
  });

  it('does not link a pattern with itself', () => {
    expect(linksOf(tally([[visit(0, 1), visit(0, 2)]]), 0)).toEqual([]);
  });

  it('counts products by how strongly they were wanted, in both directions', () => {
    const tallies = tally([[visit(0, 1, { 5: 1, 6: 3 })], [visit(0, 1, { 6: 1 })]]);
    expect(tallies.patternProducts.toLinks(9).from(0)).toMatchObject([
      { to: 6, weight: 4, shoppers: 2 },
      { to: 5, weight: 1, shoppers: 1 },
    ]);
    expect(tallies.productPatterns.toLinks(9).from(6)).toMatchObject([{ to: 0, weight: 4 }]);
  });

  it('links the products of one search with those of the next', () => {
    const tallies = tally([[visit(0, 1, { 5: 1 }), visit(2, 2, { 6: 1, 5: 1 })]]);
    const next = tallies.nextProducts.toLinks(9);
    expect(next.from(5).map(({ to }) => to)).toEqual([6]);
    expect(next.from(6)[0]?.weight).toBeCloseTo(0.8);
  });

  it('lets old actions weigh less', () => {
    const tallies = tally([[visit(0, now - 30 * dayMs)], [visit(0, now)]], 30);
    expect(tallies.popularity[0]).toBeCloseTo(1.5);
    expect(tallies.shoppers[0]).toBe(2);
  });
});

describe('createBehaviourCollector', () => {
  const collect = (events: readonly Parameters<ReturnType<typeof createBehaviourCollector>['add']>[0][]) => {
    const collector = createBehaviourCollector({ language: 'en', halfLifeDays: null });
    for (const event of events) collector.add(event);
    return collector.finish();
  };
  const search = (shopper: string, query: string, at: number, queryId?: string) =>
    ({ kind: 'search', shopper, query, at, ...(queryId !== undefined && { queryId }) }) as const;

  it('counts spellings with the same words as one pattern, shown as most shoppers write it', () => {
    const behaviour = collect([
      search('ann', 'Red Dresses', now),
      search('bob', 'red dress', now),
      search('cid', 'red dress', now),
      search('dan', 'dress, red', now),
    ]);
    const pattern = behaviour.find('dress red');
    expect(pattern).toMatchObject({
      displayText: 'red dress',
      text: 'red dress',
      shoppers: 4,
      clicked: false,
    });
    expect(behaviour.patterns).toHaveLength(1);
  });

  it('takes the first by code points of spellings that are used equally, with single blanks', () => {
    const behaviour = collect([search('ann', 'zelt  rot', now), search('bob', 'Rot zelt', now)]);
    expect(behaviour.patterns[0]?.displayText).toBe('Rot zelt');
    const spaced = collect([search('ann', ' red \t tent ', now)]);
    expect(spaced.patterns[0]?.displayText).toBe('red tent');
  });

  it('finds the search of a click by its id, also when the click comes first', () => {
    const behaviour = collect([
      { kind: 'click', shopper: 'ann', product: 'p1', at: now + 5, queryId: 'q1' },
      search('ann', 'tent', now, 'q1'),
      { kind: 'order', shopper: 'ann', product: 'p2', at: now + 9, queryId: 'q1' },
    ]);
    const id = behaviour.find('tent')?.id ?? -1;
    const wanted = behaviour.patternProducts
      .from(id)
      .map(({ to, weight }) => [behaviour.productIdentifier(to), weight]);
    expect(wanted).toEqual([
      ['p2', 3],
      ['p1', 1],
    ]);
    expect(behaviour.hasClicks).toBe(true);
  });

  it('leaves out interactions whose search is not in the log', () => {
    const behaviour = collect([
      search('ann', 'tent', now, 'q1'),
      { kind: 'click', shopper: 'ann', product: 'p1', at: now, queryId: 'q2' },
      { kind: 'cart', shopper: 'ann', product: 'p1', at: now, queryId: 'q3' },
    ]);
    expect(behaviour.hasClicks).toBe(false);
  });

  it('uses the search text of an interaction where it has one', () => {
    const behaviour = collect([{ kind: 'click', shopper: 'ann', product: 'p1', at: now, query: 'stove' }]);
    expect(behaviour.find('stove')).toMatchObject({ clicked: true });
  });

  it('has no pattern to find for a text without words', () => {
    const behaviour = collect([search('ann', '!!', now), search('ann', 'tent', now + 60_000)]);
    expect(behaviour.find('')?.shoppers ?? 0).toBe(0);
    expect(behaviour.nextPatterns.from(behaviour.find('tent')?.id ?? -1)).toEqual([]);
  });

  it('reads only the newest actions of one shopper', () => {
    const limits = { ofShopper: 2, inAll: 99, queryIds: 99 };
    const limited = createBehaviourCollector(learnDefaults, limits);
    for (const [at, query] of ['tent', 'stove', 'lamp'].entries())
      limited.add(search('ann', query, now + at * 60_000));
    const behaviour = limited.finish();
    expect(behaviour.find('tent')?.shoppers).toBe(0);
    expect(behaviour.find('lamp')?.shoppers).toBe(1);
  });

  it('forgets the shoppers who have been away longest when there are more actions than fit', () => {
    const limited = createBehaviourCollector(learnDefaults, { ofShopper: 9, inAll: 3, queryIds: 9 });
    for (const [at, shopper] of ['ann', 'bob', 'ann', 'cid'].entries())
      limited.add(search(shopper, `lamp ${shopper}`, now + at));
    const behaviour = limited.finish();
    const found = ['ann', 'bob', 'cid'].map((shopper) => behaviour.find(`${shopper} lamp`)?.shoppers);
    expect(found).toEqual([1, 0, 1]);
  });

  it('counts decay from the newest event', () => {
    const collector = createBehaviourCollector({ language: 'en', halfLifeDays: 30 });
    collector.add(search('ann', 'tent', now - 30 * dayMs));
    collector.add(search('bob', 'stove', now));
    const behaviour = collector.finish();
    expect(behaviour.find('stove')?.popularity).toBe(1);
    expect(behaviour.find('tent')?.popularity).toBeCloseTo(0.5);
  });

  it('is empty for an empty log', () => {
    const behaviour = collect([]);
    expect(behaviour.patterns).toEqual([]);
    expect(behaviour.hasClicks).toBe(false);
    expect(behaviour.find('tent')).toBeUndefined();
  });
});
