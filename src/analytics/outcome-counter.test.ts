import { describe, expect, it } from 'vitest';
import { createHourlyCounter } from './hour-counter.ts';
import { createOutcomeCounter, outcomeLimits } from './outcome-counter.ts';

const order = (event: string, more: object = {}) => ({
  action: 'order' as const,
  event,
  order: event,
  currency: 'EUR',
  amount: 10,
  ...more,
});
const arms = [
  { ruleId: 1, side: 'with' as const },
  { ruleId: 2, side: 'without' as const },
];

describe('createOutcomeCounter', () => {
  it('counts an event once, and the products of an order as one order', () => {
    const { sales, countSale } = createOutcomeCounter();
    for (const sale of [order('a'), order('a'), order('b', { order: 'a', amount: 5 }), order('c')])
      countSale(sale);
    expect(sales.get('EUR')).toEqual({ carts: 0, orders: 2, revenue: 25 });
  });

  it('takes no revenue from baskets', () => {
    const { sales, countSale } = createOutcomeCounter();
    countSale(order('a', { action: 'cart' }));
    countSale(order('a'));
    expect(sales.get('EUR')).toEqual({ carts: 1, orders: 1, revenue: 10 });
  });

  it('keeps currencies apart, up to a limit', () => {
    const { sales, countSale } = createOutcomeCounter();
    for (let at = 0; at < outcomeLimits.currencies + 5; at += 1)
      countSale(order(String(at), { currency: `C${at}` }));
    expect(sales.size).toBeLessThanOrEqual(outcomeLimits.currencies + 1);
    expect(sales.get('')?.orders).toBe(5);
  });

  it('counts answers and events of campaigns by side', () => {
    const { campaigns, countCampaigns, countList, countSale } = createOutcomeCounter();
    countCampaigns([1, 3]);
    countList({ kind: 'identifier', list: 'a', action: 'shown', arms });
    countSale(order('a', { arms }));
    countSale(order('b', { arms, action: 'cart' }));
    expect([...campaigns.values()].map(({ ruleId, side, counts }) => [ruleId, side, counts])).toEqual([
      [1, 'with', { answers: 1, shown: 1, clicked: 0, carts: 1, orders: 1 }],
      [3, 'with', { answers: 1, shown: 0, clicked: 0, carts: 0, orders: 0 }],
      [2, 'without', { answers: 0, shown: 1, clicked: 0, carts: 1, orders: 1 }],
    ]);
  });
});

describe('createHourlyCounter', () => {
  it('counts a list that is reported twice once, also for its campaigns', () => {
    const counter = createHourlyCounter(() => true);
    for (const _ of [1, 2])
      counter.countInteraction({ kind: 'identifier', action: 'clicked', list: 'q', arms });
    expect(counter.funnel.identifier.clicked).toBe(1);
    expect(counter.outcomes.campaigns.get('1 with')?.counts.clicked).toBe(1);
  });

  it('counts the campaigns of an answer without its input', () => {
    const counter = createHourlyCounter(() => true);
    counter.count({ status: 200, elapsedMs: 1, input: null, campaigns: [9] });
    expect(counter.outcomes.campaigns.get('9 with')?.counts.answers).toBe(1);
  });
});
