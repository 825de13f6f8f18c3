import type { Product } from '../../../domain/product.ts';
import type { UsedField } from './choose-labels.ts';

import { type Features, packFeatures } from './train-map.ts';
import { chooseVocabulary, createWordVector, nameFamily, type Vocabulary } from './words.ts';

/** A picture of the catalogue in measurements. */
export type Item = {
  /** Variants of one product share a family; they never count as results of each other. */
  readonly family: string;
  readonly label: string | null;
  /** Labels of further fields, in the order of the sample's `further`. */
  readonly further?: readonly (string | null)[];
};

/** A product with a picture. */
export type Pictured = { readonly product: Product; readonly hash: string };

export type Vectors = {
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title?: Float32Array;
};

/** A picture that learning sees. */
export type SampleItem = Item & {
  readonly hash: string;
  /** The first product that shows it. */
  readonly identifier: string;
  /** Of the title. */
  readonly words: readonly string[];
};

/** Vectors of altered copies of pictures. */
export type SampleCopies = {
  /** The row of the original of each copy. */
  readonly rows: readonly number[];
  readonly looks: Features;
  readonly colour: Features;
};

/** The pictures that learning sees: one item and one vector of each kind per picture. */
export type Sample = {
  readonly items: readonly Item[];
  readonly looks: Features;
  readonly colour: Features;
  /** Null when titles have no words in common. */
  readonly words: Features | null;
  /** The fields of the items' further labels. */
  readonly further?: readonly UsedField[];
  /** Share of what comes that has a new label. Left out: as catalogues have it on average. */
  readonly newLabels?: number;
  /** Left out: copies are not guarded. */
  readonly copies?: SampleCopies;
};

export const sampleDefaults = {
  /** Pictures at most: 4,000 × 1,226 numbers are 20 MB, and learning takes seconds. */
  pictures: 4_000,
} as const;

/** What learning sees of the pictures of a sample. */
export const describeSample = (
  pictured: readonly Pictured[],
  labelsOf: (product: Product) => readonly (string | null)[],
  familyWords: ReadonlyMap<string, readonly string[]>,
): SampleItem[] =>
  pictured.map(({ product, hash }) => {
    const family = nameFamily(product);
    const words = familyWords.get(family) ?? [];
    const [label = null, ...further] = labelsOf(product);
    const item = { hash, family, identifier: product.identifier, label, words };
    return further.length === 0 ? item : { ...item, further };
  });

/** Pictures whose vectors are not there are left out. */
export const readSample = (
  chosen: readonly SampleItem[],
  readVectors: (hash: string) => Vectors | null,
  further: readonly UsedField[] = [],
): {
  readonly sample: Sample;
  readonly vocabulary: Vocabulary | null;
  /** The items of the sample. */
  readonly known: readonly SampleItem[];
} => {
  const read = chosen.flatMap((item) => {
    const vectors = readVectors(item.hash);
    return vectors === null ? [] : [{ item, vectors }];
  });
  const titles = new Map(read.map(({ item }) => [item.family, item.words]));
  const vocabulary = chooseVocabulary([...titles.values()]);
  const words = vocabulary && read.map(({ item }) => createWordVector(vocabulary, item.words));
  return {
    sample: {
      items: read.map(({ item }) => item),
      looks: packFeatures(read.map(({ vectors }) => vectors.looks)),
      colour: packFeatures(read.map(({ vectors }) => vectors.colour)),
      words: words && packFeatures(words),
      ...(further.length > 0 && { further }),
    },
    vocabulary,
    known: read.map(({ item }) => item),
  };
};
