import { availableParallelism } from 'node:os';
import type { NeighbourPlan } from '../../engine.ts';
import type { CodedCandidates, CompareData, CompareResult, CompareTask } from './compare-types.ts';
import { type WorkerPool, openWorkerPool } from './worker-pool.ts';
import { type FindFamilyPrefix, createFamilyPrefixFinder } from './family-prefix.ts';
import { joinPieces, packPiece } from './list-pieces.ts';
import { codeCandidates } from './coded-candidates.ts';
import { type ListJob, type CatalogueTables, type CodeGroup, createPlanWork } from './plan-jobs.ts';
import type { ListArrays } from './plan-lists.ts';
import type { ReserveArrays } from './plan-lists.ts';
import { matchVersions, type PreviousVersion } from './previous-version.ts';
import { type ListWithReserve, mergeList } from './known-lists.ts';

/** Families kept beyond what a plan asks for: `spare` in the list itself, `reserve` in its reserve. */
export type ListMargins = { readonly spare: number; readonly reserve: number };

/** Below this many candidates every pair is compared in full: then clusters would not save much. */
export const defaultCodedFrom = 8192;

export type PlanComputation = CatalogueTables & {
  readonly plans: readonly NeighbourPlan[];
  readonly margins: ListMargins;
  readonly previous: PreviousVersion | null;
  /** Groups of at least this many candidates are compared by codes in clusters. */
  readonly codedFrom: number;
  /** Loads the vectors into memory; called when the first comparison needs them. */
  readonly loadData: () => Promise<CompareData>;
  /** Counts comparisons of two pictures. The total grows when a known list turns out to have been cut too early. */
  readonly progress: (done: number, total: number) => void;
};

/**
 * Computes the lists of every plan, in worker threads. They are exact in groups below `codedFrom` candidates; above,
 * neighbours are searched in clusters (compare-coded.ts), and their scores are exact. Lists of the previous version are taken over as far as
 * they are still valid: removed candidates are left out, new ones are compared and inserted.
 */
export const computePlans = async (
  computation: PlanComputation,
): Promise<{ lists: ListArrays[]; reserves: ReserveArrays[] }> => {
  const { rows, previous, plans, margins } = computation;
  const match = previous && matchVersions(rows, previous);
  const work = plans.map((plan) => {
    const wanted = plan.candidates + margins.spare;
    const index = previous ? indexOfPlan(previous, plan) : -1;
    const previousPlan = previous && match && index >= 0 ? { version: previous, match, index } : null;
    return createPlanWork(
      computation,
      plan,
      { list: wanted, withReserve: wanted + margins.reserve },
      previousPlan,
    );
  });
  const pool = openLazyPool(
    computation,
    work.reduce((sum, { comparisons }) => sum + comparisons, 0),
  );
  const findFamilyPrefix = createFamilyPrefixFinder(rows.familyOf);
  try {
    const results = [];
    const codeGroup = createGroupCoder(pool, computation.codedFrom);
    for (const { listOf, jobs } of work) {
      const numbers: Uint32Array[] = [];
      const pieces = await mapConcurrently(jobs(codeGroup), async (job, index) => {
        numbers[index] = job.lists;
        return packPiece(await makeLists(job, pool, findFamilyPrefix), rows, job.depth, findFamilyPrefix);
      });
      results.push(joinPieces(renumber(listOf, numbers), pieces));
    }
    return { lists: results.map(({ lists }) => lists), reserves: results.map(({ reserve }) => reserve) };
  } finally {
    await pool.close();
  }
};

/** -1 when the previous version does not have the plan, or has no reserves, without which lists are not taken over. */
const indexOfPlan = ({ plans, reserves }: PreviousVersion, plan: NeighbourPlan): number =>
  plans.findIndex((one, index) => reserves[index] && JSON.stringify(one.plan) === JSON.stringify(plan));

/** One group at a time has codes: those of the group before are free for collection. */
const createGroupCoder =
  (pool: LazyPool, codedFrom: number): CodeGroup =>
  (group, { weights }, depth) => {
    if (group.candidates.length < codedFrom) return null;
    let coded: Promise<CodedCandidates> | null = null;
    return () =>
      (coded ??= pool
        .open()
        .then(({ data, workers }) =>
          codeCandidates(data, group, weights, depth.withReserve, (task) => workers.compare(task)),
        ));
  };

