import type { Product } from '../../../domain/product.ts';
import { type UsedField, createLabelCounter, type LabelCounter } from './choose-labels.ts';
import { type Features, packFeatures } from './train-map.ts';
import { chooseVocabulary, createWordVector, nameFamily, type Vocabulary, addFamilyWords } from './words.ts';
import { crc32 } from 'node:zlib';
import type { Field } from '../../../domain/dataset.ts';

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

/** A picture of the sample, and the first product that shows it. */
export type SampledPicture = Pictured & { readonly vectors: Vectors };

/**
 * What learning has to know of all products with a picture, which come one after the other. It keeps values and words, but
 * products and vectors only of the sample.
 */
export type Survey = {
  add(product: Product, hash: string, vectors: Vectors): void;
  readonly labels: LabelCounter;
  /** Words that the titles of a family share. */
  readonly familyWords: ReadonlyMap<string, readonly string[]>;
  /** How many different pictures were added. */
  count(): number;
  /** Whole families, in the order of their hashes, each picture once. */
  sample(): readonly SampledPicture[];
};

/** The sample is cut when it has grown by this much. */
const spare = 1000;

type Ordered = SampledPicture & { readonly order: number };

const byOrder = (a: Ordered, b: Ordered): number => a.order - b.order || (a.hash < b.hash ? -1 : 1);

export const createSurvey = (fields: readonly Field[]): Survey => {
  const labels = createLabelCounter(fields);
  const familyWords = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  let sampled: Ordered[] = [];
  const cut = (): void => {
    sampled = sampled.sort(byOrder).slice(0, sampleDefaults.pictures);
  };
  return {
    labels,
    familyWords,
    add: (product, hash, vectors) => {
      labels.add(product);
      addFamilyWords(familyWords, product);
      if (seen.has(hash)) return;
      seen.add(hash);
      sampled.push({ product, hash, vectors, order: crc32(`sample ${nameFamily(product)}`) });
      if (sampled.length >= sampleDefaults.pictures + spare) cut();
    },
    count: () => seen.size,
    sample: () => {
      cut();
      return sampled;
    },
  };
};
