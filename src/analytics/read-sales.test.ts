import { describe, expect, it } from 'vitest';
import { readSales } from './read-interactions.ts';

const sale = (object: object, more: object = {}, attributes: object = {}) => ({
  client_id: 'c1',
  action_name: 'purchase',
  timestamp: '2026-11-15T12:00:00Z',
  ...more,
  event_attributes: { object: { object_id: 'p1', ...object }, ...attributes },
});
const read = (item: unknown) => readSales([item])[0];

describe('readSales', () => {
  it('reads baskets and orders, and nothing else', () => {
    const actions = ['add_to_cart', 'purchase', 'click', 'impression', 'search', ''];
    expect(readSales(actions.map((action_name) => sale({}, { action_name })))).toMatchObject([
      { action: 'cart' },
      { action: 'order' },
    ]);
    expect(readSales([null, 7, 'purchase', [], {}])).toEqual([]);
  });

  it.each<[string, object, object, number]>([
    ['in the object', { price: 19.9 }, {}, 19.9],
    ['in object_detail, as the UBI schema has it', { object_detail: { price: 5, quantity: 3 } }, {}, 15],
    ['beside the object', {}, { price: '12.5', quantity: 2 }, 25],
    ['nowhere', {}, {}, 0],
    ['as no number', { price: 'cheap' }, {}, 0],
    ['negative', { price: -5 }, {}, 0],
    ['with no quantity', { price: 5, quantity: 0 }, {}, 0],
    ['larger than any order', { price: 1e9 }, {}, 0],
    ['infinite', { price: '1e999' }, {}, 0],
  ])('finds a price %s', (_, object, attributes, amount) => {
    expect(read(sale(object, {}, attributes))?.amount).toBe(amount);
  });

  it.each([
    ['EUR', 'EUR'],
    ['eur', 'EUR'],
    ['euro', ''],
    ['€', ''],
    ['', ''],
  ])('reads the currency %j as %j', (currency, expected) => {
    expect(read(sale({ currency }))?.currency).toBe(expected);
  });

  it('tells orders apart by their number, and by the event where there is none', () => {
    const numbered = [sale({}, {}, { order_id: 'o1' }), sale({ object_id: 'p2' }, {}, { order_id: 'o1' })];
    expect(readSales(numbered).map(({ order }) => order)).toEqual(['o1', 'o1']);
    const plain = readSales([sale({}), sale({ object_id: 'p2' })]);
    expect(new Set(plain.map(({ order }) => order)).size).toBe(2);
    expect(new Set(plain.map(({ event }) => event)).size).toBe(2);
  });

  it('keeps the tracker and the shopper, if they are named', () => {
    expect(read(sale({}, {}, { btr: 'abc' }))).toMatchObject({ btr: 'abc', shopper: 'c1' });
    expect(read(sale({}, { client_id: undefined }))).toMatchObject({ btr: null, shopper: null });
  });
});
