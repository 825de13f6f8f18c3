import { availableParallelism } from 'node:os';
import type { NeighbourPlan } from '../../engine.ts';
import type { CodedCandidates, CompareData, CompareTask } from './compare-types.ts';
import { type WorkerPool, openWorkerPool } from './worker-pool.ts';
import { type FindFamilyPrefix, createFamilyPrefixFinder } from './family-prefix.ts';
import { joinPieces, packPiece } from './list-pieces.ts';
import { codeCandidates } from './coded-candidates.ts';
import {
  type ListJob,
  type CatalogueTables,
  type CodeGroup,
  createPlanWork,
  type PreviousPlan,
} from './plan-jobs.ts';
import type { ListArrays, ReserveArrays } from './plan-lists.ts';
import { matchVersions, type PreviousVersion, type VersionMatch } from './previous-version.ts';
import { mergeList } from './previous-lists.ts';

export type NeighbourSettings = {
  /** Families kept in a list beyond what its plan asks for, so that a request with a filter can often be answered from it. */
  readonly spareNeighbours: number;
  /**
   * Families kept in the reserve of each list: a list that loses members between two versions is filled up from it. No
   * request is answered from it.
   */
  readonly reserveNeighbours: number;
  /** Groups of at least this many candidates are compared by codes in clusters, which finds nearly all neighbours. */
  readonly codedFrom: number;
};

/** Below so many candidates clusters would not save much. */
export const neighbourDefaults: NeighbourSettings = {
  spareNeighbours: 56,
  reserveNeighbours: 64,
  codedFrom: 8192,
};

export type PlanComputation = CatalogueTables & {
  readonly plans: readonly NeighbourPlan[];
  readonly settings: NeighbourSettings;
  readonly previous: PreviousVersion | null;
  /** Loads the vectors into memory; called when the first comparison needs them. */
  readonly loadData: () => Promise<CompareData>;
  /** Counts comparisons of two pictures. The total grows when a previous list turns out to have been cut too early. */
  readonly progress: (done: number, total: number) => void;
};

/**
 * Computes the lists of every plan, in worker threads. They are exact in groups below `codedFrom` candidates; above,
 * neighbours are searched in clusters (compare-coded.ts), and their scores are exact. Lists of the previous version are
 * taken over as far as they are still valid: removed candidates are left out, new ones are compared and inserted.
 */
export const computePlans = async (
  computation: PlanComputation,
): Promise<{ lists: ListArrays[]; reserves: ReserveArrays[] }> => {
  const { rows, previous, plans, settings } = computation;
  const match = previous && matchVersions(rows, previous);
  const work = plans.map((plan) => {
    const list = plan.candidates + settings.spareNeighbours;
    const depth = { list, withReserve: list + settings.reserveNeighbours };
    return createPlanWork(computation, plan, depth, previous && match && findPlan(previous, match, plan));
  });
  const pool = openLazyPool(
    computation,
    work.reduce((sum, { comparisons }) => sum + comparisons, 0),
  );
  const findFamilyPrefix = createFamilyPrefixFinder(rows.familyOf);
  try {
    const results = [];
    const codeGroup = createGroupCoder(pool, settings.codedFrom);
    for (const { listOf, jobs } of work) {
      const numbers: Uint32Array[] = [];
      const pieces = await mapConcurrently(jobs(codeGroup), async (job, index) => {
        numbers[index] = job.lists;
        const lists = await makeLists(job, pool, findFamilyPrefix);
        return packPiece(lists, job.totals, rows, job.depth, findFamilyPrefix);
      });
      results.push(joinPieces(renumber(listOf, numbers), pieces));
    }
    return { lists: results.map(({ lists }) => lists), reserves: results.map(({ reserve }) => reserve) };
  } finally {
    await pool.close();
  }
};

/** Null when the previous version does not have the plan, or has no reserves, without which lists are not taken over. */
const findPlan = (
  version: PreviousVersion,
  match: VersionMatch,
  plan: NeighbourPlan,
): PreviousPlan | null => {
  const index = version.plans.findIndex((one) => JSON.stringify(one.plan) === JSON.stringify(plan));
  const [lists, reserve] = [version.plans[index], version.reserves[index]];
  return lists && reserve ? { version, match, lists, reserve } : null;
};

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
): Promise<Float64Array[]> => {
  const merged = await mergePreviousLists(job, pool, findFamilyPrefix);
  const missing = indexesOf(merged, (list) => list === null);
  const insufficient = missing.filter((at) => job.previous[at] !== null);
  pool.addToTotal(insufficient.length * job.candidates.length);
  const task = { ...toCompareTask(job, missing), candidates: job.candidates };
  const coded = missing.length > 0 ? await job.code?.() : undefined;
  const compared = await pool.compare(coded ? { ...task, candidates: coded.rows, coded } : task);
  const rest = compared.values();
  return merged.map((list) => list ?? rest.next().value ?? new Float64Array(0));
};

/** For each query its previous list merged with the added candidates; null where that is not enough for a list. */
const mergePreviousLists = async (
  job: ListJob,
  pool: LazyPool,
  findFamilyPrefix: FindFamilyPrefix,
): Promise<(Float64Array | null)[]> => {
  const { previous, added, totals, depth } = job;
  const indexes = indexesOf(previous, (list) => list !== null);
  const keyLimits = Float64Array.from(indexes, (at) => previous[at]?.keyLimit ?? 0);
  const newLists = (
    await pool.compare({ ...toCompareTask(job, indexes), candidates: added, keyLimits })
  ).values();
  return previous.map((list, at) => {
    if (list === null) return null;
    const keys = newLists.next().value ?? new Float64Array(0);
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
    /** A list for each query; none where there is nothing to compare. */
    compare: async (task: CompareTask): Promise<Float64Array[]> => {
      const pairs = task.queries.length * task.candidates.length;
      if (pairs === 0) return [];
      const { workers } = await open();
      const lists = await workers.compare(task);
      done += pairs;
      progress(done, total);
      return lists;
    },
    close: async (): Promise<void> => {
      const opened = await opening?.catch(() => null);
      await opened?.workers.close();
    },
  };
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
