import { collectFields } from '../../../domain/filter.ts';
import { valuesAt } from '../columns/column.ts';
import type { CatalogueTables } from '../neighbours/compute-plans.ts';
import type { PlanLists } from '../neighbours/plan-lists.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RowOrder } from './patch-rows.ts';

/**
 * The neighbour lists after live changes. A row keeps its list if its look and the values its plan asks for are the
 * same. Looks of products that lists may have gained or lost are marked, and compared at each request.
 */
export const patchLists = (
  base: Catalogue,
  patched: CatalogueTables,
  order: RowOrder,
  touchedRows: readonly number[],
): PlanLists[] =>
  base.plans.map((lists) => {
    const { same, exclude } = lists.plan;
    const changedLooks = new Set<number>();
    const listOf = order.move(lists.listOf, -1);
    for (const row of touchedRows) {
      const old = order.oldRow(row);
      const isSameSource = hasSameSource(base, patched, same.fields, old, row);
      if (!isSameSource) listOf[row] = -1;
      const isSameCandidate =
        isSameSource &&
        base.rows.available[old] === patched.rows.available[row] &&
        (exclude === null || hasSameValues(base, patched, [...collectFields(exclude)], old, row));
      if (isSameCandidate) continue;
      for (const look of [base.rows.lookOf[old] ?? -1, patched.rows.lookOf[row] ?? -1])
        if (look >= 0 && !lists.changedLooks.has(look)) changedLooks.add(look);
    }
    return {
      ...lists,
      listOf,
      changedLooks: changedLooks.size === 0 ? lists.changedLooks : lists.changedLooks.union(changedLooks),
    };
  });

const hasSameSource = (
  base: CatalogueTables,
  patched: CatalogueTables,
  fields: readonly string[],
  old: number,
  row: number,
): boolean =>
  old >= 0 &&
  base.rows.familyOf[old] === patched.rows.familyOf[row] &&
  base.rows.lookOf[old] === patched.rows.lookOf[row] &&
  hasSameValues(base, patched, fields, old, row);

const hasSameValues = (
  base: CatalogueTables,
  patched: CatalogueTables,
  fields: readonly string[],
  old: number,
  row: number,
): boolean =>
  fields.every((field) => serializeValues(base, field, old) === serializeValues(patched, field, row));

const serializeValues = ({ columns }: CatalogueTables, field: string, row: number): string => {
  const column = columns.column(field);
  return column === null ? '' : JSON.stringify(valuesAt(column, row));
};
