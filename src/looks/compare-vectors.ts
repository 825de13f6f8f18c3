import { applyMap, type LooksMap } from './looks-map.ts';
import { dotRows } from './matrix.ts';
import { type Item, rankFamilies } from './measure.ts';
import { colourWeight } from './similarities.ts';
import type { SampleItem, Vectors } from './sample.ts';

/** Pictures as they are compared: mapped, or as the model gives them. */
export type Compared = { readonly items: readonly Item[]; readonly vectors: readonly Vectors[] };

/** The title multiplied by the root of its weight: dot products then have that weight. */
const weighTitle = ({ title, ...picture }: Vectors, weight: number): Vectors => ({
  ...picture,
  ...(title && { title: title.map((value) => value * Math.sqrt(weight)) }),
});

export const mapVectors = (
  map: LooksMap | null,
  items: readonly SampleItem[],
  vectors: readonly Vectors[],
): Vectors[] =>
  vectors.map((each, at) =>
    map === null
      ? each
      : weighTitle(applyMap(map, { hash: '', ...each }, items[at]?.words ?? []), map.settings.words),
  );

const dot = (a: Float32Array, b: Float32Array): number => dotRows(a, 0, b, 0, a.length);

export const scoreVectors = ({ vectors }: Compared, own: Vectors): Float32Array =>
  Float32Array.from(
    vectors,
    ({ looks, colour, title }) =>
      dot(own.looks, looks) +
      colourWeight * dot(own.colour, colour) +
      (own.title && title ? dot(own.title, title) : 0),
  );

/** Rows of the best of other families, best first. */
export const findNeighbours = (compared: Compared, row: number, own: Vectors, count: number): number[] =>
  rankFamilies(scoreVectors(compared, own), compared.items, row, count);

/** An altered copy of the picture in a row. */
export type Copy = { readonly kind: string; readonly row: number; readonly vectors: Vectors };

export type CopyReport = {
  readonly kind: string;
  readonly copies: number;
  /** How many copies find their original before anything else. */
  readonly first: number;
  /** How many of ten neighbours are not those of the original, on average. */
  readonly changed: number;
};

/** How copies of pictures are found, and whether they find what their originals do. */
export const evaluateCopies = (compared: Compared, copies: readonly Copy[]): CopyReport[] => {
  const kinds = [...new Set(copies.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = copies.filter((copy) => copy.kind === kind);
    const first = own.filter(({ row, vectors }) => {
      const scores = scoreVectors(compared, vectors);
      return scores.every((score) => score <= (scores[row] ?? 0));
    });
    const changed = own.map(({ row, vectors }) => {
      const original = compared.vectors[row];
      const before = original === undefined ? [] : findNeighbours(compared, row, original, 10);
      const after = new Set(findNeighbours(compared, row, vectors, 10));
      return before.filter((each) => !after.has(each)).length;
    });
    return {
      kind,
      copies: own.length,
      first: first.length,
      changed: changed.reduce((sum, each) => sum + each, 0) / Math.max(1, own.length),
    };
  });
};
