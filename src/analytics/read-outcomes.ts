import type { ArmCounts, CampaignUse, Difference, Money, Outcomes } from './analytics.ts';
import type { CampaignSales } from './outcome-counter.ts';
import type { CampaignRow, SaleRow } from './outcome-tables.ts';

type ShareCounts = Pick<ArmCounts, 'shown' | 'clicked'>;

/** Of the normal distribution, for 95 %. */
const z = 1.959963984540054;

/** The score interval of Wilson: it stays within 0 and 1 also for few lists. */
const scoreInterval = (share: number, shown: number): [low: number, high: number] => {
  const middle = share + z ** 2 / (2 * shown);
  const half = z * Math.sqrt((share * (1 - share)) / shown + z ** 2 / (4 * shown ** 2));
  const scale = 1 + z ** 2 / shown;
  return [(middle - half) / scale, (middle + half) / scale];
};

/**
 * How much more lists are clicked with the campaign than without it (Newcombe 1998, method 10). Lists count as
 * independent of each other, although a shopper may see several. null while a side was never shown.
 */
export const compareShares = (treated: ShareCounts, control: ShareCounts): Difference | null => {
  if (treated.shown === 0 || control.shown === 0) return null;
  const first = Math.min(1, treated.clicked / treated.shown);
  const second = Math.min(1, control.clicked / control.shown);
  const [low1, high1] = scoreInterval(first, treated.shown);
  const [low2, high2] = scoreInterval(second, control.shown);
  const value = first - second;
  return {
    value,
    low: value - Math.hypot(first - low1, high2 - second),
    high: value + Math.hypot(high1 - first, second - low2),
  };
};

/** Sums by box; 0 in the file is null here: no list led to the sale. */
export const sumOutcomesByBox = (
  sales: readonly SaleRow[],
  clicks: ReadonlyMap<number, number>,
): Map<number | null, Outcomes> => {
  const boxIds = new Set([...sales.map(({ boxId }) => boxId), ...clicks.keys()]);
  return new Map(
    [...boxIds].map((boxId) => [
      boxId === 0 ? null : boxId,
      sumOutcomes(
        sales.filter((row) => row.boxId === boxId),
        clicks.get(boxId) ?? 0,
      ),
    ]),
  );
};

type MoneyRow = Pick<SaleRow, 'currency' | 'carts' | 'orders' | 'revenue'>;

export const sumOutcomes = (sales: readonly MoneyRow[], clicks: number): Outcomes => ({
  clicks,
  carts: sales.reduce((sum, { carts }) => sum + carts, 0),
  orders: sales.reduce((sum, { orders }) => sum + orders, 0),
  revenue: sumRevenue(sales),
});

/** The largest amount first. Amounts of different currencies are never added. */
const sumRevenue = (sales: readonly MoneyRow[]): Money[] => {
  const sums = new Map<string, number>();
  for (const { currency, revenue } of sales) sums.set(currency, (sums.get(currency) ?? 0) + revenue);
  return [...sums]
    .filter(([, amount]) => amount > 0)
    .map(([currency, amount]) => ({ currency, amount: Math.round(amount * 100) / 100 }))
    .sort((a, b) => b.amount - a.amount);
};

export const combineSides = (
  rows: readonly CampaignRow[],
  campaignSales: readonly CampaignSales[],
): CampaignUse[] =>
  [...Map.groupBy(rows, ({ ruleId }) => ruleId)]
    .map(([ruleId, sides]) => {
      const find = (side: CampaignRow['side']) => sides.find((row) => row.side === side);
      const [treated, control] = [toArmCounts(find('with')), toArmCounts(find('without'))];
      return {
        ruleId,
        answers: find('with')?.answers ?? 0,
        with: treated,
        without: control,
        difference: compareShares(treated, control),
        outcomes: sumCampaign(campaignSales.filter((row) => row.ruleId === ruleId)),
      };
    })
    .sort((a, b) => b.answers - a.answers || a.ruleId - b.ruleId);

const sumCampaign = (rows: readonly CampaignSales[]): Outcomes =>
  sumOutcomes(
    rows,
    rows.reduce((sum, { clicks }) => sum + clicks, 0),
  );

const toArmCounts = (row: CampaignRow | undefined): ArmCounts => ({
  shown: row?.shown ?? 0,
  clicked: row?.clicked ?? 0,
  carts: row?.carts ?? 0,
  orders: row?.orders ?? 0,
});
