/** The items with the highest scores, best first. Only those above the score of the last are compared one by one. */
export const takeHighest = <T extends { readonly score: number }>(
  items: readonly T[],
  limit: number,
  compareTies: (a: T, b: T) => number,
): T[] => {
  const scores = Float64Array.from(items, ({ score }) => score).sort();
  const lowest = scores[items.length - limit] ?? -Infinity;
  return items
    .filter(({ score }) => score >= lowest)
    .sort((a, b) => b.score - a.score || compareTies(a, b))
    .slice(0, limit);
};
