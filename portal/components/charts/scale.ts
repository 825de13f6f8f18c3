export type Scale = (value: number) => number;

export const linear = (domain: readonly [number, number], range: readonly [number, number]): Scale => {
  const span = domain[1] - domain[0] || 1;
  return (value) => range[0] + ((value - domain[0]) / span) * (range[1] - range[0]);
};

const distanceToWhole = (value: number): number => Math.abs(value - Math.round(value));

/**
 * One level for each label, so that rounding repeats none: 0, 1, 2 instead of 0, 0.5, 1, 1.5, 2 where the labels have no
 * decimals. Of equal labels the level closest to a whole number stays, because its label is exact.
 */
export const withoutEqualLabels = (
  levels: readonly number[],
  format: (value: number) => string,
): number[] => {
  const byLabel = new Map<string, number>();
  for (const level of levels) {
    const known = byLabel.get(format(level));
    if (known === undefined || distanceToWhole(level) < distanceToWhole(known))
      byLabel.set(format(level), level);
  }
  return [...byLabel.values()];
};

/** Round numbers from 0 to at least `maximum`: 0, 20, 40, 60 for 47. */
export const ticks = (maximum: number, wanted = 4): number[] => {
  if (maximum <= 0) return [0, 1];
  const rough = maximum / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(maximum / step) + 1 }, (_, index) => index * step);
};
