import { collectFields } from '../../../domain/filter.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { valuesAt } from '../columns/column.ts';
import type { PlanLists } from '../looks/plan-lists.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { RowOrder } from './row-order.ts';

type Side = Pick<Catalogue, 'rows' | 'columns'>;

/**
 * Ready lists after live changes. A list is kept where its source still asks the same; looks with a product
 * that may have come in or gone out of lists are marked, so that they are compared when asked.
 */
export const patchLists = (
  base: Catalogue,
  patched: Side,
  order: RowOrder,
  touchedRows: readonly number[],
): PlanLists[] =>
  base.plans.map((lists) => {
    const fresh = new Set<number>();
    const listOf = movedLists(lists, order);
    for (const row of touchedRows) {
      const old = order.oldOf(row);
      if (!asksTheSame(base, patched, lists.plan, old, row)) listOf[row] = -1;
      if (fitsTheSame(base, patched, lists.plan, old, row)) continue;
      const looks = [patched.rows.lookOf[row] ?? -1, old < 0 ? -1 : (base.rows.lookOf[old] ?? -1)];
      for (const look of looks) if (look >= 0) fresh.add(look);
    }
    return { ...lists, listOf, fresh };
  });

const movedLists = ({ listOf }: PlanLists, order: RowOrder): Int32Array => {
  if (order.unmoved) return listOf.slice();
  return Int32Array.from({ length: order.size }, (_, row) => listOf[order.oldOf(row)] ?? -1);
};

const asksTheSame = (base: Side, patched: Side, { same }: NeighbourPlan, old: number, row: number) =>
  hasSamePlace(base, patched, old, row) && carriesTheSame(base, patched, same.fields, old, row);

const fitsTheSame = (base: Side, patched: Side, { same, exclude }: NeighbourPlan, old: number, row: number) =>
  hasSamePlace(base, patched, old, row) &&
  base.rows.available[old] === patched.rows.available[row] &&
  carriesTheSame(base, patched, [...same.fields, ...(exclude ? collectFields(exclude) : [])], old, row);

const hasSamePlace = (base: Side, patched: Side, old: number, row: number): boolean =>
  old >= 0 &&
  base.rows.familyOf[old] === patched.rows.familyOf[row] &&
  base.rows.lookOf[old] === patched.rows.lookOf[row];

const carriesTheSame = (base: Side, patched: Side, fields: readonly string[], old: number, row: number) =>
  fields.every((field) => valuesIn(base, field, old) === valuesIn(patched, field, row));

const valuesIn = ({ columns }: Side, field: string, row: number): string => {
  const column = columns.column(field);
  return column === null ? '' : JSON.stringify(valuesAt(column, row));
};
