import type { Product } from '../../../domain/product.ts';
import { createTextNumbers } from '../../../domain/text-numbers.ts';
import { type UsedField, createLabelCounter } from './choose-labels.ts';
import { type Features, packFeatures } from './train-map.ts';
import {
  addFamilyWords,
  chooseVocabulary,
  createWordVector,
  type FamilyWords,
  nameFamily,
  wordsOf,
} from './words.ts';
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

export type Pictured = { readonly product: Product; readonly hash: string };

export type Vectors = {
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title?: Float32Array;
};

export type SampleItem = Item & {
  readonly hash: string;
  /** The first product that shows it. */
  readonly identifier: string;
  /** Of the title. */
  readonly words: readonly string[];
};

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

/** Pictures of a sample at most: 4,000 × 1,226 numbers are 20 MB, and learning takes seconds. */
export const sampleDefaults = { pictures: 4_000 } as const;

export const describeSample = (
  pictured: readonly Pictured[],
  labelsOf: (product: Product) => readonly (string | null)[],
  familyWords: FamilyWords,
): SampleItem[] =>
  pictured.map(({ product, hash }) => {
    const family = nameFamily(product);
    const words = wordsOf(familyWords, product);
    const [label = null, ...further] = labelsOf(product);
    const item = { hash, family, identifier: product.identifier, label, words };
    return further.length === 0 ? item : { ...item, further };
  });

/** Pictures whose vectors are not there are left out; `known`: the items of the sample. */
export const readSample = (
  chosen: readonly SampleItem[],
  readVectors: (hash: string) => Vectors | null,
  further: readonly UsedField[] = [],
) => {
  const read = chosen.flatMap((item) => {
    const vectors = readVectors(item.hash);
    return vectors === null ? [] : [{ item, vectors }];
  });
  const titles = new Map(read.map(({ item }) => [item.family, item.words]));
  const vocabulary = chooseVocabulary([...titles.values()]);
  const words = vocabulary && read.map(({ item }) => createWordVector(vocabulary, item.words));
  const sample: Sample = {
    items: read.map(({ item }) => item),
    looks: packFeatures(read.map(({ vectors }) => vectors.looks)),
    colour: packFeatures(read.map(({ vectors }) => vectors.colour)),
    words: words && packFeatures(words),
    ...(further.length > 0 && { further }),
  };
  return { sample, vocabulary, known: read.map(({ item }) => item) };
};

/** A picture of the sample, and the first product that shows it. */
export type SampledPicture = Pictured & { readonly vectors: Vectors };

/** The sample is cut when it has grown by this much. */
const spare = 1000;

type Ordered = SampledPicture & { readonly order: number };

const byOrder = (a: Ordered, b: Ordered): number => a.order - b.order || (a.hash < b.hash ? -1 : 1);

/**
 * What learning has to know of all products with a picture, which come one after the other. It keeps values and words, but
 * products and vectors only of the sample.
 */
export const createSurvey = (fields: readonly Field[]) => {
  const labels = createLabelCounter(fields);
  const familyWords = new Map<string, readonly string[]>();
  const seen = createTextNumbers();
  let sampled: Ordered[] = [];
  const cut = (): void => {
    sampled = sampled.sort(byOrder).slice(0, sampleDefaults.pictures);
  };
  return {
    labels,
    /** Words that the titles of a family share. */
    familyWords,
    add: (product: Product, hash: string, vectors: Vectors): void => {
      labels.add(product);
      addFamilyWords(familyWords, product);
      if (seen.find(hash) >= 0) return;
      seen.add(hash);
      sampled.push({ product, hash, vectors, order: crc32(`sample ${nameFamily(product)}`) });
      if (sampled.length >= sampleDefaults.pictures + spare) cut();
    },
    /** How many different pictures were added. */
    count: (): number => seen.size,
    /** Whole families, in the order of their hashes, each picture once. */
    sample: (): readonly SampledPicture[] => {
      cut();
      return sampled;
    },
  };
};

export type Survey = ReturnType<typeof createSurvey>;
