import { getOrAdd } from '../domain/memoize.ts';
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

/** What came of the lists that a campaign changed, in one currency. Clicks have none. */
export type CampaignSales = SaleCounts & {
  readonly ruleId: number;
  readonly currency: string;
  clicks: number;
};

type CampaignSide = {
  readonly ruleId: number;
  readonly side: Side;
  readonly counts: CampaignCounts;
};

/** Counts what shoppers did after they saw a list, in one hour of one box. */
export const createOutcomeCounter = () => {
  const sales = new Map<string, SaleCounts>();
  const campaigns = new Map<string, CampaignSide>();
  const campaignSales = new Map<string, CampaignSales>();
  const counted = new Set<string>();

  const isNew = (key: string): boolean => {
    if (counted.has(key)) return false;
    if (counted.size < outcomeLimits.events) counted.add(key);
    return true;
  };
  const findSales = (currency: string): SaleCounts => {
    const name = sales.has(currency) || sales.size < outcomeLimits.currencies ? currency : '';
    return getOrAdd(sales, name, () => ({ carts: 0, orders: 0, revenue: 0 }));
  };
  const findCampaign = ({ ruleId, side }: Arm): CampaignCounts => {
    const begin = () => ({ ruleId, side, counts: { answers: 0, shown: 0, clicked: 0, carts: 0, orders: 0 } });
    return getOrAdd(campaigns, `${ruleId} ${side}`, begin).counts;
  };
  const addToArms = (arms: readonly Arm[] | undefined, what: keyof CampaignCounts): void => {
    for (const arm of arms ?? []) findCampaign(arm)[what] += 1;
  };

  /** Currencies beyond the limit have lost their name by then. */
  const findCampaignSales = (ruleId: number, currency: string): CampaignSales => {
    const begin = () => ({ ruleId, currency, clicks: 0, carts: 0, orders: 0, revenue: 0 });
    return getOrAdd(campaignSales, `${ruleId} ${currency}`, begin);
  };

  return {
    sales,
    campaigns,
    campaignSales,
    countCampaigns: (ruleIds: readonly number[]): void => {
      for (const ruleId of ruleIds) findCampaign({ ruleId, side: 'with' }).answers += 1;
    },
    countList: ({ action, arms, campaigns: ruleIds = [] }: Omit<ListInteraction, 'websiteId' | 'boxId'>) => {
      addToArms(arms, action);
      if (action === 'clicked') for (const ruleId of ruleIds) findCampaignSales(ruleId, '').clicks += 1;
    },
    /** True when it is the first product of an order. */
    countSale: (sale: Omit<Sale, 'websiteId' | 'boxId'>): boolean => {
      const { action, event, order, currency, amount, arms, campaigns: ruleIds = [] } = sale;
      if (!isNew(`${action} ${event}`)) return false;
      const sums = [findSales(currency), ...ruleIds.map((ruleId) => findCampaignSales(ruleId, currency))];
      if (action === 'order') for (const sum of sums) sum.revenue += amount;
      if (action === 'order' && !isNew(`number ${order}`)) return false;
      const what = action === 'cart' ? 'carts' : 'orders';
      for (const sum of sums) sum[what] += 1;
      addToArms(arms, what);
      return action === 'order';
    },
    /**
     * For the row without a box: an order with products of two lists counts for both boxes, and is taken off here once, so that the
     * sum of all rows is the number of orders.
     */
    countOrderOnce: ({ order, currency }: Pick<Sale, 'order' | 'currency'>): void => {
      if (!isNew(`shop ${order}`)) findSales(currency).orders -= 1;
    },
  };
};

export type OutcomeCounter = ReturnType<typeof createOutcomeCounter>;
