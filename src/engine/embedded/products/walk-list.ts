import { candidateKey, unitsFromKey, worstKey } from '../looks/candidate-key.ts';
import type { PlanLists } from '../looks/plan-lists.ts';
import { firstPassing } from './candidates.ts';
import type { Rows } from './rows.ts';
import type { CandidateRequest } from './scan-looks.ts';

/**
 * The best families out of a ready list, without the looks that live changes touched; null when the list was cut before it could tell.
 *
 * `exact`: the predicate asks for just what the plan asked for, so the list's own order holds to its last
 * entry. Otherwise the member that passes may be a later one of its look, which moves it among equal scores;
 * then only scores above the last one of a cut list are certain.
 */
export const walkList = (rows: Rows, lists: PlanLists, source: number, walk: Walk): Float64Array | null => {
  const list = lists.listOf[source] ?? -1;
  if (list < 0) return null;
  const { keys, decided } = collect(rows, lists, list, walk);
  const best = Float64Array.from(keys.values()).sort().subarray(0, walk.count);
  if (decided || lists.complete[list] === 1) return best;
  const lastListed = lists.units[(lists.starts[list + 1] ?? 0) - 1] ?? 0;
  const enough = best.length === walk.count;
  const lastTaken = unitsFromKey(best.at(-1) ?? worstKey);
  return enough && lastTaken > lastListed ? best : null;
};

type Walk = CandidateRequest & { readonly exact: boolean };

/** Families by their best key; `decided` when nothing behind the place where it stopped can matter. */
const collect = (
  rows: Rows,
  lists: PlanLists,
  list: number,
  { passes, count, minimumUnits, exact }: Walk,
) => {
  const keys = new Map<number, number>();
  const end = lists.starts[list + 1] ?? 0;
  let floor = minimumUnits;
  for (let at = lists.starts[list] ?? 0; at < end; at += 1) {
    const units = lists.units[at] ?? 0;
    if (units < floor) return { keys, decided: true };
    const look = lists.looks[at] ?? 0;
    if (lists.changedLooks.has(look)) continue;
    addLook(rows, look, units, passes, keys);
    if (keys.size < count) continue;
    if (exact) return { keys, decided: true };
    // Enough families; those with the same score still compete for the last places.
    floor = Math.max(floor, units);
  }
  return { keys, decided: false };
};

const addLook = (
  rows: Rows,
  look: number,
  units: number,
  passes: CandidateRequest['passes'],
  keys: Map<number, number>,
): void => {
  const start = rows.lookStarts[look] ?? 0;
  const row = firstPassing(rows.lookRows, start, rows.lookStarts[look + 1] ?? 0, passes);
  if (row < 0) return;
  const family = rows.familyOf[row] ?? 0;
  const key = candidateKey(units, row);
  if (key < (keys.get(family) ?? worstKey)) keys.set(family, key);
};
