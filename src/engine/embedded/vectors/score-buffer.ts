import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import { allocateMemory, openKernel } from '../kernel/kernel.ts';

/** Scores of looks in memory of the kernel, which finds the highest of them. */
export type ScoreBuffer = {
  readonly scores: Float32Array;
  /** Places of the `wanted` highest of the first `count` scores, ascending. Among nearly equal scores at the end, the first ones are taken. */
  selectBest(count: number, wanted: number, weights: Weights): Uint32Array;
};

/** Questions that run at the same time have a buffer each. */
export type ScoreBuffers = {
  /** A buffer for at least `length` scores. */
  take(length: number): ScoreBuffer;
  giveBack(buffer: ScoreBuffer): void;
};

const bins = 4096;

/** Scores by codes are a little beyond what exact ones can be. */
const widest = 1.25;

/** `length`: a multiple of 4. */
const createScoreBuffer = (length: number): ScoreBuffer => {
  const [placesAt, sizesAt] = [length * 4, length * 8];
  const memory = allocateMemory(sizesAt + bins * 4);
  const kernel = openKernel(memory);
  const scores = new Float32Array(memory.buffer, 0, length);
  return {
    scores,
    selectBest: (count, wanted, weights) => {
      // Without any weight all scores are 0.
      const most = widest * (sumWeights(weights) || 1);
      // What fills up the last four is below all others.
      const fours = Math.ceil(count / 4) * 4;
      scores.fill(-Infinity, count, fours);
      kernel.selectBest(0, fours, wanted, -most, bins / (2 * most), sizesAt, bins, placesAt);
      return new Uint32Array(memory.buffer, placesAt, wanted).slice();
    },
  };
};

export const createScoreBuffers = (): ScoreBuffers => {
  /** Free ones by length, which is a power of two: few lengths serve all questions. */
  const free = new Map<number, ScoreBuffer[]>();
  return {
    take: (length) => {
      const size = 2 ** Math.max(12, Math.ceil(Math.log2(length)));
      return free.get(size)?.pop() ?? createScoreBuffer(size);
    },
    giveBack: (buffer) => {
      const size = buffer.scores.length;
      free.set(size, [...(free.get(size) ?? []), buffer]);
    },
  };
};
