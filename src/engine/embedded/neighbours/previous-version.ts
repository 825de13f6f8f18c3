import type { Columns } from '../columns/column.ts';
import type { Rows } from '../rows/rows.ts';
import type { ReserveLists } from './plan-lists.ts';
import type { PlanLists } from './plan-lists.ts';
import type { Indexes, Look, OptionalIndexes, PictureIndex, Row } from '../rows/index-spaces.ts';

/** What is needed of the previous version to take over its lists. */
export type PreviousVersion = {
  readonly rows: Rows;
  readonly columns: Columns;
  readonly plans: readonly PlanLists[];
  readonly reserves: readonly ReserveLists[];
  /** Number of each picture in the previous version, -1 for one it did not have. */
  readonly oldPictureOf: OptionalIndexes<PictureIndex>;
};

/** How rows and looks of a version correspond to those of the previous one. */
export type VersionMatch = {
  /** For each row its row in the previous version, -1 for a new product. */
  readonly oldRowOf: OptionalIndexes<Row>;
  /** For each previous row: the first current row whose identifier is not lower. */
  readonly newPositionOf: Indexes<Row>;
  /** For each look: the previous look of the same picture and the same family; -1 for none. */
  readonly oldLookOf: OptionalIndexes<Look>;
};

export const matchVersions = (rows: Rows, previous: PreviousVersion): VersionMatch => {
  const { oldRowOf, newPositionOf } = matchRows(rows, previous.rows);
  const oldLookOf = new Int32Array(rows.pictureOf.length).fill(-1);
  for (let row = 0; row < rows.size; row += 1) {
    const look = rows.lookOf[row] ?? -1;
    const old = oldRowOf[row] ?? -1;
    if (look >= 0 && old >= 0 && isSameLook(rows, row, previous, old))
      oldLookOf[look] = previous.rows.lookOf[old] ?? -1;
  }
  return { oldRowOf, newPositionOf, oldLookOf };
};

/** Both are sorted by identifier: one pass through both. */
const matchRows = (rows: Rows, previous: Rows): Pick<VersionMatch, 'oldRowOf' | 'newPositionOf'> => {
  const oldRowOf = new Int32Array(rows.size).fill(-1);
  const newPositionOf = new Uint32Array(previous.size);
  let row = 0;
  for (let old = 0; old < previous.size; old += 1) {
    const identifier = previous.identifiers.at(old);
    while (row < rows.size && rows.identifiers.at(row) < identifier) row += 1;
    newPositionOf[old] = row;
    if (row < rows.size && rows.identifiers.at(row) === identifier) oldRowOf[row] = old;
  }
  return { oldRowOf, newPositionOf };
};

/** Families are matched by the name of their group; a product without a group is a family of its own. */
const isSameLook = (rows: Rows, row: Row, previous: PreviousVersion, old: Row): boolean => {
  const oldLook = previous.rows.lookOf[old] ?? -1;
  if (oldLook < 0) return false;
  const picture = rows.pictureOf[rows.lookOf[row] ?? -1] ?? -1;
  if (previous.oldPictureOf[picture] !== previous.rows.pictureOf[oldLook]) return false;
  const group = rows.groups?.at(rows.familyOf[row] ?? 0);
  return group !== undefined && group === previous.rows.groups?.at(previous.rows.familyOf[old] ?? 0);
};
