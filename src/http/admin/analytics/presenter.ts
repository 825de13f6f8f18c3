import type {
  Analytics,
  HourlyBoxTotals,
  Outcomes,
  TextCount,
  TimeRange,
  TopInputs,
  Totals,
} from '../../../analytics/analytics.ts';
import type { ProductName } from './name-products.ts';
import type { WireAnalytics } from './schema.ts';

export const presentPeriod = (
  { from, to }: TimeRange,
  totals: Totals | null,
  { pattern, identifier }: ReturnType<Analytics['clickThrough']>,
  outcomes: Outcomes,
): WireAnalytics['period'] =>
  totals && {
    from: from.toISOString(),
    to: to.toISOString(),
    ...totals,
    ...presentOutcomes(outcomes),
    clickThrough: { suggestions: pattern, lookAlikes: identifier },
  };

const presentOutcomes = ({ clicks, carts, orders, revenue }: Outcomes) => ({
  clicks,
  carts,
  orders,
  revenue: revenue.map(({ currency, amount }) => ({ currency, amount })),
});

export const presentTops = (
  { pattern, identifier }: TopInputs,
  nameOf: (identifier: string) => ProductName | null,
): WireAnalytics['top'] => {
  const list = (tops: readonly TextCount[]) => tops.map(({ text, count }) => ({ text, count }));
  const products = (tops: readonly TextCount[]) =>
    list(tops).map((top) => ({ ...top, product: nameOf(top.text) }));
  return {
    patterns: list(pattern.all),
    failedPatterns: list(pattern.failed),
    identifiers: products(identifier.all),
    failedIdentifiers: products(identifier.failed),
  };
};

const noOutcomes: Outcomes = { clicks: 0, carts: 0, orders: 0, revenue: [] };

/** Boxes with calls, most calls first; a box that was removed since has no name and is left out. */
export const presentBoxes = (
  hours: readonly HourlyBoxTotals[],
  outcomes: ReadonlyMap<number | null, Outcomes>,
  boxName: (id: number) => string,
): WireAnalytics['boxes'] => {
  const sums = new Map<number, { calls: number; notFound: number }>();
  for (const { boxId, calls, notFound } of hours) {
    if (boxId === null || boxName(boxId) === '') continue;
    const sum = sums.get(boxId) ?? { calls: 0, notFound: 0 };
    sums.set(boxId, { calls: sum.calls + calls, notFound: sum.notFound + notFound });
  }
  return [...sums]
    .map(([id, sum]) => ({
      box: boxName(id),
      ...sum,
      ...presentOutcomes(outcomes.get(id) ?? noOutcomes),
    }))
    .sort((a, b) => b.calls - a.calls);
};
