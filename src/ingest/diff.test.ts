import { describe, expect, it } from 'vitest';
import type { Product } from '../domain/product.ts';
import { encodeRecord } from '../domain/product-record.ts';
import type { ProductReader } from '../engine/engine.ts';
import { createComparison } from './diff.ts';

const product = (identifier: string, fields: Product['fields'] = {}): Product => ({
  identifier,
  displayText: `Thing ${identifier}`,
  url: `/${identifier}`,
  price: 1,
  currency: null,
  images: [],
  groupId: null,
  available: true,
  fields,
});

/** The part of a reader that a comparison uses. */
const liveWith = (products: readonly Product[]): ProductReader => {
  const scan: ProductReader['scan'] = async ({ after }) =>
    after === null
      ? products.map((each) => ({ identifier: each.identifier, record: encodeRecord(each) }))
      : [];
  return { scan } as unknown as ProductReader;
};

const compared = async (live: readonly Product[], now: readonly Product[], limit?: number) => {
  const comparison = await createComparison(liveWith(live), limit);
  for (const each of now) comparison.add(each);
  return comparison.finish();
};

describe('a comparison with the live version', () => {
  it('ignores the order of fields', async () => {
    const { diff } = await compared([product('a', { x: 1, y: 2 })], [product('a', { y: 2, x: 1 })]);
    expect(diff).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 1 });
  });

  it('lists changed fields, and counts products beyond the limit of the lists', async () => {
    const live = ['a', 'b', 'c', 'd'].map((name) => product(name, { x: 1 }));
    const now = [...['a', 'b', 'c'].map((name) => product(name, { x: 2 })), product('e'), product('f')];
    const { diff, lists } = await compared(live, now, 1);
    expect(diff).toEqual({ added: 2, changed: 3, removed: 1, unchanged: 0 });
    expect(lists).toEqual({
      added: [{ identifier: 'e', displayText: 'Thing e' }],
      changed: [{ identifier: 'a', displayText: 'Thing a', changes: ['x'] }],
      removed: [{ identifier: 'd', displayText: 'Thing d' }],
    });
  });

  it('uses the last row of an identifier', async () => {
    const rows = [product('a', { x: 2 }), product('a', { x: 1 }), product('b'), product('b')];
    expect((await compared([product('a', { x: 1 })], rows)).diff).toEqual({
      added: 1,
      changed: 0,
      removed: 0,
      unchanged: 1,
    });
  });
});
