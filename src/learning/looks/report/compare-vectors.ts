import { applyMap, type LooksMap, colourWeight } from '../map/looks-map.ts';
import { dotRows } from '../train/matrix.ts';
import { rankFamilies } from '../decide/measure.ts';
import type { Item, SampleItem, Vectors } from '../train/sample.ts';

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
): Vectors[] => {
  if (map === null) return [...vectors];
  const { words, colour } = map.settings;
  return vectors.map((each, at) =>
    weighTitle(applyMap(map, { hash: '', ...each }, items[at]?.words ?? []), words / Math.max(1, colour)),
  );
};

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
