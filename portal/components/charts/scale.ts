export type Scale = (value: number) => number;

export const linear = (domain: readonly [number, number], range: readonly [number, number]): Scale => {
  const span = domain[1] - domain[0] || 1;
  return (value) => range[0] + ((value - domain[0]) / span) * (range[1] - range[0]);
};

/** Without levels whose label repeats the one below: "0 ms, 1 ms, 2 ms" instead of "0, 1, 1, 2, 2 ms". */
export const withoutEqualLabels = (levels: readonly number[], format: (value: number) => string): number[] =>
  levels.filter((level, index) => index === 0 || format(level) !== format(levels[index - 1] ?? 0));

/** Round numbers from 0 to at least `maximum`: 0, 20, 40, 60 for 47. */
export const ticks = (maximum: number, wanted = 4): number[] => {
  if (maximum <= 0) return [0, 1];
  const rough = maximum / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(maximum / step) + 1 }, (_, index) => index * step);
};
