import type { NeighbourPlan } from '../../engine.ts';
import type { Columns } from '../columns/column.ts';
import type { Rows } from '../rows/rows.ts';
import {
  createGroupDiff,
  type GroupDiff,
  type PreviousGroup,
  type PreviousVersion,
  type VersionMatch,
} from './previous-version.ts';
import { createPreviousListReader, type PreviousList, type ListDepth } from './previous-lists.ts';
import { type PlanGroup, buildPlanGroups } from './plan-groups.ts';
import type { CodedCandidates } from './compare-types.ts';
import type { PlanLists, ReserveLists } from './plan-lists.ts';

/*
 * Which neighbour lists of one plan have to be computed, and how much of each is known from the previous version.
 *
 * Sources that ask for the same values form a group: its lists (one for each look of a source) are computed from the
 * same candidates. Example: the plan asks for the same category; M3 is new, R3 was removed.
 *
 *   group   lists            candidates   previously   what is compared                          pairs
 *   lamps   0 L1 1 L2 2 L3   L1 L2 L3     L1 L2 L3     nothing: all lists are taken over             0
 *   mugs    3 M1 4 M2 5 M3   M1 M2 M3     M1 M2        M1 and M2 with M3, M3 with all three          5
 *   rugs    6 R1 7 R2        R1 R2        R1 R2 R3     nothing, if reserves replace R3 in lists      0
 *
 * A list that loses more members than its reserve can replace is compared with all candidates (see previous-lists.ts).
 */

/** Lists of one group that are computed together; `queries` are consecutive ones of the group. */
export type ListJob = {
  readonly plan: NeighbourPlan;
  readonly depth: ListDepth;
  readonly queries: Uint32Array;
  readonly candidates: Uint32Array;
  /** Candidates that the previous version did not have: previous lists say nothing about them. */
  readonly added: Uint32Array;
  /** For each query what the previous version knew; null where every candidate has to be compared. */
  readonly previous: readonly (PreviousList | null)[];
  /** For each query: how many candidates are of other families. */
  readonly totals: Uint32Array;
  /** Number of the list of each query, as in `PlanWork.listOf`. */
  readonly lists: Uint32Array;
  /** The candidates of a large group as codes; null for a small group, where every pair is compared in full. */
  readonly code: (() => Promise<CodedCandidates>) | null;
};

/** Codes and clusters of a group, made on the first call. */
export type CodeGroup = (group: PlanGroup, plan: NeighbourPlan, depth: ListDepth) => ListJob['code'];

/** The lists of one plan: which list belongs to each row, and the jobs that compute them. */
export type PlanWork = {
  readonly listOf: Int32Array;
  /** Pairs that are compared in any case; there are more when lists were cut too early. */
  readonly comparisons: number;
  /** A generator: what is known of all lists at once would fill the memory. */
  readonly jobs: (codeGroup: CodeGroup) => AsyncGenerator<ListJob>;
};

/** Lists that one worker thread gets in one message. */
const listsPerJob = 512;

export type CatalogueTables = { readonly rows: Rows; readonly columns: Columns };

/** The previous version, how its rows match the current ones, and its lists of the same plan. */
export type PreviousPlan = {
  readonly version: PreviousVersion;
  readonly match: VersionMatch;
  readonly lists: PlanLists;
  readonly reserve: ReserveLists;
};

export const createPlanWork = (
  { rows, columns }: CatalogueTables,
  plan: NeighbourPlan,
  depth: ListDepth,
  previous: PreviousPlan | null,
): PlanWork => {
  const { groups, listOf } = buildPlanGroups(rows, columns, plan);
  const diffs = previous ? diffGroups(plan, groups, previous) : null;
  return {
    listOf,
    comparisons: countComparisons(groups, diffs),
    jobs: (codeGroup) => {
      const previousLists =
        previous && createPreviousListReader(previous.version.rows, previous, previous.match.oldLookAt);
      return generateJobs(rows, plan, depth, groups, previousLists, diffs, codeGroup);
    },
  };
};

