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

/*
 * Two normal forms that a shopper would take for the same suggestion: `battle field 3` and `battlefield 3`,
 * `arkham city` and `arkam city`. Digits must be equal: `halo 3` and `halo 4` are different products.
 */

/** Edits allowed for a text of this length, spaces not counted. */
const allowedEdits = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

const withoutSpaces = (text: string): string => text.replaceAll(' ', '');
const onlyDigits = (text: string): string => text.replace(/\D/g, '');

export const areNearDuplicates = (left: string, right: string): boolean => {
  const [a, b] = [withoutSpaces(left), withoutSpaces(right)];
  if (a === b) return true;
  const limit = allowedEdits(Math.min(a.length, b.length));
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return false;
  return editDistance(a, b, limit) <= limit && onlyDigits(a) === onlyDigits(b);
};
