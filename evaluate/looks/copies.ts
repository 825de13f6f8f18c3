import { type Compared, findNeighbours, scoreVectors } from '../../src/learning/looks/report/stability.ts';
import type { Item, Vectors } from '../../src/learning/looks/train/sample.ts';

/** An altered copy of the picture in a row. */
export type Copy = { readonly kind: string; readonly row: number; readonly vectors: Vectors };

export type CopyReport = {
  readonly kind: string;
  readonly copies: number;
  /** How many copies find their original before anything else. */
  readonly first: number;
  /** How many find a picture of their product before anything else: in another colour it may look the same. */
  readonly productFirst: number;
  /** How many of ten neighbours are not those of the original, on average. */
  readonly changed: number;
};

/** Whether the row, or a picture of the same product, has the best score. */
const judgeFirst = (
  items: readonly Item[],
  scores: Float32Array,
  row: number,
): Readonly<Record<'isOriginal' | 'isProduct', boolean>> => {
  const best = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const hasBest = (other: number): boolean => scores[other] === best;
  const family = items[row]?.family;
  return {
    isOriginal: hasBest(row),
    isProduct: items.some((item, other) => item.family === family && hasBest(other)),
  };
};

/** How copies of pictures are found, and whether they find what their originals do. */
export const evaluateCopies = (compared: Compared, copies: readonly Copy[]): CopyReport[] => {
  const kinds = [...new Set(copies.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = copies.filter((copy) => copy.kind === kind);
    const judged = own.map(({ row, vectors }) =>
      judgeFirst(compared.items, scoreVectors(compared, vectors), row),
    );
    const changed = own.map(({ row, vectors }) => {
      const original = compared.vectors[row];
      const before = original === undefined ? [] : findNeighbours(compared, row, original, 10);
      const after = new Set(findNeighbours(compared, row, vectors, 10));
      return before.filter((each) => !after.has(each)).length;
    });
    return {
      kind,
      copies: own.length,
      first: judged.filter(({ isOriginal }) => isOriginal).length,
      productFirst: judged.filter(({ isProduct }) => isProduct).length,
      changed: changed.reduce((sum, each) => sum + each, 0) / Math.max(1, own.length),
    };
  });
};
