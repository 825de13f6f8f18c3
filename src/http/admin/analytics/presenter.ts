import type {
  Analytics,
  HourlyBoxTotals,
  TextCount,
  TimeRange,
  TopInputs,
  Totals,
} from '../../../analytics/analytics.ts';
import type { WireAnalytics } from './schema.ts';

export const presentPeriod = (
  { from, to }: TimeRange,
  totals: Totals | null,
  { pattern, identifier }: ReturnType<Analytics['clickThrough']>,
): WireAnalytics['period'] =>
  totals && {
    from: from.toISOString(),
    to: to.toISOString(),
    ...totals,
    clickThrough: { suggestions: pattern, lookAlikes: identifier },
  };

export const presentTops = ({ pattern, identifier }: TopInputs): WireAnalytics['top'] => {
  const list = (tops: readonly TextCount[]) => tops.map(({ text, count }) => ({ text, count }));
  return {
    patterns: list(pattern.all),
    failedPatterns: list(pattern.failed),
    identifiers: list(identifier.all),
    failedIdentifiers: list(identifier.failed),
  };
};

/** Boxes with calls, most calls first; a box that was removed since has no name and is left out. */
export const presentBoxes = (
  hours: readonly HourlyBoxTotals[],
  boxName: (id: number) => string,
): WireAnalytics['boxes'] => {
  const sums = new Map<string, { calls: number; notFound: number }>();
  for (const { boxId, calls, notFound } of hours) {
    const box = boxId === null ? '' : boxName(boxId);
    const sum = sums.get(box) ?? { calls: 0, notFound: 0 };
    sums.set(box, { calls: sum.calls + calls, notFound: sum.notFound + notFound });
  }
  sums.delete('');
  return [...sums].map(([box, sum]) => ({ box, ...sum })).sort((a, b) => b.calls - a.calls);
};
