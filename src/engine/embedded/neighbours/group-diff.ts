import type { Rows } from '../rows/rows.ts';
import type { PlanGroup } from './plan-groups.ts';
import type { VersionMatch } from './previous-version.ts';

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
export const createGroupDiff = (rows: Rows, oldRows: Rows, match: VersionMatch) => {
  const none = () => new Int32Array(oldRows.pictureOf.length).fill(-1);
  const listOf = none();
  const rowOf = none();
  const { oldRowOf, newPositionOf, oldLookOf } = match;
  const oldLookAt = (row: number): number => oldLookOf[rows.lookOf[row] ?? -1] ?? -1;

  const findOldLists = (queries: Uint32Array, { group, lists: known }: PreviousGroup): Int32Array => {
    group.queries.forEach((row, at) => (listOf[oldRows.lookOf[row] ?? 0] = known[at] ?? -1));
    const lists = Int32Array.from(queries, (row) => listOf[oldLookAt(row)] ?? -1);
    for (const row of group.queries) listOf[oldRows.lookOf[row] ?? 0] = -1;
    return lists;
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
