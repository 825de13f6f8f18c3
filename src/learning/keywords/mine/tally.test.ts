import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActionColumns } from './action-columns.ts';
import { createBehaviourCollector } from './behaviour-collector.ts';
import { type MiningOptions, miningDefaults } from './mining-options.ts';
import { createDecay, createTallies, tallyShopper } from './tally.ts';
import type { Visit } from './visits.ts';

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

const tally = (
  shoppers: readonly (readonly Visit[])[],
  more: Partial<MiningOptions> = {},
  missions?: number[],
) => {
  const tallies = createTallies();
  const options = { ...miningDefaults, halfLifeDays: null, ...more };
  for (const visits of shoppers)
    tallyShopper(
      tallies,
      visits,
      missions ?? visits.map(() => 0),
      (pattern) => words[pattern] ?? [],
      createDecay(now, options.halfLifeDays),
      options,
    );
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

  it('weighs a step into another mission less', () => {
    const tallies = tally([[visit(0, 1), visit(2, 2)]], {}, [0, 1]);
    expect(linksOf(tallies, 0)[0]?.[1]).toBeCloseTo(miningDefaults.otherMissionWeight);
  });

  it('looks only so many searches ahead', () => {
    const steps = [visit(0, 1), visit(1, 2), visit(2, 3), visit(3, 4)];
    expect(linksOf(tally([steps], { linksAhead: 1 }), 0).map(([to]) => to)).toEqual([1]);
    expect(linksOf(tally([steps], { linksAhead: 2 }), 0).map(([to]) => to)).toEqual([1, 2]);
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
    const tallies = tally([[visit(0, now - 30 * dayMs)], [visit(0, now)]], { halfLifeDays: 30 });
    expect(tallies.popularity[0]).toBeCloseTo(1.5);
    expect(tallies.shoppers[0]).toBe(2);
  });
});

describe('createActionColumns', () => {
  const action = fc.record({
    shopper: fc.nat(4),
    at: fc.nat(1000),
    spelling: fc.nat(9),
    product: fc.integer({ min: -1, max: 5 }),
    strength: fc.nat(3),
  });

  it('returns what was added, in order of shopper, time and arrival', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const columns = createActionColumns(1_000_000);
        for (const each of actions) columns.add(each);
        expect(columns.size).toBe(actions.length);
        expect(actions.map((_, index) => columns.at(index))).toEqual(actions);
        const expected = actions
          .map((each, index) => ({ each, index }))
          .sort((a, b) => a.each.shopper - b.each.shopper || a.each.at - b.each.at || a.index - b.index);
        expect([...columns.byShopper()]).toEqual(expected.map(({ index }) => index));
      }),
    );
  });

  it('grows beyond its first allocation without losing anything', () => {
    const columns = createActionColumns(10_000);
    for (let at = 0; at < 5_000; at++)
      columns.add({ shopper: at % 7, at, spelling: at, product: -1, strength: 1 });
    expect(columns.size).toBe(5_000);
    expect(columns.at(4_999)).toEqual({
      shopper: 4_999 % 7,
      at: 4_999,
      spelling: 4_999,
      product: -1,
      strength: 1,
    });
  });

  it('drops the oldest by time, not by arrival', () => {
    const columns = createActionColumns(10);
    for (let index = 0; index < 11; index++)
      columns.add({ shopper: 0, at: 100 - index, spelling: index, product: -1, strength: 0 });
    const times = [...columns.byShopper()].map((index) => columns.at(index).at);
    expect(times).toHaveLength(10);
    expect(times).toContain(100);
    expect(times).not.toContain(91);
    expect(times).toContain(90);
  });
});

describe('createBehaviourCollector', () => {
  const options: MiningOptions = { ...miningDefaults, shoppersPerStep: 1, shoppersPerProductStep: 1, now };
  const collect = (events: readonly Parameters<ReturnType<typeof createBehaviourCollector>['add']>[0][]) => {
    const collector = createBehaviourCollector(options);
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
    const limited = createBehaviourCollector({ ...options, actionsPerShopper: 2 });
    for (const [at, query] of ['tent', 'stove', 'lamp'].entries())
      limited.add(search('ann', query, now + at * 60_000));
    const behaviour = limited.finish();
    expect(behaviour.find('tent')?.shoppers).toBe(0);
    expect(behaviour.find('lamp')?.shoppers).toBe(1);
  });

  it('counts decay from the newest event where no time is given', () => {
    const collector = createBehaviourCollector({ ...options, now: null });
    collector.add(search('ann', 'tent', now - 30 * dayMs));
    collector.add(search('bob', 'stove', now));
    const behaviour = collector.finish();
    expect(behaviour.now).toBe(now);
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
