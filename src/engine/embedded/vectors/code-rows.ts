import { chooseDots, fillLast, openKernelOn, type SharedMemory } from './code-kernel.ts';
import { roughBatch } from './rough-stage.ts';
import type { Scratch } from './scratch.ts';

/** Looks or colours in codes. */
export type CodePart = {
  /** Where it is in a code, in bytes, and how long: whole SIMD vectors. */
  readonly at: number;
  readonly bytes: number;
  /** Of each row. */
  readonly scales: Float32Array;
  /** What the moved codes of a query add to a product with each row. */
  readonly offsets: Int32Array;
};

/** Codes of rows in one memory, and the place where a thread writes lists and products. */
export type CodeRows = {
  /** Following products are of these rows, up to `roughBatch`. */
  select(rows: Uint32Array): void;
  /** Adds factor × the product of a part with the codes at `compared` to the scores of the selected rows, from `first` on. */
  add(part: CodePart, compared: number, factor: number, scores: Float32Array, first: number): void;
};

export const createCodeRows = (
  home: SharedMemory,
  base: number,
  stride: number,
  { list, out }: Scratch,
): CodeRows => {
  const multiply = chooseDots(openKernelOn(home));
  const numbers = new Uint32Array(home.buffer, list, roughBatch);
  const products = new Int32Array(home.buffer, out, roughBatch);
  let selected: Uint32Array = new Uint32Array(0);
  let padded = 0;
  return {
    select: (rows) => {
      selected = rows;
      numbers.set(rows);
      padded = fillLast(numbers, rows.length);
    },
    add: ({ at, bytes, scales, offsets }, compared, factor, scores, first) => {
      if (factor === 0 || bytes === 0) return;
      multiply(compared + at, base + at, list, padded, stride, bytes, out);
      for (let index = 0; index < selected.length; index += 1) {
        const row = selected[index] ?? 0;
        const product = ((products[index] ?? 0) - (offsets[row] ?? 0)) * (scales[row] ?? 0);
        scores[first + index] = (scores[first + index] ?? 0) + factor * product;
      }
    },
  };
};
