import { createWorkSlices } from '../../work-slices.ts';
import type { ValueColumn } from './column.ts';

/** Rows of each value of a column: those of value v are `rows[starts[v] … starts[v + 1]]`, ascending. */
export type RowIndex = { readonly starts: Uint32Array; readonly rows: Uint32Array };

/** Below this many rows a filter tests every row as fast. */
const indexedFrom = 8192;
/** Rows between two looks at the clock. */
const rowsPerCheck = 1024;

/** Null while an index is made. */
const indexes = new WeakMap<ValueColumn, { index: RowIndex | null }>();

/**
 * The rows of each value; null in a small column, and until the index is made: that happens in slices beside other
 * requests, when the first filter asks for it. Four bytes for each value of a row.
 */
export const findRowIndex = (column: ValueColumn): RowIndex | null => {
  const known = indexes.get(column);
  if (known) return known.index;
  if (column.offsets.length <= indexedFrom) return null;
  const entry: { index: RowIndex | null } = { index: null };
  indexes.set(column, entry);
  runInSlices(buildRowIndex(column))
    .then((index) => {
      entry.index = index;
    })
    .catch(() => indexes.delete(column));
  return null;
};

const runInSlices = async (steps: Generator<void, RowIndex>): Promise<RowIndex> => {
  const slices = createWorkSlices();
  await slices.next();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slices.isOver()) await slices.next();
  }
};

/** Where the rows of each value start, and behind the last one how many there are. */
const countStarts = function* (ids: ValueColumn['ids'], count: number, values: number) {
  const starts = new Uint32Array(values + 1);
  for (let at = 0; at < count; at += 1) {
    const next = (ids[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
    if (at % rowsPerCheck === 0) yield;
  }
  for (let value = 0; value < values; value += 1) {
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
    if (value % rowsPerCheck === 0) yield;
  }
  return starts;
};

/** A counting sort by value. It yields every thousand rows, so that others can have a turn. */
export const buildRowIndex = function* ({
  dictionary,
  offsets,
  ids,
}: ValueColumn): Generator<void, RowIndex> {
  // Columns that live changes patched have room to spare after the last value.
  const count = offsets.at(-1) ?? 0;
  const starts: Uint32Array = yield* countStarts(ids, count, dictionary.size);
  const ends = starts.slice();
  const rows = new Uint32Array(count);
  for (let row = 0; row + 1 < offsets.length; row += 1) {
    for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at += 1) {
      const value = ids[at] ?? 0;
      const end = ends[value] ?? 0;
      rows[end] = row;
      ends[value] = end + 1;
    }
    if (row % rowsPerCheck === 0) yield;
  }
  return { starts, rows };
};
