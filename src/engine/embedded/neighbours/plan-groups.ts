import type { NeighbourPlan } from '../../engine.ts';
import type { Columns } from '../columns/column.ts';
import type { Predicate } from '../columns/predicate.ts';
import { allOf, always, compileFilter, matchSource, negate, sourceGroupKey } from '../columns/predicate.ts';
import type { Indexes, ListIndex, OptionalIndexes, Row, Rows } from '../rows/rows.ts';
import { firstPassing } from '../rows/rows.ts';

/** Source products for which a plan asks for the same field values: they have the same candidates. */
export type PlanGroup = {
  /** One row for each look of a source. */
  readonly queries: Indexes<Row>;
  /** One row for each look that matches the plan: the first row of the look that does. */
  readonly candidates: Indexes<Row>;
};

/** The groups of a plan, and for each row the number of its list, numbered through all groups; -1: it has none. */
export const buildPlanGroups = (
  rows: Rows,
  columns: Columns,
  plan: NeighbourPlan,
): { readonly groups: readonly PlanGroup[]; readonly listOf: OptionalIndexes<ListIndex> } => {
  const sources = groupSources(rows, columns, plan);
  const listOf = new Int32Array(rows.size).fill(-1);
  const isEligible = allOf([
    (row) => rows.available[row] === 1,
    plan.exclude ? negate(compileFilter(plan.exclude, columns)) : always,
  ]);
  let lists = 0;
  const groups = sources.values().map((members) => {
    const [first = 0] = members;
    const listOfLook = new Map<number, number>();
    for (const row of members) {
      const look = rows.lookOf[row] ?? -1;
      const list = listOfLook.get(look) ?? lists + listOfLook.size;
      listOfLook.set(look, list);
      listOf[row] = list;
    }
    lists += listOfLook.size;
    const queries = Uint32Array.from(
      listOfLook.keys(),
      (look) => rows.lookRows[rows.lookStarts[look] ?? 0] ?? 0,
    );
    return {
      queries,
      candidates: findCandidates(rows, allOf([isEligible, matchSource(plan.same, first, columns)])),
    };
  });
  return { groups: [...groups], listOf };
};

const groupSources = ({ lookOf }: Rows, columns: Columns, plan: NeighbourPlan): Map<string, number[]> =>
  Map.groupBy(
    lookOf.keys().filter((row) => (lookOf[row] ?? -1) >= 0),
    (row) => sourceGroupKey(plan.same, row, columns),
  );

const findCandidates = (rows: Rows, passes: Predicate): Uint32Array => {
  const candidates: number[] = [];
  for (let look = 0; look < rows.pictureOf.length; look += 1) {
    const row = firstPassing(rows, look, passes);
    if (row >= 0) candidates.push(row);
  }
  return Uint32Array.from(candidates);
};
