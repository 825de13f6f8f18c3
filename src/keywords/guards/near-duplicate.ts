/*
 * Two normal forms that a shopper would take for the same suggestion: `battle field 3` and `battlefield 3`,
 * `arkham city` and `arkam city`. `halo 3` and `halo 4` are two things: digits must agree.
 */

/** Edits that are allowed for texts of a length, blanks not counted. */
const editsFor = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0);

const solid = (text: string): string => text.replaceAll(' ', '');
const digitsOf = (text: string): string => text.replace(/\D/g, '');

export const areNearDuplicates = (left: string, right: string): boolean => {
  const [a, b] = [solid(left), solid(right)];
  if (a === b) return true;
  const most = editsFor(Math.min(a.length, b.length));
  if (most === 0 || Math.abs(a.length - b.length) > most) return false;
  return digitsOf(a) === digitsOf(b) && editDistance(a, b, most) <= most;
};

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn one text into the other; anything
 * above `most` is answered with `most + 1`, and found out early.
 */
export const editDistance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = nextRow(a, b, row, last, beforeLast);
    if (Math.min(...current) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return Math.min(last[b.length] ?? 0, most + 1);
};

const nextRow = (
  a: string,
  b: string,
  row: number,
  last: readonly number[],
  beforeLast: readonly number[],
): number[] => {
  const current = [row];
  for (let column = 1; column <= b.length; column++) {
    const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
    let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced);
    if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
      cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
    current.push(cost);
  }
  return current;
};
