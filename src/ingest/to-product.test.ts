import { describe, expect, it } from 'vitest';
import type { RawRow } from './formats/feed.ts';
import { createInspection } from './mapping/inspect-columns.ts';
import { mapFields } from './mapping/map-fields.ts';
import { createMapping } from './mapping/mapping.ts';
import { createToProduct } from './to-product.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const base = { id: '1', title: 'Lamp', link: '/lamp' };

/** Prices of a product from a feed with these columns. */
const pricesOf = (columns: RawRow) => {
  const row = { ...base, ...columns };
  const inspection = createInspection();
  inspection.add(row);
  const inspected = { rows: 1, columns: inspection.columns() };
  const mapping = createMapping(mapFields(inspected, []), inspected.columns);
  const product = createToProduct(mapping, { url: null }, now)(row);
  if ('reason' in product) throw new Error(product.reason);
  const { price, fields } = product;
  expect(fields['price']).toBe(price);
  expect(Object.keys(fields).filter((name) => /sale|special/i.test(name))).toEqual([]);
  return [price, fields['oldPrice'] ?? null];
};

describe('addresses of a row', () => {
  const read = (columns: RawRow, shop: { url: string | null; picturesUrl?: string }) => {
    const row = { ...base, price: 1, ...columns };
    const inspection = createInspection();
    inspection.add(row);
    const inspected = { rows: 1, columns: inspection.columns() };
    const mapping = createMapping(mapFields(inspected, []), inspected.columns);
    return createToProduct(mapping, shop, now)(row);
  };

  it('rejects a row whose page is not http or https', () => {
    expect(read({ link: 'javascript:alert(1)' }, { url: 'https://shop.example' })).toMatchObject({
      identifier: '1',
      reason: 'The address "javascript:alert(1)" is not one of a web page.',
    });
  });

  it('drops a picture that is not http or https', () => {
    const product = read({ image_link: 'data:image/svg+xml,<svg/>' }, { url: null });
    expect(product).toMatchObject({ images: [] });
    expect(product).not.toHaveProperty('fields.imageUrl');
    expect(read({ image_link: 'https://shop.example/a.png' }, { url: null })).toMatchObject({
      images: ['https://shop.example/a.png'],
      fields: { imageUrl: 'https://shop.example/a.png' },
    });
  });

  it('encodes a file name of the image folder', () => {
    const shop = { url: null, picturesUrl: '/pictures/d/' };
    expect(read({ image_link: 'red:shoe 1.png' }, shop)).toMatchObject({
      fields: { imageUrl: '/pictures/d/red%3Ashoe%201.png' },
    });
  });
});

describe('a lower price', () => {
  const running = '2026-11-01T00:00+00:00/2026-11-30T23:59+00:00';
  const cases: [string, RawRow, (number | null)[]][] = [
    [
      'for good is the price, and the plain one is the old one',
      { price: '20 EUR', sale_price: '15 EUR' },
      [15, 20],
    ],
    ['that is not lower says nothing', { price: 20, sale_price: 25 }, [20, null]],
    ['that is empty says nothing', { price: 20, sale_price: '' }, [20, null]],
    ['holds in its period', { price: 20, sale_price: 15, sale_price_effective_date: running }, [15, 20]],
    [
      'is over after its period',
      { price: 20, sale_price: 15, sale_price_effective_date: '2026-10-01/2026-10-31' },
      [20, null],
    ],
    [
      'has not begun before it',
      { price: 20, special_price: 15, special_from_date: '2026-12-01' },
      [20, null],
    ],
    [
      'holds to the end of its last day',
      {
        price: 20,
        special_price: 15,
        special_price_from_date: '2026-11-01',
        special_price_to_date: '2026-11-15',
      },
      [15, 20],
    ],
    [
      'with dates as Magento writes them',
      { price: 20, special_price: 15, special_price_from_date: '11/1/26', special_price_to_date: '11/30/26' },
      [15, 20],
    ],
    [
      'with a date that nobody can read does not hold',
      { price: 20, special_price: 15, special_to_date: 'soon' },
      [20, null],
    ],
  ];
  it.each(cases)('%s', (_name, columns, prices) => {
    expect(pricesOf(columns)).toEqual(prices);
  });
});

describe('an old price', () => {
  it.each([
    ['is kept when it is higher', { price: 15, compare_at_price: 20 }, [15, 20]],
    ['is none when it is not', { price: 15, compare_at_price: 15 }, [15, null]],
  ])('%s', (_name, columns, prices) => {
    expect(pricesOf(columns)).toEqual(prices);
  });
});

describe('a row that is not a product', () => {
  const reasonOf = (row: RawRow, others: readonly RawRow[] = []): string | null => {
    const inspection = createInspection();
    for (const each of [row, ...others]) inspection.add(each);
    const inspected = { rows: 1 + others.length, columns: inspection.columns() };
    const mapping = createMapping(mapFields(inspected, []), inspected.columns);
    const product = createToProduct(mapping, { url: null }, now)(row);
    return 'reason' in product ? product.reason : null;
  };

  it('reports what is missing and what cannot be read', () => {
    expect(reasonOf({ id: '1', title: '', link: '', price: 'on request' }, [{ ...base, price: 5 }])).toBe(
      'The product cannot be sold like this: it has no name, no address; its price "on request" cannot be read.',
    );
  });

  it('reports which column is missing if all rows lack it', () => {
    expect(reasonOf({ foo: 'a', title: 'Lamp', link: '/lamp', bar: 5 })).toBe(
      'The feed has no column that is known as its identifier (field identifier), its price (field price): name a column or a template in the mapping of the dataset.',
    );
  });
});
