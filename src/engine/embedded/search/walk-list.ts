/*
 * Answers from a neighbour list. Each source has one for each plan: looks with their scores, best first, cut after a
 * number of entries. A filter leaves out some of them, so the walk must decide whether what is left is certain.
 *
 * Example: the best two families (count = 2) with a red product. The list was cut after four looks:
 *
 *   look     17    4    9   22 |   beyond the cut: unknown looks, each with a score of at most .80
 *   score   .91  .88  .80  .80 |
 *
 *   look 17   no red product                      skipped
 *   look  4   red: family A, row 12               A .88
 *   look  9   red: family B, row 30               A .88, B .80    enough; from now on only .80 or better counts
 *   look 22   red: family C, row 7                A .88, C .80    C beats B: equal score, lower row
 *   end       the last family taken has .80, and so may a look beyond the cut, with a lower row still:
 *             not certain, the answer is null and the caller scans (scan-looks.ts)
 *
 * With .79 for look 22 the walk would stop there with A and B: nothing after it can reach .80. When the list is
 * complete (not cut), the result is always certain.
 *
 * An exact request has the restrictions of the plan and no others. The order of the list is then the order of the
 * answer, ties included, and the walk stops at the second family.
 */

import { candidateKey, unitsFromKey, worstKey } from '../ranking/candidate-key.ts';
import type { ListEntries, PlanLists } from '../neighbours/plan-lists.ts';
import type { Family, Look, OptionalIndexes, Row, Rows } from '../rows/rows.ts';
import { firstPassing } from '../rows/rows.ts';
import type { ScanRequest } from '../scan/scan-looks.ts';
import type { Predicate } from '../columns/predicate.ts';

/**
 * Keys of the best families of a list, without the looks that live changes touched; null when the list was cut too
 * early to be certain.
 */
export const walkList = (
  rows: Rows,
  lists: PlanLists,
  source: Row,
  request: ListRequest,
): Float64Array | null => {
  const list = lists.listOf[source] ?? -1;
  if (list < 0) return null;
  const entries = lists.read(list);
  const isComplete = lists.complete[list] === 1;
  if (request.exact) return walkExactly(rows, lists.changedLooks, entries, isComplete, request);
  const { keys, isFinal } = collectFamilies(rows, lists.changedLooks, entries, isComplete, request);
  const best = Float64Array.from(keys.values()).sort().subarray(0, request.count);
  if (isFinal || isComplete) return best;
  const lastListed = entries.units.at(-1) ?? 0;
  const hasEnough = best.length === request.count;
  const lastTaken = unitsFromKey(best.at(-1) ?? worstKey);
  return hasEnough && lastTaken > lastListed ? best : null;
};

/**
 * `exact`: the predicate is that of the plan, so every listed look has a row that passes. Otherwise the member that passes may be a later one of its look, which
 * changes its place among equal scores.
 */
type ListRequest = ScanRequest & {
  readonly passes: Predicate;
  readonly exact: boolean;
};

/**
 * The first entry of a family is its best one: entries are in the order of the answer. What is read of rows lies anywhere in
 * memory: in loops as short as those of `findRows` and `findShared` the machine waits for several reads together.
 */
const walkExactly = (
  rows: Rows,
  changedLooks: PlanLists['changedLooks'],
  { looks, units }: ListEntries,
  isComplete: boolean,
  { passes, count, minimumUnits }: ListRequest,
): Float64Array | null => {
  const found = findRows(rows, changedLooks, looks, passes);
  const shared = findShared(rows, found);
  const seen = new Set<Family>();
  const isNew = (family: Family): boolean => !seen.has(family) && seen.add(family).size > 0;
  const end = looks.length;
  const keys = new Float64Array(Math.min(count, end));
  let [taken, at] = [0, 0];
  for (; at < end && taken < count && (units[at] ?? 0) >= minimumUnits; at += 1) {
    const row = found[at] ?? -1;
    if (row >= 0 && (shared[at] === 0 || isNew(rows.familyOf[row] ?? 0)))
      keys[taken++] = candidateKey(units[at] ?? 0, row);
  }
  const isFinal = taken === count || at < end;
  return isFinal || isComplete ? keys.subarray(0, taken) : null;
};

/** The first row of each listed look that passes; -1: none, or a live change touched it. */
const findRows = (
  rows: Rows,
  changedLooks: PlanLists['changedLooks'],
  looks: ListEntries['looks'],
  passes: Predicate,
): OptionalIndexes<Row> => {
  const { rowOf } = rows.singles;
  const found = new Int32Array(looks.length);
  for (let at = 0; at < looks.length; at += 1) found[at] = rowOf[looks[at] ?? 0] ?? -1;
  for (let at = 0; at < looks.length; at += 1) {
    const look = looks[at] ?? 0;
    if (changedLooks.size > 0 || (found[at] ?? 0) < 0)
      found[at] = changedLooks.has(look) ? -1 : firstPassing(rows, look, passes);
  }
  return found;
};

/** 1 for each row whose family has others. */
const findShared = ({ singles: { isSingle } }: Rows, found: OptionalIndexes<Row>): Uint8Array => {
  const shared = new Uint8Array(found.length);
  for (let at = 0; at < found.length; at += 1)
    shared[at] = isSingle[Math.max(0, found[at] ?? 0)] === 1 ? 0 : 1;
  return shared;
};

/**
 * Families by their best key. `isFinal`: no later entry can change the result. A list that was cut and cannot have
 * enough families any more is left at once: most filters that leave little are known by its first entries.
 */
const collectFamilies = (
  rows: Rows,
  changedLooks: PlanLists['changedLooks'],
  entries: ListEntries,
  isComplete: boolean,
  { passes, count, minimumUnits }: ListRequest,
) => {
  const keys = new Map<number, number>();
  const end = entries.looks.length;
  const mayRunOut = isComplete || (entries.units[end - 1] ?? 0) < minimumUnits;
  let floor = minimumUnits;
  for (let at = 0; at < end; at += 1) {
    const units = entries.units[at] ?? 0;
    if (units < floor) return { keys, isFinal: true };
    if (!mayRunOut && keys.size + end - at < count) break;
    const look = entries.looks[at] ?? 0;
    if (changedLooks.has(look)) continue;
    addLook(rows, look, units, passes, keys);
    if (keys.size < count) continue;
    // Enough families, but those with the same score still compete for the last place.
    floor = Math.max(floor, units);
  }
  return { keys, isFinal: false };
};

const addLook = (
  rows: Rows,
  look: Look,
  units: number,
  passes: Predicate,
  keys: Map<Family, number>,
): void => {
  const row = firstPassing(rows, look, passes);
  if (row < 0) return;
  const family = rows.familyOf[row] ?? 0;
  const key = candidateKey(units, row);
  if (key < (keys.get(family) ?? worstKey)) keys.set(family, key);
};
