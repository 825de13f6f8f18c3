import { describe, expect, it } from 'vitest';
import { createField } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { canonicalNames, readValues } from './read-values.ts';
import { productDataLimits } from './schema.ts';

const fields = [
  createField('Colour', 'text'),
  createField('weight', 'number'),
  createField('sizes', 'list'),
  createField('category', 'path'),
  createField('sale', 'boolean'),
  createField('price', 'text'),
];
const read = (item: Record<string, unknown>) => Object.fromEntries(readValues(item, fields));

describe('canonicalNames', () => {
  const toCanonical = canonicalNames(fields);

  it.each([
    ['ID', 'identifier'],
    ['Title', 'displayText'],
    ['name', 'displayText'],
    ['link', 'url'],
    ['IMAGE_LINK', 'imageUrl'],
    ['images', 'imageUrl'],
    ['item_group_id', 'groupId'],
    ['colour', 'Colour'],
    ['COLOUR', 'Colour'],
    ['Price', 'price'],
    ['unknown Field', 'unknown Field'],
  ])('%s is %s', (given, expected) => {
    expect(toCanonical(given)).toBe(expected);
  });
});

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
    ['a number in a field that is not mapped', { extra: 5 }, 'extra', 5],
  ])('reads %s', (_, item, name, expected) => {
    expect(read(item as Record<string, unknown>)[name]).toEqual(expected);
  });

  it('leaves the time of the change out', () => {
    expect(read({ timestamp: '2026-01-01T00:00:00Z', weight: 1 })).toEqual({ weight: 1 });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['two spellings of one name', { id: 'a', identifier: 'b' }, /identifier.*given twice/],
    ['a field twice, in two cases', { Colour: 'red', colour: 'blue' }, /given twice/],
    ['a word for a number', { weight: 'heavy' }, /weight.*"heavy" is no number/],
    ['a word for a flag', { sale: 'perhaps' }, /sale.*"perhaps" is no boolean/],
    ['an object', { Colour: { hex: '#f00' } }, /neither a text, a number/],
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
