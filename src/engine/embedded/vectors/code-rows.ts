import { chooseCodeScores, fillLast, openKernelOn, type SharedMemory } from './code-kernel.ts';
import { roughBatch } from './rough-stage.ts';
import type { Scratch } from './scratch.ts';

/** Looks or colours in codes. */
export type CodePart = {
  /** Where it is in a row, in bytes, and how long: whole SIMD vectors. */
  readonly at: number;
  readonly bytes: number;
  /** Where in a row its scale is, a float, and then what the moved codes of a query add to a product with it, a whole number. */
  readonly values: number;
};

/** Codes of rows in one memory, and the place where a thread writes lists and scores. */
export type CodeRows = {
  /** Following products are of these rows, up to `roughBatch`. */
  select(rows: Uint32Array): void;
  /** Adds factor × the product of a part with the codes at `compared` to the scores of the selected rows. */
  add(part: CodePart, compared: number, factor: number): void;
  /** Writes the scores of the selected rows, from `first` on. */
  take(scores: Float32Array, first: number): void;
};

const zeros = new Float32Array(roughBatch);

export const createCodeRows = (
  home: SharedMemory,
  base: number,
  stride: number,
  { list, out }: Scratch,
): CodeRows => {
  const addScores = chooseCodeScores(openKernelOn(home));
  const numbers = new Uint32Array(home.buffer, list, roughBatch);
  const results = new Float32Array(home.buffer, out, roughBatch);
  let [selected, padded] = [0, 0];
  return {
    select: (rows) => {
      selected = rows.length;
      numbers.set(rows);
      padded = fillLast(numbers, selected);
      results.set(zeros.subarray(0, padded));
    },
    add: ({ at, bytes, values }, compared, factor) => {
      if (factor === 0 || bytes === 0) return;
      addScores(compared + at, base + at, list, padded, stride, bytes, out, values - at, factor);
    },
    take: (scores, first) => scores.set(results.subarray(0, selected), first),
  };
};
