import { availableParallelism } from 'node:os';
import type { NeighbourPlan } from '../../engine.ts';
import type { CompareGround, CompareResult, CompareTask } from './compare-task.ts';
import { type Crew, openCrew } from './crew.ts';
import { type FamilyCut, openFamilyCut } from './family-cut.ts';
import { joinPieces, pieceOf } from './list-pieces.ts';
import { type ListJob, type Making, planWork } from './plan-jobs.ts';
import type { ListArrays } from './plan-lists.ts';
import type { ReserveArrays } from './reserve-lists.ts';
import { strideOf } from './vectors.ts';
import { continuityOf, type VersionBefore } from './version-before.ts';
import { mergeList, type WideList } from './wide-list.ts';

/** Families in a list beyond what its plan asks for, and in its reserve. */
export type Beyond = { readonly spare: number; readonly reserve: number };

export type PlansOrder = Making & {
  readonly plans: readonly NeighbourPlan[];
  readonly beyond: Beyond;
  readonly before: VersionBefore | null;
  /** Brings the vectors into memory; asked when the first comparison needs them. */
  readonly ground: () => Promise<CompareGround>;
  /** In comparisons of two pictures. The total grows when lists turn out to have been cut too early. */
  readonly progress: (done: number, total: number) => void;
};

/**
 * Exact lists for every plan, computed beside the thread that serves. Lists of the version before are taken over
 * as far as they tell the same: what left is left out, what is new is compared and put in its place.
 */
export const computePlans = async (
  order: PlansOrder,
): Promise<{ lists: ListArrays[]; reserves: ReserveArrays[] }> => {
  const { rows, before, plans, beyond } = order;
  const continuity = before && continuityOf(rows, before);
  const work = plans.map((plan) => {
    const wanted = plan.candidates + beyond.spare;
    const index = before ? indexOfPlan(before, plan) : -1;
    const planBefore = before && continuity && index >= 0 ? { version: before, continuity, index } : null;
    return planWork(order, plan, { list: wanted, wide: wanted + beyond.reserve }, planBefore);
  });
  const team = openTeam(
    order,
    work.map(({ comparisons }) => comparisons),
  );
  const cutAfter = openFamilyCut(rows.familyOf);
  try {
    const joined = [];
    for (const { listOf, jobs } of work) {
      const pieces = await inLanes(jobs(), async (job) =>
        pieceOf(await makeLists(job, team, cutAfter), rows, job.reach, cutAfter),
      );
      joined.push(joinPieces(listOf, pieces));
    }
    return { lists: joined.map(({ lists }) => lists), reserves: joined.map(({ reserve }) => reserve) };
  } finally {
    await team.dismiss();
  }
};

const indexOfPlan = ({ plans }: VersionBefore, plan: NeighbourPlan): number =>
  plans.findIndex((one) => JSON.stringify(one.plan) === JSON.stringify(plan));

const makeLists = async (job: ListJob, team: Team, cutAfter: FamilyCut): Promise<WideList[]> => {
  const merged = await mergeKnown(job, team, cutAfter);
  const missing = indexesOf(merged, (list) => list === null);
  const cutTooEarly = missing.filter((at) => job.known[at] !== null);
  team.expectMore(cutTooEarly.length * job.candidates.length);
  const compared = await team.compare({ ...taskOf(job, missing), candidates: job.candidates });
  const rest = compared.values();
  return merged.map((list) => list ?? rest.next().value ?? { keys: new Float64Array(0), whole: true });
};

/** For each query the list that what is known and what is new give together; null where they do not. */
const mergeKnown = async (job: ListJob, team: Team, cutAfter: FamilyCut): Promise<(WideList | null)[]> => {
  const { known, added, totals, reach } = job;
  const standing = indexesOf(known, (list) => list !== null);
  const below = Float64Array.from(standing, (at) => known[at]?.below ?? 0);
  const entered = (await team.compare({ ...taskOf(job, standing), candidates: added, below })).values();
  return known.map((list, at) => {
    if (list === null) return null;
    const keys = entered.next().value?.keys ?? new Float64Array(0);
    return mergeList(list, keys, totals[at] ?? 0, reach, cutAfter);
  });
};

const taskOf = ({ plan, reach, queries }: ListJob, some: readonly number[]) => ({
  weights: plan.weights,
  families: reach.wide,
  queries: Uint32Array.from(some, (at) => queries[at] ?? 0),
});

const indexesOf = <T>(items: readonly T[], fits: (item: T) => boolean): number[] =>
  items.flatMap((item, index) => (fits(item) ? [index] : []));

type Team = ReturnType<typeof openTeam>;

/** A crew that is called when there is something to compare, and a count of what it did. */
const openTeam = (
  { ground, progress }: PlansOrder,
  comparisons: readonly { readonly certain: number; readonly most: number }[],
) => {
  let total = comparisons.reduce((sum, { certain }) => sum + certain, 0);
  const most = comparisons.reduce((sum, one) => sum + one.most, 0);
  let done = 0;
  let called: Promise<Crew> | null = null;
  const call = async (): Promise<Crew> => {
    const found = await ground();
    return openCrew(found, most * strideOf(found.shape));
  };
  return {
    expectMore: (pairs: number): void => {
      total += pairs;
    },
    /** A list for each query. */
    compare: async (task: CompareTask): Promise<WideList[]> => {
      const pairs = task.queries.length * task.candidates.length;
      if (pairs === 0) return Array.from(task.queries, () => ({ keys: new Float64Array(0), whole: true }));
      called ??= call();
      const crew = await called;
      const result = await crew.compare(task);
      done += pairs;
      progress(done, total);
      return listsIn(result);
    },
    dismiss: async (): Promise<void> => {
      const crew = await called?.catch(() => null);
      await crew?.dismiss();
    },
  };
};

const listsIn = ({ lengths, keys, complete }: CompareResult): WideList[] => {
  let end = 0;
  return Array.from(lengths, (length, list) => {
    end += length;
    return { keys: keys.subarray(end - length, end), whole: complete[list] === 1 };
  });
};

/** A few at a time, results in order: every thread has work, and little of what is prepared lies about. */
const inLanes = async <T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const waiting = items[Symbol.iterator]();
  let taken = 0;
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const place = taken;
      taken += 1;
      results[place] = await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, lane));
  return results;
};
