import type { Weights } from '../../../domain/box.ts';
import type { Predicate } from '../columns/predicate.ts';
import { createTopK } from '../looks/top-k.ts';
import { candidateKey, worstKey } from '../looks/candidate-key.ts';
import type { Vectors } from '../looks/vectors.ts';
import { firstPassing } from './candidates.ts';
import type { Rows } from './rows.ts';

export type CandidateRequest = {
  readonly passes: Predicate;
  readonly count: number;
  readonly minimumUnits: number;
};

/** Looks of other families with a member that passes, and the first such member of each. */
const passingLooks = (rows: Rows, some: Uint32Array | null, ownFamily: number, passes: Predicate) => {
  const total = some?.length ?? rows.pictureOf.length;
  const pictures = new Uint32Array(total);
  const members = new Uint32Array(total);
  let count = 0;
  for (let at = 0; at < total; at += 1) {
    const look = some?.[at] ?? at;
    const start = rows.lookStarts[look] ?? 0;
    if (rows.familyOf[rows.lookRows[start] ?? 0] === ownFamily) continue;
    const row = firstPassing(rows.lookRows, start, rows.lookStarts[look + 1] ?? 0, passes);
    if (row < 0) continue;
    pictures[count] = rows.pictureOf[look] ?? 0;
    members[count] = row;
    count += 1;
  }
  return { pictures, members, count };
};

/** Families with looks that stand behind the ordered ones. */
const scatteredFamilies = ({
  orderedLooks,
  pictureOf,
  lookRows,
  lookStarts,
  familyOf,
}: Rows): Set<number> => {
  const families = new Set<number>();
  for (let look = orderedLooks; look < pictureOf.length; look += 1) {
    families.add(familyOf[lookRows[lookStarts[look] ?? 0] ?? 0] ?? 0);
  }
  return families;
};

/**
 * The plain way: compares the source with everything that passes, or with `some` looks (ascending). The oracle
 * of every faster one.
 */
export const scanLooks = (
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  { passes, count, minimumUnits }: CandidateRequest,
  some: Uint32Array | null = null,
): Float64Array => {
  const found = passingLooks(rows, some, rows.familyOf[source] ?? -1, passes);
  const scores = new Uint32Array(found.count);
  vectors.setQuery(rows.pictureOf[rows.lookOf[source] ?? -1] ?? 0);
  vectors.score(found.pictures, found.count, weights, scores);
  const best = createTopK(count);
  let family = -1;
  let familyKey = worstKey;
  const scattered = scatteredFamilies(rows);
  const keysOfScattered = new Map<number, number>();
  const closeFamily = () => {
    if (familyKey === worstKey) return;
    if (scattered.has(family))
      keysOfScattered.set(family, Math.min(familyKey, keysOfScattered.get(family) ?? worstKey));
    else best.offer(familyKey);
    familyKey = worstKey;
  };
  // Looks of other families are neighbours: a change of family closes the one before.
  for (let at = 0; at < found.count; at += 1) {
    const row = found.members[at] ?? 0;
    const units = scores[at] ?? 0;
    if (rows.familyOf[row] !== family) closeFamily();
    family = rows.familyOf[row] ?? -1;
    if (units >= minimumUnits) familyKey = Math.min(familyKey, candidateKey(units, row));
  }
  closeFamily();
  for (const key of keysOfScattered.values()) best.offer(key);
  return best.take();
};
