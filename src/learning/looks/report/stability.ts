import { average, spread, rankFamilies } from '../decide/measure.ts';
import type { Stability } from '../map/decision.ts';
import { type LooksMap, applyMap, colourWeight } from '../map/looks-map.ts';
import type { SampleItem, Vectors, Item } from '../train/sample.ts';
import { dotRows } from '../train/matrix.ts';

/** What pictures were compared by when a version was built. */
export type ComparedVersion = {
  readonly items: readonly SampleItem[];
  readonly map: LooksMap | null;
  readonly readVectors: (hash: string) => Vectors | null;
};

/** Mapping a picture takes about a millisecond. */
const stabilityDefaults = { pictures: 600, queries: 60, k: 10 } as const;

const compareBy = ({ map, readVectors }: ComparedVersion, items: readonly SampleItem[]): Compared => ({
  items,
  vectors: mapVectors(
    map,
    items,
    items.map(({ hash }) => readVectors(hash) ?? { looks: new Float32Array(), colour: new Float32Array() }),
  ),
});

/** Share of the neighbours before that still are neighbours. */
const shareKept = (before: Compared, after: Compared, row: number): number => {
  const [first = [], second = []] = [before, after].map((compared) => {
    const own = compared.vectors[row];
    return own === undefined ? [] : findNeighbours(compared, row, own, stabilityDefaults.k);
  });
  return first.length === 0 ? 1 : new Set(first).intersection(new Set(second)).size / first.length;
};

/** Compares among products that are in both versions: new ones may come in front. Null when there are too few. */
export const measureStability = (before: ComparedVersion, after: ComparedVersion): Stability | null => {
  const earlier = new Map(before.items.map((item) => [item.hash, item]));
  const pairs = after.items.flatMap((item) => {
    const old = earlier.get(item.hash);
    const isKnown = before.readVectors(item.hash) !== null && after.readVectors(item.hash) !== null;
    return old !== undefined && isKnown ? [{ old, item }] : [];
  });
  const common = spread(pairs, stabilityDefaults.pictures);
  if (new Set(common.map(({ item }) => item.family)).size <= stabilityDefaults.k) return null;
  // The families of the new version count in both, or a renamed family would look like another neighbour.
  const renamed = common.map(({ old, item }) => ({ ...old, family: item.family }));
  const first = compareBy(before, renamed);
  const second = compareBy(
    after,
    common.map(({ item }) => item),
  );
  const rows = spread([...common.keys()], stabilityDefaults.queries);
  return { products: rows.length, unchanged: average(rows.map((row) => shareKept(first, second, row))) };
};

export const describeStability = ({ products, unchanged }: Stability): string =>
  `of ten look-alikes ${(unchanged * 10).toFixed(1)} are those of the version before (${products} products asked)`;

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
