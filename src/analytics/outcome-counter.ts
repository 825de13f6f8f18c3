import type { Arm, ListInteraction, Sale, Side } from './analytics.ts';

export type SaleCounts = { carts: number; orders: number; revenue: number };
export type CampaignCounts = {
  answers: number;
  shown: number;
  clicked: number;
  carts: number;
  orders: number;
};

/** Events remembered to count each once, and currencies kept apart, per hour and box. */
export const outcomeLimits = { events: 20_000, currencies: 20 } as const;

type CampaignSide = {
  readonly ruleId: number;
  readonly side: Side;
  readonly counts: CampaignCounts;
};

/** Counts what shoppers did after they saw a list, in one hour of one box. */
export const createOutcomeCounter = () => {
  const sales = new Map<string, SaleCounts>();
  const campaigns = new Map<string, CampaignSide>();
  const counted = new Set<string>();

  const isNew = (key: string): boolean => {
    if (counted.has(key)) return false;
    if (counted.size < outcomeLimits.events) counted.add(key);
    return true;
  };
  const findSales = (currency: string): SaleCounts => {
    const name = sales.has(currency) || sales.size < outcomeLimits.currencies ? currency : '';
    const known = sales.get(name) ?? { carts: 0, orders: 0, revenue: 0 };
    sales.set(name, known);
    return known;
  };
  const findCampaign = ({ ruleId, side }: Arm): CampaignCounts => {
    const name = `${ruleId} ${side}`;
    const known = campaigns.get(name) ?? {
      ruleId,
      side,
      counts: { answers: 0, shown: 0, clicked: 0, carts: 0, orders: 0 },
    };
    campaigns.set(name, known);
    return known.counts;
  };
  const addToArms = (arms: readonly Arm[] | undefined, what: keyof CampaignCounts): void => {
    for (const arm of arms ?? []) findCampaign(arm)[what] += 1;
  };

  return {
    sales,
    campaigns,
    countCampaigns: (ruleIds: readonly number[]): void => {
      for (const ruleId of ruleIds) findCampaign({ ruleId, side: 'with' }).answers += 1;
    },
    countArms: ({ action, arms }: Pick<ListInteraction, 'action' | 'arms'>): void => addToArms(arms, action),
    countSale: ({
      action,
      event,
      order,
      currency,
      amount,
      arms,
    }: Omit<Sale, 'websiteId' | 'boxId'>): void => {
      if (!isNew(`${action} ${event}`)) return;
      const sums = findSales(currency);
      if (action === 'order') sums.revenue += amount;
      if (action === 'order' && !isNew(`number ${order}`)) return;
      sums[action === 'cart' ? 'carts' : 'orders'] += 1;
      addToArms(arms, action === 'cart' ? 'carts' : 'orders');
    },
  };
};

export type OutcomeCounter = ReturnType<typeof createOutcomeCounter>;
