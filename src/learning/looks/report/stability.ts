import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeFileAtomically } from '../../../files/replace-file.ts';
import { type Compared, findNeighbours, mapVectors } from './compare-vectors.ts';
import { spread } from '../decide/measure.ts';
import type { LooksMap } from '../map/looks-map.ts';
import type { SampleItem, Vectors } from '../train/sample.ts';

/** How look-alikes of a new version agree with those of the version before. */
const stability = Type.Object({
  /** Products that were asked for. */
  products: Type.Integer({ minimum: 1 }),
  /** Share of their ten best that are the same, 0 to 1. */
  unchanged: Type.Number({ minimum: 0, maximum: 1 }),
});

type Stability = Static<typeof stability>;

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

const nameFile = (folder: string, tracker: string, version: string): string =>
  join(folder, 'looks', tracker, `${version}.stability.json`);

/** `folder`: the folder of pictures. */
export const writeStability = (
  folder: string,
  tracker: string,
  version: string,
  measured: Stability,
): Promise<void> => writeFileAtomically(nameFile(folder, tracker, version), JSON.stringify(measured));

/** Null when there was no version before, or the file is damaged. */
export const readStability = async (
  folder: string,
  tracker: string,
  version: string,
): Promise<Stability | null> => {
  try {
    return Value.Parse(stability, JSON.parse(await readFile(nameFile(folder, tracker, version), 'utf8')));
  } catch {
    return null;
  }
};

/** One line for people. */
export const describeStability = ({ products, unchanged }: Stability): string =>
  `of ten look-alikes ${(unchanged * 10).toFixed(1)} are those of the version before (${products} products asked)`;
