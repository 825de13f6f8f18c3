import type { CalibrationStep } from '../decision.ts';

export type JudgedResult = { readonly score: number; readonly isRight: boolean };

const calibrateDefaults = {
  /** Results behind a step at least: fewer say too little about a share. */
  results: 40,
} as const;

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
    const isCut = count >= calibrateDefaults.results && rest >= calibrateDefaults.results;
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
