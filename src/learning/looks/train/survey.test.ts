import { describe, expect, it } from 'vitest';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { sampleDefaults, createSurvey } from './sample.ts';

const vectors = { looks: new Float32Array(2), colour: new Float32Array(1) };
const total = 3 * sampleDefaults.pictures;
/** Each picture is shown by two products of one family. */
const products = Array.from({ length: total }, (_, at) => ({
  ...createProduct(`p${at}`),
  groupId: `g${at >> 1}`,
}));
const numbers = [...products.keys()];

const survey = (order: readonly number[]) => {
  const surveyed = createSurvey([]);
  for (const at of order) {
    const product = products[at];
    if (product) surveyed.add(product, `hash ${at >> 1}`, vectors);
  }
  return surveyed.sample();
};

describe('the sample of a survey', () => {
  it('has no more pictures than its limit, and the first product of each', () => {
    const sample = survey(numbers);
    expect(sample).toHaveLength(sampleDefaults.pictures);
    expect(new Set(sample.map(({ hash }) => hash)).size).toBe(sampleDefaults.pictures);
    const second = sample.filter(({ product }) => Number(product.identifier.slice(1)) % 2 === 1);
    expect(second).toEqual([]);
  });

  it('has the same pictures whatever the order of the feed', () => {
    const hashes = (order: readonly number[]) => survey(order).map(({ hash }) => hash);
    expect(hashes(numbers.toReversed())).toEqual(hashes(numbers));
  });

  it('is everything of a small catalogue', () => {
    expect(survey(numbers.slice(0, 100))).toHaveLength(50);
  });
});
