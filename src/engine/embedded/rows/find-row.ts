import type { Row } from './index-spaces.ts';

/** Where a row stands in an ascending list; -1: nowhere. */
export const findRow = (rows: Uint32Array, row: Row): number => {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
};
