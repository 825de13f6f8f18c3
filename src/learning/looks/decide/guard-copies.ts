import { decideDefaults } from './decide-defaults.ts';
import type { Pictured, Sample, SampleItem, Vectors } from '../train/sample.ts';
import { listLabels, splitSample } from './split-sample.ts';
import { packFeatures } from '../train/train-map.ts';

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
