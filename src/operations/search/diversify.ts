import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Weights } from '../../domain/box.ts';
import type { Hit, PictureVectors, ProductReader, SearchResult } from '../../engine/engine.ts';

/** Places between two turns of the loop. */
const turnLength = 8;

/** The page of a candidate set after its order was varied. */
export type Varied = {
  readonly hits: readonly Hit[];
  /** By identifier: the place, from 1, that a hit of the page had before; only of those that moved. */
  readonly movedFrom: ReadonlyMap<string, number>;
};

/**
 * Maximal marginal relevance: each place goes to the hit with the most of its score, boosts included, less its likeness to what is
 * in front; `diversity` is the share of the latter. `set` holds the whole set; pins keep their places. Later pages go on where earlier
 * ones end, so the same set always has the same order.
 */
export const diversify = async (
  reader: ProductReader,
  set: SearchResult,
  { looks, colour, diversity = 0 }: Weights,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<Varied> => {
  const vectors = await reader.pictures(set.hits.map(({ identifier }) => identifier));
  const share = Math.abs(colour) / Math.max(looks + Math.abs(colour), Number.EPSILON);
  const waiting = new Set(set.hits.keys());
  /** Likeness of each hit to the nearest one in front of it. */
  const nearest = new Float64Array(set.hits.length);
  const order: number[] = [];
  const end = Math.min(set.hits.length, skip + take);
  while (order.length < end) {
    const at = isPinned(set.hits[order.length])
      ? order.length
      : chooseNext(set.hits, waiting, nearest, diversity);
    // Other calls are answered in between.
    if (order.length % turnLength === 0) await nextTurn();
    waiting.delete(at);
    order.push(at);
    for (const other of waiting)
      nearest[other] = Math.max(nearest[other] ?? 0, compare(vectors[at], vectors[other], share));
  }
  const page = order.slice(skip);
  const hits = page.flatMap((at) => set.hits[at] ?? []);
  const moved = page.flatMap((at, place): [string, number][] => {
    const identifier = set.hits[at]?.identifier;
    return identifier === undefined || at === skip + place ? [] : [[identifier, at + 1]];
  });
  return { hits, movedFrom: new Map(moved) };
};

const isPinned = (hit: Hit | undefined): boolean => hit?.parts?.pinned === true;

/** The first of those with the most: what the score puts in front stays there. */
const chooseNext = (
  hits: readonly Hit[],
  waiting: ReadonlySet<number>,
  nearest: Float64Array,
  diversity: number,
): number => {
  let [best, most] = [-1, -Infinity];
  for (const at of waiting) {
    const hit = hits[at];
    if (hit === undefined || isPinned(hit)) continue;
    const worth = (1 - diversity) * hit.score * (hit.parts?.boost ?? 1) - diversity * (nearest[at] ?? 0);
    if (worth > most) [best, most] = [at, worth];
  }
  return best;
};

/** Likeness in looks and colour; 0 without a picture. */
const compare = (
  a: PictureVectors | null | undefined,
  b: PictureVectors | null | undefined,
  share: number,
) => (a && b ? (1 - share) * dot(a.looks, b.looks) + share * dot(a.colour, b.colour) : 0);

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
};
