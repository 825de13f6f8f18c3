import type { ValueColumn } from './column.ts';
import { findRowIndex } from './row-index.ts';

/* For some predicates it is known beforehand which rows can pass: then a search need not test every row. */

/** A `Predicate` of predicate.ts. */
type RowTest = (row: number) => boolean;

/** Every row that passes is among these. */
export type PassingRows = {
  /** How many there are at most. */
  readonly count: number;
  /** Ascending, each once. */
  readonly list: () => Uint32Array;
};

const passingRows = new WeakMap<RowTest, PassingRows>();

/** Null: any row may pass. */
export const findPassingRows = (predicate: RowTest): PassingRows | null => passingRows.get(predicate) ?? null;

/** Remembers which rows can pass; null: nothing is known. */
export const withPassingRows = (predicate: RowTest, rows: PassingRows | null): RowTest => {
  if (rows) passingRows.set(predicate, rows);
  return predicate;
};

/** Of predicates that all must pass: the rows of the one with fewest. */
export const narrowest = (parts: readonly RowTest[]): PassingRows | null => {
  let best: PassingRows | null = null;
  for (const part of parts) {
    const rows = findPassingRows(part);
    if (rows && (!best || rows.count < best.count)) best = rows;
  }
  return best;
};

/** The rows with at least one of some values. */
export const rowsWithValues = (column: ValueColumn, values: readonly number[]): PassingRows | null => {
  const index = findRowIndex(column);
  if (!index) return null;
  const { starts, rows } = index;
  const lists = values.map((value) => rows.subarray(starts[value] ?? 0, starts[value + 1] ?? 0));
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  return { count, list: () => (lists.length === 1 ? (lists[0] ?? rows) : mergeRows(lists, count)) };
};

const mergeRows = (lists: readonly Uint32Array[], count: number): Uint32Array => {
  const all = new Uint32Array(count);
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all.sort().filter((row, at) => at === 0 || row !== all[at - 1]);
};
