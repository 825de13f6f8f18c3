/**
 * Edit distance of two words (insert, drop, replace, swap neighbours), as far as it is at most `limit`;
 * otherwise some number above it. Three rows of the usual table are kept, and only those cells beside the
 * diagonal that can still matter.
 */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const row = Array.from({ length: b.length + 1 }, () => limit + 1);
    row[0] = i;
    let smallest = i <= limit ? i : limit + 1;
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j += 1) {
      const cost = cheapest(a, b, i, j, before, last, row);
      row[j] = cost;
      if (cost < smallest) smallest = cost;
    }
    if (smallest > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? limit + 1;
};

function cheapest(
  a: string,
  b: string,
  i: number,
  j: number,
  before: readonly number[],
  last: readonly number[],
  row: readonly number[],
): number {
  const same = a[i - 1] === b[j - 1];
  const replaced = (last[j - 1] ?? Infinity) + (same ? 0 : 1);
  const cost = Math.min(replaced, (last[j] ?? Infinity) + 1, (row[j - 1] ?? Infinity) + 1);
  const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
  return swapped ? Math.min(cost, (before[j - 2] ?? Infinity) + 1) : cost;
}
