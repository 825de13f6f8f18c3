import type { NeighbourPlan } from '../../engine.ts';
import type { Columns } from '../columns/column.ts';
import type { Rows } from '../products/rows.ts';
import { type GroupDiff, createGroupDiff, type PreviousGroup } from './group-diff.ts';
import { type KnownList, createKnownListReader } from './known-lists.ts';
import { type PlanGroup, buildPlanGroups } from './plan-groups.ts';
import type { ListDepth } from './merge-list.ts';
import type { VersionMatch, PreviousVersion } from './previous-version.ts';

/** Lists that are made together: some of a group, in their order. */
export type ListJob = {
  readonly plan: NeighbourPlan;
  readonly depth: ListDepth;
  readonly queries: Uint32Array;
  readonly candidates: Uint32Array;
  /** Candidates that known lists do not know of. */
  readonly added: Uint32Array;
  /** For each query; null where everything has to be compared. */
  readonly known: readonly (KnownList | null)[];
  /** For each query: how many candidates are of other families. */
  readonly totals: Uint32Array;
};

/** Lists of one plan: where each row finds its own, and the work of making them. */
export type PlanWork = {
  readonly listOf: Int32Array;
  /** Comparisons that are needed in any case, and those that may be when lists were cut too early. */
  readonly comparisons: { readonly minimum: number; readonly maximum: number };
  /** Made when it is asked for: what is known of all lists at once would fill the memory. */
  readonly jobs: () => Iterable<ListJob>;
};

/** Lists that travel to another thread together. */
const listsPerJob = 512;

export type CatalogueTables = { readonly rows: Rows; readonly columns: Columns };

/** The version before and who of it is still there; `index`: number of the very same plan there. */
export type PreviousPlan = {
  readonly version: PreviousVersion;
  readonly match: VersionMatch;
  readonly index: number;
};

export const createPlanWork = (
  { rows, columns }: CatalogueTables,
  plan: NeighbourPlan,
  reach: ListDepth,
  before: PreviousPlan | null,
): PlanWork => {
  const { groups, listOf } = buildPlanGroups(rows, columns, plan);
  const changes = before ? diffGroups(rows, plan, groups, before) : null;
  return {
    listOf,
    comparisons: countComparisons(groups, changes),
    jobs: () => generateJobs(rows, plan, reach, groups, before && openKnownLists(rows, before), changes),
  };
};

const diffGroups = (
  rows: Rows,
  plan: NeighbourPlan,
  groups: readonly PlanGroup[],
  { version, match: continuity }: PreviousPlan,
): GroupDiff[] => {
  const oldGroups = new Map<string, PreviousGroup>();
  let firstList = 0;
  for (const group of buildPlanGroups(version.rows, version.columns, plan).groups) {
    oldGroups.set(group.key, { group, firstList });
    firstList += group.queries.length;
  }
  const changes = createGroupDiff(rows, version.rows, continuity);
  return groups.map((group) => changes(group, oldGroups.get(group.key)));
};

const openKnownLists = (rows: Rows, { version, match: continuity, index }: PreviousPlan) => {
  const lists = version.plans[index];
  const reserve = version.reserves[index];
  if (!lists || !reserve) throw new RangeError(`no plan ${index}`);
  const oldLookAt = (row: number): number => continuity.oldLookOf[rows.lookOf[row] ?? -1] ?? -1;
  return createKnownListReader(version.rows.pictureOf.length, lists, reserve, oldLookAt);
};

const countComparisons = (groups: readonly PlanGroup[], changes: readonly GroupDiff[] | null) => {
  let certain = 0;
  let most = 0;
  groups.forEach(({ queries, candidates }, index) => {
    const { oldLists = new Int32Array(0), added, dropped } = changes?.[index] ?? {};
    const known = oldLists.reduce((count, list) => (list < 0 ? count : count + 1), 0);
    const unknown = queries.length - known;
    certain += unknown * candidates.length + known * (added?.length ?? 0);
    most += queries.length * candidates.length * (unknown > 0 || (dropped?.size ?? 0) > 0 ? 1 : 0);
  });
  return { certain, most: Math.max(certain, most) };
};

function* generateJobs(
  rows: Rows,
  plan: NeighbourPlan,
  reach: ListDepth,
  groups: readonly PlanGroup[],
  knownLists: ReturnType<typeof createKnownListReader> | null,
  changes: readonly GroupDiff[] | null,
): Generator<ListJob> {
  for (const [index, group] of groups.entries()) {
    const since = changes?.[index];
    const ofOwnFamily = createFamilyCounter(rows, group.candidates);
    if (since) knownLists?.selectGroup(group, since);
    for (let first = 0; first < group.queries.length; first += listsPerJob) {
      const queries = group.queries.subarray(first, first + listsPerJob);
      yield {
        plan,
        depth: reach,
        queries,
        candidates: group.candidates,
        added: since?.added ?? new Uint32Array(0),
        known: Array.from(queries, (_, at) => {
          const list = since?.oldLists[first + at] ?? -1;
          return list < 0 ? null : (knownLists?.read(list) ?? null);
        }),
        totals: queries.map((row) => group.candidates.length - ofOwnFamily(rows.familyOf[row] ?? 0)),
      };
    }
  }
}

const createFamilyCounter = (rows: Rows, candidates: Uint32Array): ((family: number) => number) => {
  const counts = new Map<number, number>();
  for (const row of candidates) {
    const family = rows.familyOf[row] ?? 0;
    counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return (family) => counts.get(family) ?? 0;
};
