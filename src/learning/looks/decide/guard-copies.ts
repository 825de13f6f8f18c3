import { decideDefaults } from './decide-defaults.ts';
import type { Pictured, Sample, SampleItem, Vectors, Item } from '../train/sample.ts';
import { packFeatures } from '../train/train-map.ts';
import { crc32 } from 'node:zlib';

/** Embeds altered copies (re-encoded, cropped, mirrored, bordered) of a picture; none when it cannot be read. */
export type EmbedCopies = (picture: Pictured) => Promise<readonly Vectors[]>;

/** Held-out pictures, one of each product, in the order of hashes. */
const chooseRows = ({ items }: Sample): number[] => {
  const labels = listLabels(items);
  if (items.length < decideDefaults.pictures || labels.length < decideDefaults.labels) return [];
  const { unseenProducts } = splitSample(items, labels);
  const rows = new Map(unseenProducts.map((row) => [items[row]?.family, row]));
  return [...rows.values()].slice(0, decideDefaults.copiedPictures);
};

/** Adds copies of pictures that trial maps do not see. `known`: the items of the sample. */
export const addCopies = async (
  sample: Sample,
  known: readonly SampleItem[],
  pictured: readonly Pictured[],
  embedCopies: EmbedCopies,
): Promise<Sample> => {
  const byHash = new Map(pictured.map((each) => [each.hash, each]));
  const copies: { readonly row: number; readonly vectors: Vectors }[] = [];
  for (const row of chooseRows(sample)) {
    const picture = byHash.get(known[row]?.hash ?? '');
    const vectors = picture === undefined ? [] : await embedCopies(picture);
    copies.push(...vectors.map((each) => ({ row, vectors: each })));
  }
  if (copies.length === 0) return sample;
  return {
    ...sample,
    copies: {
      rows: copies.map(({ row }) => row),
      looks: packFeatures(copies.map(({ vectors }) => vectors.looks)),
      colour: packFeatures(copies.map(({ vectors }) => vectors.colour)),
    },
  };
};

const splitDefaults = {
  /** One product in so many is held out, and one label in so many with all its products. */
  every: 5,
  queries: 400,
} as const;

/**
 * Rows that a trial map is trained on, and rows that it is judged by. Depends on names only: the same products are held out
 * whatever else is in the catalogue.
 */
export const splitSample = (items: readonly Item[], labels: readonly string[]) => {
  const heldLabels = new Set(
    [...labels]
      .sort((a, b) => crc32(`label ${a}`) - crc32(`label ${b}`))
      .slice(0, Math.floor(labels.length / splitDefaults.every)),
  );
  const isHeldProduct = ({ family }: Item): boolean => crc32(`family ${family}`) % splitDefaults.every === 0;
  const rows = items.flatMap((item, row) => (item.label === null ? [] : [{ row, item, label: item.label }]));
  const known = rows.filter(({ label }) => !heldLabels.has(label));
  const pick = (some: readonly { readonly row: number }[]): number[] => some.map(({ row }) => row);
  return {
    training: pick(known.filter(({ item }) => !isHeldProduct(item))),
    unseenProducts: thinOut(pick(known.filter(({ item }) => isHeldProduct(item))), items),
    unseenLabels: thinOut(pick(rows.filter(({ label }) => heldLabels.has(label))), items),
  };
};

/** At most so many queries, chosen by the hash of their family. */
const thinOut = (rows: readonly number[], items: readonly Item[]): number[] => {
  const order = (row: number): number => crc32(`query ${items[row]?.family ?? ''} ${row}`);
  return [...rows].sort((a, b) => order(a) - order(b)).slice(0, splitDefaults.queries);
};

/** Labels that at least two pictures have. */
export const listLabels = (items: readonly Item[]): string[] => {
  const labels = items.flatMap(({ label }) => label ?? []);
  return [...Map.groupBy(labels, (label) => label)]
    .filter(([, { length }]) => length >= 2)
    .map(([label]) => label);
};