const diffGroups = (
  plan: NeighbourPlan,
  groups: readonly PlanGroup[],
  { version, match, lists: stored }: PreviousPlan,
): GroupDiff[] => {
  const previousGroups = new Map<string, PreviousGroup>();
  const built = buildPlanGroups(version.rows, version.columns, plan);
  const numbers = findStoredNumbers(built.listOf, stored.listOf);
  let first = 0;
  for (const group of built.groups) {
    const lists = numbers.subarray(first, first + group.queries.length);
    previousGroups.set(group.key, { group, lists });
    first += group.queries.length;
  }
  const diffGroup = createGroupDiff(version.rows, match);
  return groups.map((group) => diffGroup(group, previousGroups.get(group.key)));
};

/** Lists of a large group are stored in the order of its clusters: for each list the number it is stored under. */
const findStoredNumbers = (listOf: Int32Array, storedListOf: Int32Array): Int32Array => {
  const count = listOf.reduce((most, list) => Math.max(most, list + 1), 0);
  const numbers = new Int32Array(count).fill(-1);
  listOf.forEach((list, row) => {
    if (list >= 0) numbers[list] = storedListOf[row] ?? -1;
  });
  return numbers;
};

const countComparisons = (groups: readonly PlanGroup[], diffs: readonly GroupDiff[] | null): number =>
  groups.reduce((sum, { queries, candidates }, index) => {
    const diff = diffs?.[index];
    const again = countPrevious(diff);
    return sum + (queries.length - again) * candidates.length + again * (diff?.added.length ?? 0);
  }, 0);

const countPrevious = (diff: GroupDiff | undefined): number =>
  diff?.oldLists.reduce((count, list) => (list < 0 ? count : count + 1), 0) ?? 0;

async function* generateJobs(
  rows: Rows,
  plan: NeighbourPlan,
  depth: ListDepth,
  groups: readonly PlanGroup[],
  previousLists: ReturnType<typeof createPreviousListReader> | null,
  diffs: readonly GroupDiff[] | null,
  codeGroup: CodeGroup,
): AsyncGenerator<ListJob> {
  let firstList = 0;
  for (const [index, group] of groups.entries()) {
    const diff = diffs?.[index];
    const countInFamily = createFamilyCounter(rows, group.candidates);
    if (diff) previousLists?.selectGroup(group, diff);
    const code = codeGroup(group, plan, depth);
    const order = await orderQueries(rows, group, diff, code);
    for (let first = 0; first < order.length; first += listsPerJob) {
      const some = order.subarray(first, first + listsPerJob);
      const queries = some.map((at) => group.queries[at] ?? 0);
      yield {
        plan,
        depth,
        queries,
        candidates: group.candidates,
        added: diff?.added ?? new Uint32Array(0),
        previous: Array.from(some, (at) => {
          const list = diff?.oldLists[at] ?? -1;
          return list < 0 ? null : (previousLists?.read(list) ?? null);
        }),
        totals: queries.map((row) => group.candidates.length - countInFamily(rows.familyOf[row] ?? 0)),
        lists: some.map((at) => firstList + at),
        code,
      };
    }
    firstList += group.queries.length;
  }
}

/** Positions of the queries in the order of computation: cluster by cluster where many lists are computed from codes. */
const orderQueries = async (
  rows: Rows,
  { queries }: PlanGroup,
  diff: GroupDiff | undefined,
  code: ListJob['code'],
): Promise<Uint32Array> => {
  const order = Uint32Array.from(queries, (_, at) => at);
  if (code === null || countPrevious(diff) > 0) return order;
  const { clusterOf } = await code();
  const clusterAt = (at: number): number =>
    clusterOf[rows.pictureOf[rows.lookOf[queries[at] ?? 0] ?? 0] ?? 0] ?? 0;
  return order.sort((a, b) => clusterAt(a) - clusterAt(b) || a - b);
};

const createFamilyCounter = (rows: Rows, candidates: Uint32Array): ((family: number) => number) => {
  const counts = new Map<number, number>();
  for (const row of candidates) {
    const family = rows.familyOf[row] ?? 0;
    counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return (family) => counts.get(family) ?? 0;
};
