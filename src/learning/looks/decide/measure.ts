import type { Estimate, CalibrationStep } from '../map/decision.ts';
import type { Item } from '../train/sample.ts';

/** Numbers from 0 to 1 that depend on the seed only (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const bootstrapDefaults = { resamples: 1_000, seed: 14 } as const;

/**
 * Bootstrap over the values. NaN for no values. With several `trials` of which the best is taken the interval is wider,
 * so that 95 % holds for all of them together.
 */
export const estimateMean = (values: readonly number[], trials = 1): Estimate => {
  const mean = average(values);
  const random = createRandom(bootstrapDefaults.seed);
  const means = Array.from({ length: bootstrapDefaults.resamples }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at += 1) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  const pick = (share: number): number => means[Math.floor(share * means.length)] ?? NaN;
  return { mean, low: pick(0.025 / trials), high: pick(1 - 0.025 / trials) };
};

export const average = (values: readonly number[] | Float32Array): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
};

/** At most `limit` of the items, evenly spread over their order, so that a run can be repeated. */
export const spread = <T>(items: readonly T[], limit: number): T[] => {
  if (items.length <= limit) return [...items];
  return Array.from({ length: limit }, (_, at) => items[Math.floor((at * items.length) / limit)]).filter(
    (item) => item !== undefined,
  );
};

/** The best `k` items of other families, one for each family, best first; equal ones in their order. */
export const rankFamilies = (
  similarities: Float32Array,
  items: readonly Item[],
  query: number,
  k: number,
): number[] => {
  const best: number[] = [];
  const own = items[query]?.family;
  const threshold = (): number =>
    best.length < k ? -Infinity : (similarities[best[best.length - 1] ?? 0] ?? 0);
  for (let row = 0; row < items.length; row += 1) {
    const value = similarities[row] ?? 0;
    const family = items[row]?.family;
    if (family === own || value <= threshold()) continue;
    const same = best.findIndex((other) => items[other]?.family === family);
    if (same >= 0) {
      if ((similarities[best[same] ?? 0] ?? 0) >= value) continue;
      best.splice(same, 1);
    }
    const place = best.findIndex((other) => (similarities[other] ?? 0) < value);
    best.splice(place < 0 ? best.length : place, 0, row);
    if (best.length > k) best.pop();
  }
  return best;
};

/**
 * How much of the query's labels an item has, 0 to 1. `weights`: of further labels that count beside the first (1).
 * Labels that the query does not have are left out.
 */
const agreement = (item: Item | undefined, query: Item | undefined, weights: readonly number[]): number => {
  let [sum, total] = [item?.label === query?.label ? 1 : 0, 1];
  weights.forEach((weight, at) => {
    const label = query?.further?.[at] ?? null;
    if (label === null || weight === 0) return;
    total += weight;
    if (item?.further?.[at] === label) sum += weight;
  });
  return sum / total;
};

/** Share of the best `k` that have the label of the query; with `weights`, the mean share of its labels. */
export const precisionAt = (
  ranked: readonly number[],
  items: readonly Item[],
  query: number,
  weights: readonly number[] = [],
): number =>
  ranked.length === 0 ? 0 : average(ranked.map((row) => agreement(items[row], items[query], weights)));

/** 1 when the nearest picture shows the same product. `all`: it may be the picture itself, or one that looks the same. */
export const isFamilyFirst = (
  similarities: Float32Array,
  items: readonly Item[],
  query: number,
  among: 'others' | 'all' = 'others',
): number => {
  let nearest = among === 'all' ? query : -1;
  for (let row = 0; row < items.length; row += 1)
    if (row !== query && (nearest < 0 || (similarities[row] ?? 0) > (similarities[nearest] ?? 0)))
      nearest = row;
  return items[nearest]?.family === items[query]?.family ? 1 : 0;
};

export type JudgedResult = { readonly score: number; readonly isRight: boolean };

/** Results behind a step at least: fewer say too little about a share. */
const resultsPerStep = 40;

type Block = { readonly score: number; readonly right: number; readonly count: number };

/** The lowest score from which on at least this share is right; null where no score is high enough. */
export const findMinimumScore = (steps: readonly CalibrationStep[], share: number): number | null =>
  steps.find(({ right }) => right >= share)?.score ?? null;

/** Blocks of neighbouring scores, lowest first; equal scores are in one block. */
const cutBlocks = (results: readonly JudgedResult[]): Block[] => {
  const sorted = [...results].sort((a, b) => a.score - b.score);
  const blocks: Block[] = [];
  let [start, right] = [0, 0];
  sorted.forEach(({ score, isRight }, at) => {
    if (isRight) right += 1;
    const count = at + 1 - start;
    const rest = sorted.length - at - 1;
    const isCut = count >= resultsPerStep && rest >= resultsPerStep;
    if (rest > 0 && (!isCut || sorted[at + 1]?.score === score)) return;
    blocks.push({ score: sorted[start]?.score ?? score, right, count });
    [start, right] = [at + 1, 0];
  });
  return blocks;
};

const shareOf = ({ right, count }: Block): number => right / count;

/**
 * Isotonic regression: the share of right results never falls as the score rises. Neighbouring blocks that would fall
 * are merged (pool adjacent violators).
 */
export const calibrateScores = (results: readonly JudgedResult[]): CalibrationStep[] => {
  const merged: Block[] = [];
  for (const block of cutBlocks(results)) {
    let next = block;
    for (let last = merged.at(-1); last && shareOf(last) >= shareOf(next); last = merged.at(-1)) {
      merged.pop();
      next = { score: last.score, right: last.right + next.right, count: last.count + next.count };
    }
    merged.push(next);
  }
  return merged.map((block) => ({ score: block.score, right: shareOf(block) }));
};
