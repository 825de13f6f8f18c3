import type { Weights } from '../../../domain/box.ts';
import { fillLast } from './code-kernel.ts';
import { roughBatch, type ScoreRoughly } from './rough-stage.ts';
import type { Scratch } from './scratch.ts';
import type { SparsePart } from './sparse-part.ts';

/** Adds the scores of the `count` listed rows (whole fours) to the results. */
type AddScores = (query: number, weights: Weights, count: number) => void;

const zeros = new Float32Array(roughBatch);

/** Scores lists of any length with a kernel that adds to the results of one list in its memory. */
export const createListScorer = (
  memory: SharedArrayBuffer,
  { list, out }: Scratch,
  title: SparsePart,
): ((add: AddScores) => ScoreRoughly) => {
  const numbers = new Uint32Array(memory, list, roughBatch);
  const results = new Float32Array(memory, out, roughBatch);
  return (add) => (query, pictures, from, to, weights, scores) => {
    for (let first = from; first < to; first += roughBatch) {
      const some = Math.min(roughBatch, to - first);
      const batch = pictures.subarray(first, first + some);
      numbers.set(batch);
      const padded = fillLast(numbers, some);
      // Copying zeros into shared memory takes half as long as filling it.
      results.set(zeros.subarray(0, padded));
      add(query, weights, padded);
      scores.set(results.subarray(0, some), first);
      title.addProducts(query, weights.title ?? 0, batch, scores, first);
    }
  };
};
