import { firstNotBelow } from '../storage/binary-search.ts';
import type { Row } from './index-spaces.ts';

/**
 * Members of each of `count` groups, ascending; rows with -1 are in none. Those of group g are
 * `members[starts[g] … starts[g + 1]]`.
 */
export const groupRows = (groupOf: Uint32Array | Int32Array, count: number) => {
  const starts = new Uint32Array(count + 1);
  let total = 0;
  for (const group of groupOf) {
    if (group < 0) continue;
    starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    total += 1;
  }
  for (let group = 0; group < count; group += 1)
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const members = new Uint32Array(total);
  const ends = starts.slice();
  groupOf.forEach((group, row) => {
    if (group < 0) return;
    members[ends[group] ?? 0] = row;
    ends[group] = (ends[group] ?? 0) + 1;
  });
  return { starts, members };
};

/** First of the rows `list[start … end]` that passes, or -1. */
export const firstPassing = (
  list: Uint32Array,
  start: number,
  end: number,
  passes: (row: Row) => boolean,
): number => {
  for (let at = start; at < end; at += 1) {
    const row = list[at] ?? 0;
    if (passes(row)) return row;
  }
  return -1;
};

/** Where a row stands in an ascending list; -1: nowhere. */
export const findRow = (rows: Uint32Array, row: Row): number => {
  const low = firstNotBelow(0, rows.length, (at) => (rows[at] ?? 0) < row);
  return rows[low] === row ? low : -1;
};
