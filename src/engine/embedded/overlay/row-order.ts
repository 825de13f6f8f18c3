import { createStringTable, type StringTable } from '../storage/strings.ts';
import type { Row } from '../rows/index-spaces.ts';

type RowValues = Uint8Array | Uint32Array | Int32Array | Float64Array;

/**
 * Rows are numbered in the order of their identifiers. Products that live changes added are inserted in this order, so
 * the rows after them move.
 */
export type RowOrder = {
  readonly size: number;
  /** True when no product was added: every row keeps its number. */
  readonly isUnchanged: boolean;
  /** Row in the version, -1 for an added product. */
  oldRow(row: Row): Row;
  newRow(old: Row): Row;
  /** A copy of what rows have, at their new numbers; added ones have `missing`. */
  move<T extends RowValues>(values: T, missing: number): T;
  readonly identifiers: StringTable;
};

export const createRowOrder = (base: StringTable, added: readonly string[]): RowOrder => {
  if (added.length === 0) {
    const same = (row: number) => row;
    const move = <T extends RowValues>(values: T): T => values.slice() as T;
    return { size: base.size, isUnchanged: true, oldRow: same, newRow: same, move, identifiers: base };
  }
  const sorted = [...added].sort();
  const size = base.size + sorted.length;
  const oldRows = new Int32Array(size);
  const newRows = new Uint32Array(base.size);
  /** How many rows of the version come before each added one. */
  const positions = sorted.map((identifier) => base.lowerBound(identifier));
  let next = 0;
  for (let old = 0; old <= base.size; old += 1) {
    while (next < sorted.length && positions[next] === old) {
      oldRows[old + next] = -1;
      next += 1;
    }
    if (old === base.size) break;
    oldRows[old + next] = old;
    newRows[old] = old + next;
  }
  const addedAt = new Map(sorted.map((identifier, at) => [(positions[at] ?? 0) + at, identifier]));
  const identifierAt = (row: number) => addedAt.get(row) ?? base.at(oldRows[row] ?? 0);
  return {
    size,
    isUnchanged: false,
    oldRow: (row) => oldRows[row] ?? -1,
    newRow: (old) => newRows[old] ?? 0,
    move: (values, missing) => {
      const moved = new (values.constructor as new (size: number) => typeof values)(size);
      for (let row = 0; row < size; row += 1)
        moved[row] = (oldRows[row] ?? -1) < 0 ? missing : (values[oldRows[row] ?? 0] ?? missing);
      return moved;
    },
    identifiers: createStringTable(size, identifierAt),
  };
};
