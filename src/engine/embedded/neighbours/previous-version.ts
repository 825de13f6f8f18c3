import type { Columns } from '../columns/column.ts';
import type { Rows } from '../rows/rows.ts';
import type { PlanLists, ReserveLists } from './plan-lists.ts';
import type { Indexes, Look, OptionalIndexes, PictureIndex, Row } from '../rows/index-spaces.ts';
import type { PlanGroup } from './plan-groups.ts';

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
  /** For each row with a look: the previous look of the same picture and the same family; -1 for none. */
  readonly oldLookAt: (row: Row) => Look;
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
  return { oldRowOf, newPositionOf, oldLookAt: (row) => oldLookOf[rows.lookOf[row] ?? -1] ?? -1 };
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
  return (
    rows.groups.at(rows.familyOf[row] ?? 0) === previous.rows.groups.at(previous.rows.familyOf[old] ?? 0)
  );
};

/** How a group differs from the group with the same key in the previous version. */
export type GroupDiff = {
  /** For each query the number of its list in the previous version; -1 where there was none. */
  readonly oldLists: Int32Array;
  /** Candidates that are new, or whose look is now represented by another row; in the order of all candidates. */
  readonly added: Uint32Array;
  /** Previous looks that are no longer candidates, or not by the same row; with the row where each would be now. */
  readonly dropped: ReadonlyMap<number, number>;
};

/** A group of the previous version, and the number of the list of each of its queries. */
export type PreviousGroup = { readonly group: PlanGroup; readonly lists: Int32Array };

/** Compares only which products are candidates, not their vectors. */
export const createGroupDiff = (oldRows: Rows, match: VersionMatch) => {
  const none = () => new Int32Array(oldRows.pictureOf.length).fill(-1);
  const listOf = none();
  const rowOf = none();
  const { oldRowOf, newPositionOf, oldLookAt } = match;

  const findOldLists = (queries: Uint32Array, { group, lists }: PreviousGroup): Int32Array => {
    group.queries.forEach((row, at) => (listOf[oldRows.lookOf[row] ?? 0] = lists[at] ?? -1));
    const oldLists = Int32Array.from(queries, (row) => listOf[oldLookAt(row)] ?? -1);
    for (const row of group.queries) listOf[oldRows.lookOf[row] ?? 0] = -1;
    return oldLists;
  };
  return (group: PlanGroup, old: PreviousGroup | undefined): GroupDiff => {
    if (!old) {
      const oldLists = new Int32Array(group.queries.length).fill(-1);
      return { oldLists, added: group.candidates, dropped: new Map() };
    }
    for (const row of old.group.candidates) rowOf[oldRows.lookOf[row] ?? 0] = row;
    const added = group.candidates.filter((row) => {
      const oldLook = oldLookAt(row);
      const oldRow = oldRowOf[row] ?? -1;
      const isSame = oldLook >= 0 && oldRow >= 0 && rowOf[oldLook] === oldRow;
      if (isSame) rowOf[oldLook] = -1;
      return !isSame;
    });
    const dropped = new Map<number, number>();
    for (const row of old.group.candidates) {
      const look = oldRows.lookOf[row] ?? 0;
      if ((rowOf[look] ?? -1) >= 0) dropped.set(look, newPositionOf[row] ?? 0);
      rowOf[look] = -1;
    }
    return { oldLists: findOldLists(group.queries, old), added, dropped };
  };
};
