import { availableParallelism } from 'node:os';
import type { NeighbourPlan } from '../../engine.ts';
import type { Columns } from '../columns/column.ts';
import type { FindFamilyPrefix } from '../ranking/candidate-key.ts';
import { createFamilyPrefixFinder, rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import type { Rows } from '../rows/rows.ts';
import { type Spool, storeArray } from '../storage/spool.ts';
import { codeCandidates } from './coded-candidates.ts';
import type { CodedCandidates, CompareData } from './compare-types.ts';
import { buildPlanGroups, type PlanGroup } from './plan-groups.ts';
import type { ListArrays } from './plan-lists.ts';
import { openWorkerPool, type WorkerPool } from './worker-pool.ts';

export type NeighbourSettings = {
  /** Families kept in a list beyond what its plan asks for, so that a request with a filter can often be answered from it. */
  readonly spareNeighbours: number;
  /** Groups of at least this many candidates are compared by codes in clusters, which finds nearly all neighbours. */
  readonly codedFrom: number;
};

/** Below so many candidates clusters would not save much. */
export const neighbourDefaults: NeighbourSettings = { spareNeighbours: 56, codedFrom: 8192 };

/** Families that are searched by codes beyond the end of a list: the last ones are the most likely to be missed. */
const codedSpare = 64;

/** Lists that one worker thread gets in one message. */
const listsPerJob = 512;

export type CatalogueTables = { readonly rows: Rows; readonly columns: Columns };

type PlanComputation = CatalogueTables & {
  readonly plans: readonly NeighbourPlan[];
  readonly settings: NeighbourSettings;
  /** Loads the vectors into memory; called when the first comparison needs them. */
  readonly loadData: () => Promise<CompareData>;
  /** A temporary file of the name. */
  readonly createSpool: (name: string) => Spool;
  readonly progress: (done: number, total: number) => void;
};

/**
 * Computes the lists of every plan, in worker threads. They are exact in groups below `codedFrom` candidates; above,
 * neighbours are searched in clusters (compare-coded.ts), and their scores are exact.
 */
export const computePlans = async (computation: PlanComputation): Promise<ListArrays[]> => {
  const { rows, columns, plans, settings, loadData, createSpool, progress } = computation;
  const work = plans.map((plan) => ({ plan, ...buildPlanGroups(rows, columns, plan) }));
  const total = work
    .flatMap(({ groups }) => groups)
    .reduce((sum, { queries, candidates }) => sum + queries.length * candidates.length, 0);
  let done = 0;
  const pool = openWorkerPool(loadData);
  const findFamilyPrefix = createFamilyPrefixFinder(rows.familyOf);
  try {
    const results: ListArrays[] = [];
    for (const [index, { plan, groups, listOf }] of work.entries()) {
      const families = plan.candidates + settings.spareNeighbours;
      const writer = createListWriter(createSpool(`${index}.looks`), createSpool(`${index}.units`), rows);
      const jobs = generateJobs(rows, plan, groups, families + codedSpare, settings.codedFrom, pool);
      const compared = mapInOrder(jobs, async (job) => ({
        job,
        lists: await compareJob(job, plan, families, pool),
      }));
      for await (const { job, lists } of compared) {
        done += job.queries.length * job.candidates.length;
        progress(done, total);
        await writer.add(cutLists(lists, families, findFamilyPrefix), job);
      }
      results.push(await writer.finish(listOf));
    }
    return results;
  } finally {
    await pool.close();
  }
};

/** Lists of one group that are computed together. */
type ListJob = {
  readonly queries: Uint32Array;
  readonly candidates: Uint32Array;
  /** For each query: how many candidates are of other families. */
  readonly totals: Uint32Array;
  /** Number of the list of each query. */
  readonly lists: Uint32Array;
  /** The candidates of a large group as codes; null for a small group, where every pair is compared in full. */
  readonly coded: CodedCandidates | null;
};

/** One group at a time has codes: those of the group before are free for collection. */
async function* generateJobs(
  rows: Rows,
  { weights }: NeighbourPlan,
  groups: readonly PlanGroup[],
  codedFamilies: number,
  codedFrom: number,
  pool: WorkerPool,
): AsyncGenerator<ListJob> {
  let firstList = 0;
  for (const group of groups) {
    const { queries: all, candidates } = group;
    const countInFamily = createFamilyCounter(rows, candidates);
    const coded =
      candidates.length < codedFrom ? null : await codeCandidates(pool, group, weights, codedFamilies);
    const order = orderQueries(rows, all, coded);
    for (let first = 0; first < order.length; first += listsPerJob) {
      const some = order.subarray(first, first + listsPerJob);
      const queries = some.map((at) => all[at] ?? 0);
      const totals = queries.map((row) => candidates.length - countInFamily(rows.familyOf[row] ?? 0));
      yield { queries, candidates, totals, lists: some.map((at) => firstList + at), coded };
    }
    firstList += all.length;
  }
}

/** Positions of the queries in the order of computation: cluster by cluster where there are clusters. */
const orderQueries = (rows: Rows, queries: Uint32Array, coded: CodedCandidates | null): Uint32Array => {
  const order = Uint32Array.from(queries.keys());
  if (coded === null) return order;
  const clusterAt = (at: number): number =>
    coded.clusterOf[rows.pictureOf[rows.lookOf[queries[at] ?? 0] ?? 0] ?? 0] ?? 0;
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

const compareJob = async (
  { queries, candidates, coded }: ListJob,
  { weights }: NeighbourPlan,
  families: number,
  pool: WorkerPool,
): Promise<Float64Array[]> => {
  if (candidates.length === 0) return Array.from(queries, () => new Float64Array(0));
  if (coded === null) return pool.compare({ weights, families, queries, candidates });
  return pool.compare({ weights, families: families + codedSpare, queries, candidates: coded.rows, coded });
};

const cutLists = (
  lists: readonly Float64Array[],
  families: number,
  findFamilyPrefix: FindFamilyPrefix,
): Float64Array[] => lists.map((keys) => keys.subarray(0, findFamilyPrefix(keys, families).length));

/** Writes lists one after the other. Memory has the length of each; what is in them goes to files. */
const createListWriter = (looks: Spool, units: Spool, { lookOf }: Rows) => {
  const lengths: number[] = [];
  const complete: number[] = [];
  /** Where the n-th list is: they are stored in the order in which they were computed. */
  const storedAs: number[] = [];
  return {
    add: async (lists: readonly Float64Array[], job: ListJob): Promise<void> => {
      for (const [at, keys] of lists.entries()) {
        looks.append(toBytes(Uint32Array.from(keys, (key) => lookOf[rowFromKey(key)] ?? 0)));
        units.append(toBytes(Uint32Array.from(keys, unitsFromKey)));
        storedAs[job.lists[at] ?? 0] = lengths.push(keys.length) - 1;
        // 1: the list has every candidate.
        complete.push(keys.length === job.totals[at] ? 1 : 0);
      }
      await Promise.all([looks.waitForWrites(), units.waitForWrites()]);
    },
    finish: async (listOf: Int32Array): Promise<ListArrays> => {
      const starts = new Uint32Array(lengths.length + 1);
      lengths.forEach((length, list) => (starts[list + 1] = (starts[list] ?? 0) + length));
      const [lookFile, unitFile] = [await looks.open(), await units.open()];
      return {
        listOf: listOf.map((list) => (list < 0 ? list : (storedAs[list] ?? -1))),
        starts,
        looks: storeArray('u32', lookFile),
        units: storeArray('u32', unitFile),
        complete: Uint8Array.from(complete),
      };
    },
  };
};

const toBytes = ({ buffer }: Uint32Array): Uint8Array => new Uint8Array(buffer);

/** Results in the order of the items. Few at a time: every thread has work, and few prepared jobs are in memory. */
async function* mapInOrder<T, R>(items: AsyncGenerator<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for await (const item of items) {
    const next = work(item);
    // Avoids an unhandled rejection if something else fails before this promise is awaited.
    next.catch(() => undefined);
    running.push(next);
    const first = running.length > 2 * availableParallelism() ? running.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const rest of running) yield await rest;
}