/** Lists are stored in the order in which they were computed. */
const renumber = (listOf: Int32Array, computed: readonly Uint32Array[]): Int32Array => {
  const storedAs = new Int32Array(computed.reduce((sum, lists) => sum + lists.length, 0));
  let next = 0;
  for (const lists of computed) for (const list of lists) storedAs[list] = next++;
  return listOf.map((list) => (list < 0 ? list : (storedAs[list] ?? -1)));
};

const makeLists = async (
  job: ListJob,
  pool: LazyPool,
  findFamilyPrefix: FindFamilyPrefix,
): Promise<ListWithReserve[]> => {
  const merged = await mergeKnownLists(job, pool, findFamilyPrefix);
  const missing = indexesOf(merged, (list) => list === null);
  const insufficient = missing.filter((at) => job.known[at] !== null);
  pool.addToTotal(insufficient.length * job.candidates.length);
  const task = { ...toCompareTask(job, missing), candidates: job.candidates };
  const coded = missing.length > 0 ? await job.code?.() : undefined;
  const compared = await pool.compare(coded ? { ...task, candidates: coded.rows, coded } : task);
  const rest = compared.values();
  return merged.map((list) => list ?? rest.next().value ?? { keys: new Float64Array(0), isComplete: true });
};

/** For each query its known list merged with the added candidates; null where that is not enough for a list. */
const mergeKnownLists = async (
  job: ListJob,
  pool: LazyPool,
  findFamilyPrefix: FindFamilyPrefix,
): Promise<(ListWithReserve | null)[]> => {
  const { known, added, totals, depth } = job;
  const knownIndexes = indexesOf(known, (list) => list !== null);
  const keyLimits = Float64Array.from(knownIndexes, (at) => known[at]?.keyLimit ?? 0);
  const newLists = (
    await pool.compare({ ...toCompareTask(job, knownIndexes), candidates: added, keyLimits })
  ).values();
  return known.map((list, at) => {
    if (list === null) return null;
    const keys = newLists.next().value?.keys ?? new Float64Array(0);
    return mergeList(list, keys, totals[at] ?? 0, depth, findFamilyPrefix);
  });
};

const toCompareTask = ({ plan, depth, queries }: ListJob, some: readonly number[]) => ({
  weights: plan.weights,
  families: depth.withReserve,
  queries: Uint32Array.from(some, (at) => queries[at] ?? 0),
});

const indexesOf = <T>(items: readonly T[], matches: (item: T) => boolean): number[] =>
  items.flatMap((item, index) => (matches(item) ? [index] : []));

type LazyPool = ReturnType<typeof openLazyPool>;

/** Opens the worker pool with the first comparison, and counts comparisons. */
const openLazyPool = ({ loadData, progress }: PlanComputation, comparisons: number) => {
  let [done, total] = [0, comparisons];
  let opening: Promise<{ data: CompareData; workers: WorkerPool }> | null = null;
  const openPool = async () => {
    const data = await loadData();
    return { data, workers: openWorkerPool(data) };
  };
  const open = () => (opening ??= openPool());
  return {
    open,
    addToTotal: (pairs: number): void => {
      total += pairs;
    },
    /** A list for each query. */
    compare: async (task: CompareTask): Promise<ListWithReserve[]> => {
      const pairs = task.queries.length * task.candidates.length;
      if (pairs === 0)
        return Array.from(task.queries, () => ({ keys: new Float64Array(0), isComplete: true }));
      const { workers } = await open();
      const result = await workers.compare(task);
      done += pairs;
      progress(done, total);
      return unpackLists(result);
    },
    close: async (): Promise<void> => {
      const opened = await opening?.catch(() => null);
      await opened?.workers.close();
    },
  };
};

const unpackLists = ({ lengths, keys, complete }: CompareResult): ListWithReserve[] => {
  let end = 0;
  return Array.from(lengths, (length, list) => {
    end += length;
    return { keys: keys.subarray(end - length, end), isComplete: complete[list] === 1 };
  });
};

/** Results in the order of the items. Few at a time: every thread has work, and few prepared jobs are in memory. */
const mapConcurrently = async <T, R>(
  items: AsyncGenerator<T>,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  let started = 0;
  const runWorker = async (): Promise<void> => {
    for (let next = await items.next(); !next.done; next = await items.next()) {
      const index = started;
      started += 1;
      results[index] = await work(next.value, index);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, runWorker));
  return results;
};
