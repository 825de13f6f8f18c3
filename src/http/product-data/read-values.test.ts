import { describe, expect, it } from 'vitest';
import { createField } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { listKnownFields } from '../../ingest/mapping/known-fields.ts';
import { createItemNaming } from './name-values.ts';
import { readValues } from './read-values.ts';
import { productDataLimits } from './schema.ts';

const fields = [
  createField('Colour', 'text'),
  createField('weight', 'number'),
  createField('sizes', 'list'),
  createField('category', 'path'),
  createField('sale', 'boolean'),
  createField('price', 'text'),
];
const naming = createItemNaming(listKnownFields(fields, []), 'warn');
const nowMs = Date.parse('2026-11-15T12:00:00Z');
const read = (item: Record<string, unknown>) =>
  Object.fromEntries(readValues(naming.name(item).named, nowMs));

describe('readValues', () => {
  it.each<[string, unknown, string, unknown]>([
    ['a number as text', { weight: '12.5' }, 'weight', 12.5],
    ['a number', { weight: 3 }, 'weight', 3],
    ['a flag as a word', { sale: 'yes' }, 'sale', true],
    ['a flag', { sale: false }, 'sale', false],
    ['one text for a list', { sizes: 'S' }, 'sizes', ['S']],
    ['a list', { sizes: ['S', 'M'] }, 'sizes', ['S', 'M']],
    ['a path', { category: 'Women/Tops' }, 'category', 'Women/Tops'],
    ['null, which removes', { weight: null }, 'weight', null],
    ['an empty text', { weight: '' }, 'weight', null],
    ['an empty list', { sizes: [] }, 'sizes', null],
    ['an own property by its own type, although a field has another', { price: '9.99' }, 'price', 9.99],
    ['one picture as a list', { images: 'https://x.example/a.jpg' }, 'imageUrl', ['https://x.example/a.jpg']],
    ['a field that is not mapped, as it is', { extra: 'x' }, 'extra', 'x'],
    ['a path with the separator of its feed', { category: 'Women > Tops' }, 'category', 'Women/Tops'],
    ['a number of pieces as availability', { stock: 0 }, 'available', false],
    ['a number of pieces as text', { Quantity: '12 pcs' }, 'available', true],
    ['the words of Google', { availability: 'out of stock' }, 'available', false],
    ['a price with its currency', { price: '12.50 EUR' }, 'price', 12.5],
    ['the currency of a price', { price: '12.50 EUR' }, 'currency', 'EUR'],
    ['a given currency, not that of the price', { price: '1 EUR', currency: 'HUF' }, 'currency', 'HUF'],
    ['a nested price', { price: { value: '3,50', currency: 'CHF' } }, 'price', 3.5],
    ['pictures in a list of objects', { images: [{ url: '/a' }, { url: '/b' }] }, 'imageUrl', ['/a', '/b']],
    ['a sale that holds now', { price: 20, 'g:sale_price': '15 EUR' }, 'price', 15],
    ['the usual price of a sale', { price: 20, sale_price: 15 }, 'oldPrice', 20],
    [
      'a sale that is over',
      { price: 20, sale_price: 15, sale_price_effective_date: '2026-01-01/2026-01-31' },
      'price',
      20,
    ],
    ['an old price that is no higher, as none', { price: 20, oldPrice: 20 }, 'oldPrice', null],
    ['a number in a field that is not mapped', { extra: 5 }, 'extra', 5],
  ])('reads %s', (_, item, name, expected) => {
    expect(read(item as Record<string, unknown>)[name]).toEqual(expected);
  });

  it('leaves the time of the change out', () => {
    expect(read({ timestamp: '2026-01-01T00:00:00Z', weight: 1 })).toEqual({ weight: 1 });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a sale without the usual price', { sale_price: 15 }, /sale_price: needs the usual price/],
    ['two spellings of one name', { id: 'a', identifier: 'b' }, /identifier.*given twice/],
    ['a field twice, in two cases', { Colour: 'red', colour: 'blue' }, /given twice/],
    ['a word for a number', { weight: 'heavy' }, /weight.*"heavy" is no number/],
    ['a word for a flag', { sale: 'perhaps' }, /sale.*"perhaps" is no boolean/],
    ['an empty object', { Colour: {} }, /neither a text, a number/],
    ['an object that is too deep', { a: { b: { c: { d: { e: 1 } } } } }, /neither a text, a number/],
    ['an object inside a list', { sizes: [1, { eu: 38 }] }, /neither a text, a number/],
    ['a list of lists', { sizes: [['S']] }, /neither a text, a number/],
    ['null inside a list', { sizes: ['S', null] }, /neither a text, a number/],
    ['a text that is too long', { Colour: 'x'.repeat(productDataLimits.textLength + 1) }, /characters/],
    [
      'a list that is too long',
      { sizes: Array.from({ length: productDataLimits.values + 1 }, () => 'S') },
      /values/,
    ],
  ])('refuses %s', (_, item, message) => {
    expect(() => read(item)).toThrow(message);
  });

  it('does not repeat a long value in its message', () => {
    try {
      read({ weight: 'x'.repeat(500) });
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(200);
    }
  });
});
