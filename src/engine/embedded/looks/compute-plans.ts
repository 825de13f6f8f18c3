import type { NeighbourPlan } from '../../engine.ts';
import type { Columns } from '../columns/column.ts';
import type { Rows } from '../products/rows.ts';
import type { CompareGround, CompareResult, CompareTask } from './compare-task.ts';
import { openCrew } from './crew.ts';
import { planGroups } from './plan-groups.ts';
import type { ListArrays } from './plan-lists.ts';
import { strideOf } from './vectors.ts';

/** Queries that travel to another thread together. */
const queriesPerTask = 512;

/** Exact lists for every plan, computed beside the thread that serves. */
export const computePlans = async (
  ground: CompareGround,
  rows: Rows,
  columns: Columns,
  plans: readonly NeighbourPlan[],
  spareNeighbours: number,
  progress: (done: number, total: number) => void,
): Promise<ListArrays[]> => {
  const prepared = plans.map((plan) => ({ plan, ...planGroups(rows, columns, plan) }));
  const tasks = prepared.map(({ plan, groups }) =>
    groups.flatMap((group) => tasksOf(plan, group, spareNeighbours)),
  );
  const pairs = tasks.flat().reduce((sum, task) => sum + task.queries.length * task.candidates.length, 0);
  const total = tasks.flat().reduce((sum, task) => sum + task.queries.length, 0);
  let done = 0;
  const crew = openCrew(ground, pairs * strideOf(ground.shape));
  try {
    const compared = await Promise.all(
      tasks.map((ofPlan) =>
        Promise.all(
          ofPlan.map(async (task) => {
            const result = await crew.compare(task);
            progress((done += task.queries.length), total);
            return result;
          }),
        ),
      ),
    );
    return prepared.map(({ listOf }, index) => joinLists(rows, listOf, compared[index] ?? []));
  } finally {
    await crew.dismiss();
  }
};

const tasksOf = (
  { weights, candidates: wanted }: NeighbourPlan,
  { queries, candidates }: { readonly queries: Uint32Array; readonly candidates: Uint32Array },
  spareNeighbours: number,
): CompareTask[] => {
  const tasks: CompareTask[] = [];
  for (let first = 0; first < queries.length; first += queriesPerTask) {
    const some = queries.slice(first, first + queriesPerTask);
    tasks.push({ weights, families: wanted + spareNeighbours, queries: some, candidates });
  }
  return tasks;
};

/**
 * Tasks were cut from the groups in order, so their lists follow each other as the lists are numbered. Rows become
 * looks where they lie: the lists of a large catalogue are held once.
 */
const joinLists = (rows: Rows, listOf: Int32Array, results: readonly CompareResult[]): ListArrays => {
  const lengths = results.flatMap((result) => Array.from(result.lengths));
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, list) => {
    starts[list + 1] = (starts[list] ?? 0) + length;
  });
  const complete = Uint8Array.from(results.flatMap((result) => Array.from(result.complete)));
  for (const { rows: found } of results)
    for (let at = 0; at < found.length; at += 1) found[at] = rows.lookOf[found[at] ?? 0] ?? 0;
  const looks = results.map((result) => result.rows);
  const units = results.map((result) => result.units);
  return { listOf, starts, looks, units, complete };
};
