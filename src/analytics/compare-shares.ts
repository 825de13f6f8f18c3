import type { ArmCounts, Difference } from './analytics.ts';

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
