import { type Compared, findNeighbours, mapVectors } from './compare-vectors.ts';
import { spread } from '../decide/measure.ts';
import type { Stability } from '../decision.ts';
import type { LooksMap } from '../map/looks-map.ts';
import type { SampleItem, Vectors } from '../train/sample.ts';

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

const countSame = (before: Compared, after: Compared, row: number): number => {
  const [first, second] = [before, after].map((compared) => {
    const own = compared.vectors[row];
    return own === undefined ? [] : findNeighbours(compared, row, own, stabilityDefaults.k);
  });
  const kept = new Set(second);
  return first === undefined || first.length === 0
    ? 1
    : first.filter((each) => kept.has(each)).length / first.length;
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
  const [first, second] = [
    compareBy(
      before,
      common.map(({ old, item }) => ({ ...old, family: item.family })),
    ),
    compareBy(
      after,
      common.map(({ item }) => item),
    ),
  ];
  const rows = spread([...common.keys()], stabilityDefaults.queries);
  const shares = rows.map((row) => countSame(first, second, row));
  return {
    products: rows.length,
    unchanged: shares.reduce((sum, share) => sum + share, 0) / rows.length,
  };
};

/** One line for people. */
export const describeStability = ({ products, unchanged }: Stability): string =>
  `of ten look-alikes ${(unchanged * 10).toFixed(1)} are those of the version before (${products} products asked)`;
