import { isColourField } from '../train/choose-labels.ts';
import type { Sample } from '../train/sample.ts';
import { decideDefaults } from './decide-defaults.ts';
import { listLabels, splitDefaults, splitSample } from './guard-copies.ts';
import { createMeasure, prepareQueries } from './measure-settings.ts';
import { countFirst } from './run-steps.ts';

/** What pictures say which colour a product has: a field of the feed, or the pictures alone. */
export const findColours = ({ further = [] }: Sample) =>
  further.some(({ field }) => isColourField(field)) ? 'field' : 'pictures';

/** How the products of a sample are found: to compare samples of the same products. */
export type Rating = {
  /** Of the results of each product: the kind, and kind and colour together. */
  readonly products: readonly { readonly kind: number; readonly both: number }[];
  readonly copies: { readonly first: number; readonly all: number };
};

/**
 * All products are held out, a fifth after the other, from a map of one share: of a fifth alone small differences cannot be
 * told from chance, and steps that are decided on it would add to that. Copies are of products of the first fifth.
 */
export const rateSample = (sample: Sample): Rating => {
  const { copies, ...plain } = sample;
  const labels = listLabels(sample.items);
  const weight = decideDefaults.colourInGain[findColours(sample)];
  const measured = Array.from({ length: splitDefaults.every }, (_, fold) => {
    const split = { ...splitSample(sample.items, labels, fold), unseenLabels: [] };
    const queries = prepareQueries(fold === 0 ? sample : plain, split, []);
    return queries === null ? [] : createMeasure(sample, queries)(decideDefaults.viewSettings);
  }).flat();
  return {
    products: measured.flatMap(({ products, sameColour }) =>
      products.map((kind, at) => ({ kind, both: kind + weight * (sameColour[at] ?? 0) })),
    ),
    copies: {
      first: measured.reduce((sum, each) => sum + countFirst(each), 0),
      all: copies?.rows.length ?? 0,
    },
  };
};
