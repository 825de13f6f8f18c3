/**
 * Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, replacements and swaps of
 * neighbouring letters. Distances above `limit` are reported as `limit + 1`, which allows an early exit. The common
 * prefix and suffix are skipped, and only the band of cells at most `limit` from the diagonal is computed.
 */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  if (endA === start || endB === start) return Math.min(limit + 1, Math.max(endA, endB) - start);
  return Math.min(limit + 1, bandedDistance(a.slice(start, endA), b.slice(start, endB), limit));
};

const bandedDistance = (a: string, b: string, limit: number): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = new Array<number>(b.length + 1).fill(limit + 1);
    current[0] = row;
    let smallest = row;
    for (let column = Math.max(1, row - limit); column <= Math.min(b.length, row + limit); column++) {
      const letterA = a.charCodeAt(row - 1);
      const letterB = b.charCodeAt(column - 1);
      const replaced = (last[column - 1] ?? Infinity) + (letterA === letterB ? 0 : 1);
      let cost = Math.min(replaced, (last[column] ?? Infinity) + 1, (current[column - 1] ?? Infinity) + 1);
      // Outside of the texts there are no letters, and nothing equals NaN.
      const isSwap = letterA === b.charCodeAt(column - 2) && letterB === a.charCodeAt(row - 2);
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? Infinity) + 1);
      current[column] = cost;
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit + 1;
};
