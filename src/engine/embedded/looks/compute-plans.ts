import { availableParallelism } from 'node:os';
import type { NeighbourPlan } from '../../engine.ts';
import type { CompareData, CompareResult, CompareTask } from './compare-task.ts';
import { type WorkerPool, openWorkerPool } from './worker-pool.ts';
import { type FindFamilyPrefix, createFamilyPrefixFinder } from './family-prefix.ts';
import { joinPieces, packPiece } from './list-pieces.ts';
import { type ListJob, type CatalogueTables, createPlanWork } from './plan-jobs.ts';
import type { ListArrays } from './plan-lists.ts';
import type { ReserveArrays } from './reserve-lists.ts';
import { vectorStride } from './vectors.ts';
import { matchVersions, type PreviousVersion } from './previous-version.ts';
import { mergeList, type ListWithReserve } from './merge-list.ts';

/** Families in a list beyond what its plan asks for, and in its reserve. */
export type ListMargins = { readonly spare: number; readonly reserve: number };

export type PlanComputation = CatalogueTables & {
  readonly plans: readonly NeighbourPlan[];
  readonly margins: ListMargins;
  readonly previous: PreviousVersion | null;
  /** Brings the vectors into memory; asked when the first comparison needs them. */
  readonly loadData: () => Promise<CompareData>;
  /** In comparisons of two pictures. The total grows when lists turn out to have been cut too early. */
  readonly progress: (done: number, total: number) => void;
};

/**
 * Exact lists for every plan, computed beside the thread that serves. Lists of the version before are taken over
 * as far as they tell the same: what left is left out, what is new is compared and put in its place.
 */
export const computePlans = async (
  order: PlanComputation,
): Promise<{ lists: ListArrays[]; reserves: ReserveArrays[] }> => {
  const { rows, previous: before, plans, margins: beyond } = order;
  const continuity = before && matchVersions(rows, before);
  const work = plans.map((plan) => {
    const wanted = plan.candidates + beyond.spare;
    const index = before ? indexOfPlan(before, plan) : -1;
    const planBefore = before && continuity && index >= 0 ? { version: before, continuity, index } : null;
    return createPlanWork(order, plan, { list: wanted, withReserve: wanted + beyond.reserve }, planBefore);
  });
  const team = openLazyPool(
    order,
    work.map(({ comparisons }) => comparisons),
  );
  const cutAfter = createFamilyPrefixFinder(rows.familyOf);
  try {
    const joined = [];
    for (const { listOf, jobs } of work) {
      const pieces = await mapConcurrently(jobs(), async (job) =>
        packPiece(await makeLists(job, team, cutAfter), rows, job.depth, cutAfter),
      );
      joined.push(joinPieces(listOf, pieces));
    }
    return { lists: joined.map(({ lists }) => lists), reserves: joined.map(({ reserve }) => reserve) };
  } finally {
    await team.dismiss();
  }
};

const indexOfPlan = ({ plans }: PreviousVersion, plan: NeighbourPlan): number =>
  plans.findIndex((one) => JSON.stringify(one.plan) === JSON.stringify(plan));

const makeLists = async (
  job: ListJob,
  team: LazyPool,
  cutAfter: FindFamilyPrefix,
): Promise<ListWithReserve[]> => {
  const merged = await mergeKnownLists(job, team, cutAfter);
  const missing = indexesOf(merged, (list) => list === null);
  const cutTooEarly = missing.filter((at) => job.known[at] !== null);
  team.expectMore(cutTooEarly.length * job.candidates.length);
  const compared = await team.compare({ ...toCompareTask(job, missing), candidates: job.candidates });
  const rest = compared.values();
  return merged.map((list) => list ?? rest.next().value ?? { keys: new Float64Array(0), whole: true });
};

/** For each query the list that what is known and what is new give together; null where they do not. */
const mergeKnownLists = async (
  job: ListJob,
  team: LazyPool,
  cutAfter: FindFamilyPrefix,
): Promise<(ListWithReserve | null)[]> => {
  const { known, added, totals, depth: reach } = job;
  const standing = indexesOf(known, (list) => list !== null);
  const below = Float64Array.from(standing, (at) => known[at]?.keyLimit ?? 0);
  const entered = (
    await team.compare({ ...toCompareTask(job, standing), candidates: added, keyLimits: below })
  ).values();
  return known.map((list, at) => {
    if (list === null) return null;
    const keys = entered.next().value?.keys ?? new Float64Array(0);
    return mergeList(list, keys, totals[at] ?? 0, reach, cutAfter);
  });
};

const toCompareTask = ({ plan, depth: reach, queries }: ListJob, some: readonly number[]) => ({
  weights: plan.weights,
  families: reach.withReserve,
  queries: Uint32Array.from(some, (at) => queries[at] ?? 0),
});

const indexesOf = <T>(items: readonly T[], fits: (item: T) => boolean): number[] =>
  items.flatMap((item, index) => (fits(item) ? [index] : []));

type LazyPool = ReturnType<typeof openLazyPool>;

/** A crew that is called when there is something to compare, and a count of what it did. */
const openLazyPool = (
  { loadData: ground, progress }: PlanComputation,
  comparisons: readonly { readonly certain: number; readonly most: number }[],
) => {
  let total = comparisons.reduce((sum, { certain }) => sum + certain, 0);
  const most = comparisons.reduce((sum, one) => sum + one.most, 0);
  let done = 0;
  let called: Promise<WorkerPool> | null = null;
  const call = async (): Promise<WorkerPool> => {
    const found = await ground();
    return openWorkerPool(found, most * vectorStride(found.shape));
  };
  return {
    expectMore: (pairs: number): void => {
      total += pairs;
    },
    /** A list for each query. */
    compare: async (task: CompareTask): Promise<ListWithReserve[]> => {
      const pairs = task.queries.length * task.candidates.length;
      if (pairs === 0) return Array.from(task.queries, () => ({ keys: new Float64Array(0), whole: true }));
      called ??= call();
      const crew = await called;
      const result = await crew.compare(task);
      done += pairs;
      progress(done, total);
      return unpackLists(result);
    },
    dismiss: async (): Promise<void> => {
      const crew = await called?.catch(() => null);
      await crew?.close();
    },
  };
};

const unpackLists = ({ lengths, keys, complete }: CompareResult): ListWithReserve[] => {
  let end = 0;
  return Array.from(lengths, (length, list) => {
    end += length;
    return { keys: keys.subarray(end - length, end), whole: complete[list] === 1 };
  });
};

/** A few at a time, results in order: every thread has work, and little of what is prepared lies about. */
const mapConcurrently = async <T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> => {
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
