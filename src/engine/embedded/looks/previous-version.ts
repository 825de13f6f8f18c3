import type { Columns } from '../columns/column.ts';
import type { Rows } from '../products/rows.ts';
import type { ReserveLists } from './reserve-lists.ts';
import type { PlanLists } from './plan-lists.ts';

/** The version before, as far as its lists can be taken over. */
export type PreviousVersion = {
  readonly rows: Rows;
  readonly columns: Columns;
  readonly plans: readonly PlanLists[];
  readonly reserves: readonly ReserveLists[];
  /** Picture in the version before, -1 for one it did not have. */
  readonly oldPictureOf: Int32Array;
};

/** Who of a version was in the one before, and who stands where. */
export type VersionMatch = {
  /** Row of a row in the version before, -1 for a new one. */
  readonly oldRowOf: Int32Array;
  /** Of each row of the version before: the first row now that does not stand before it. */
  readonly newPositionOf: Uint32Array;
  /** Of each look: the look before that is the same picture of the same family; -1 for none. */
  readonly oldLookOf: Int32Array;
};

export const matchVersions = (rows: Rows, before: PreviousVersion): VersionMatch => {
  const { oldRowOf, newPositionOf: placeOf } = matchRows(rows, before.rows);
  const oldLookOf = new Int32Array(rows.pictureOf.length).fill(-1);
  for (let row = 0; row < rows.size; row += 1) {
    const look = rows.lookOf[row] ?? -1;
    const old = oldRowOf[row] ?? -1;
    if (look >= 0 && old >= 0 && isSameLook(rows, row, before, old))
      oldLookOf[look] = before.rows.lookOf[old] ?? -1;
  }
  return { oldRowOf, newPositionOf: placeOf, oldLookOf };
};

/** Both are sorted by identifier: one walk through both. */
const matchRows = (rows: Rows, before: Rows): Pick<VersionMatch, 'oldRowOf' | 'placeOf'> => {
  const oldRowOf = new Int32Array(rows.size).fill(-1);
  const placeOf = new Uint32Array(before.size);
  let row = 0;
  for (let old = 0; old < before.size; old += 1) {
    const identifier = before.identifiers.at(old);
    while (row < rows.size && rows.identifiers.at(row) < identifier) row += 1;
    placeOf[old] = row;
    if (row < rows.size && rows.identifiers.at(row) === identifier) oldRowOf[row] = old;
  }
  return { oldRowOf, newPositionOf: placeOf };
};

/** A family is known by the name of its group; one without a group is its only member. */
const isSameLook = (rows: Rows, row: number, before: PreviousVersion, old: number): boolean => {
  const oldLook = before.rows.lookOf[old] ?? -1;
  if (oldLook < 0) return false;
  const picture = rows.pictureOf[rows.lookOf[row] ?? -1] ?? -1;
  if (before.oldPictureOf[picture] !== before.rows.pictureOf[oldLook]) return false;
  const group = rows.groups?.at(rows.familyOf[row] ?? 0);
  return group !== undefined && group === before.rows.groups?.at(before.rows.familyOf[old] ?? 0);
};
