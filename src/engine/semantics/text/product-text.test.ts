import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../domain/product.ts';
import { createField } from '../../../../test/support/create-field.ts';
import { textParts } from './product-text.ts';

const fields = [
  createField('category', 'path', { searchable: true }),
  createField('description', 'text', { searchable: true }),
];

const readParts = (name: string, values: Record<string, FieldValue>): string[] =>
  textParts(name, values, fields).map(({ text }) => text);

describe('the text of a product', () => {
  it.each<[name: string, category: FieldValue, asked: string]>([
    ['one path', 'Women/Tops/Jackets', 'Jackets'],
    ['a path of one level', 'Jackets', 'Jackets'],
    ['several paths: the first of the deepest', ['Sale', 'Men/Tops/Hoodies', 'Men/Sport/Running'], 'Hoodies'],
    ['a promotion after the category', ['Men/Bottoms/Pants', 'Promotions/Pants Week'], 'Pants'],
    ['a collection before the category', ['Collections/Eco', 'Men/Tops/Tees'], 'Tees'],
    ['equal depths: the first', ['Men/Tees', 'Sale/Clothes'], 'Tees'],
  ])('names the innermost category of %s', (_case, category, asked) => {
    expect(readParts('Argus', { category })).toEqual(['Argus', asked]);
  });

  it.each([
    ['tags', '<p>Warm <b>fleece</b></p>', 'Warm fleece'],
    ['entities', 'Warm&nbsp;fleece &amp; soft&#8217; hood', 'Warm fleece soft hood'],
    ['attributes of tags', '<a href="x.html" title="big">Warm</a> fleece', 'Warm fleece'],
    ['styles', '<style>p { color: red }</style>Warm fleece', 'Warm fleece'],
    ['comments', '<!-- draft -->Warm fleece', 'Warm fleece'],
    ['no markup at all', 'Warm fleece for temperatures < zero', 'Warm fleece for temperatures zero'],
  ])('holds no markup: %s', (_case, description, asked) => {
    expect(readParts('Argus', { description })).toEqual(['Argus', asked]);
  });

  it('removes markup from names', () => {
    expect(readParts('Argus <em>Jacket</em>', {})).toEqual(['Argus Jacket']);
  });

  it('falls back to the name when nothing has a letter', () => {
    expect(readParts('501', {})).toEqual(['501']);
  });
});
