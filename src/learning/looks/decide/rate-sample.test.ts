import { describe, expect, it } from 'vitest';
import { createSample, truth } from '../../../../test/support/looks-sample.ts';
import { listLabels, splitSample } from './guard-copies.ts';
import { average } from './measure.ts';
import { rateSample } from './rate-sample.ts';

const sample = createSample({ seed: 1, label: truth });

describe('a sample that is compared with others of the same products', () => {
  it('is rated by every product of labels that are known, each held out once', () => {
    const labels = listLabels(sample.items);
    const all = [0, 1, 2, 3, 4].flatMap((fold) => splitSample(sample.items, labels, fold).unseenProducts);
    expect(new Set(all).size).toBe(all.length);
    expect(rateSample(sample).products).toHaveLength(all.length);
    expect(all.length).toBeGreaterThan(0.7 * sample.items.length);
  });

  it('is rated higher where its pictures tell the kind', () => {
    const rate = (blurred: number): number => {
      const values = sample.looks.values.map((value, at) => (at % sample.looks.size < blurred ? 0 : value));
      return average(
        rateSample({ ...sample, looks: { ...sample.looks, values } }).products.map(({ kind }) => kind),
      );
    };
    expect(rate(0)).toBeGreaterThan(rate(2) + 0.1);
  });

  it('counts copies of the products that are held out first, once', () => {
    const [row = 0] = splitSample(sample.items, listLabels(sample.items)).unseenProducts;
    const copyOf = ({ values, size }: typeof sample.looks) => ({
      ...{ values: values.slice(row * size, (row + 1) * size), count: 1, size },
    });
    const copies = { rows: [row], looks: copyOf(sample.looks), colour: copyOf(sample.colour) };
    expect(rateSample({ ...sample, copies }).copies).toEqual({ first: 1, all: 1 });
  });

  it('has no rating where nothing can be learnt', () => {
    const items = sample.items.map((item) => ({ ...item, label: null }));
    expect(rateSample({ ...sample, items })).toEqual({ products: [], copies: { first: 0, all: 0 } });
  });
});
