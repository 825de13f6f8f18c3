/** The first number from `low` on that is not below what is looked for; `high` when all are. */
export const firstNotBelow = (low: number, high: number, isBelow: (index: number) => boolean): number => {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBelow(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
};
