import { createWorkSlices } from '../../work-slices.ts';

/** Rows of each value of a column: those of value v are `rows[starts[v] … starts[v + 1]]`, ascending. */
export type RowIndex = { readonly starts: Uint32Array; readonly rows: Uint32Array };

/** Below this many rows a filter tests every row as fast. */
const indexedFrom = 8192;
/** Rows between two looks at the clock. */
const rowsPerCheck = 1024;

/** Of a `ValueColumn` in column.ts. */
type ColumnArrays = {
  readonly dictionary: { readonly size: number };
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
};

/**
 * The rows of each value; null in a small column, and until the index is made: that happens in slices beside other
 * requests, when the first filter asks for it. Four bytes for each value of a row.
 */
export const createRowIndex = (column: ColumnArrays): (() => RowIndex | null) => {
  let index: RowIndex | null = null;
  let isStarted = column.offsets.length <= indexedFrom;
  return () => {
    if (isStarted) return index;
    isStarted = true;
    runInSlices(buildRowIndex(column))
      .then((made) => {
        index = made;
      })
      .catch(() => {
        isStarted = false;
      });
    return null;
  };
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
const countStarts = function* (ids: Uint32Array, count: number, values: number) {
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
}: ColumnArrays): Generator<void, RowIndex> {
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

/* For some predicates it is known beforehand which rows can pass: then a search need not test every row. */

/** Every row that passes is among these. */
export type PassingRows = {
  /** How many there are at most. */
  readonly count: number;
  /** Ascending, each once. */
  readonly list: () => Uint32Array;
};

/** The rows with at least one of some values. */
export const rowsWithValues = (index: RowIndex | null, values: readonly number[]): PassingRows | null => {
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
