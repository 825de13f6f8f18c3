import { crc32 } from 'node:zlib';
import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import { createLabelCounter, type LabelCounter } from './choose-labels.ts';
import { type Pictured, sampleDefaults, type Vectors } from './sample.ts';
import { addFamilyWords, nameFamily } from './words.ts';

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
