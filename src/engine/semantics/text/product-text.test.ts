import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../domain/product.ts';
import { createField } from '../../../../test/support/create-field.ts';
import { describeProduct } from './product-text.ts';

const fields = [
  createField('category', 'path', { searchable: true }),
  createField('description', 'text', { searchable: true, facetable: false }),
  createField('material', 'text', { searchable: true, facetable: true }),
];

const describeAny = (name: string, values: Record<string, FieldValue>): string =>
  describeProduct(name, values, fields, 'Any');

describe('the text of a product', () => {
  it.each<[name: string, category: FieldValue, asked: string]>([
    ['one path', 'Women/Tops/Jackets', 'Jackets'],
    ['a path of one level', 'Jackets', 'Jackets'],
    ['several paths: the first of the deepest', ['Sale', 'Men/Tops/Hoodies', 'Men/Sport/Running'], 'Hoodies'],
    ['a promotion after the category', ['Men/Bottoms/Pants', 'Promotions/Pants Week'], 'Pants'],
    ['a collection before the category', ['Collections/Eco', 'Men/Tops/Tees'], 'Tees'],
    ['equal depths: the first', ['Men/Tees', 'Sale/Clothes'], 'Tees'],
  ])('names the innermost category of %s', (_case, category, asked) => {
    expect(describeAny('Argus', { category })).toBe(`Argus ${asked}`);
    expect(describeProduct('Argus', { category }, fields, 'All')).toBe(asked);
  });

  it.each([
    ['tags', '<p>Warm <b>fleece</b></p>', 'Warm fleece'],
    ['entities', 'Warm&nbsp;fleece &amp; soft&#8217; hood', 'Warm fleece soft hood'],
    ['attributes of tags', '<a href="x.html" title="big">Warm</a> fleece', 'Warm fleece'],
    ['styles', '<style>p { color: red }</style>Warm fleece', 'Warm fleece'],
    ['comments', '<!-- draft -->Warm fleece', 'Warm fleece'],
    ['no markup at all', 'Warm fleece at < zero', 'Warm fleece zero'],
  ])('holds no markup: %s', (_case, material, asked) => {
    expect(describeAny('Argus', { material })).toBe(`Argus ${asked}`);
  });

  it('removes markup from names', () => {
    expect(describeAny('Argus <em>Jacket</em>', {})).toBe('Argus Jacket');
  });

  it('falls back to the name when nothing has a letter', () => {
    expect(describeAny('501', {})).toBe('501');
    expect(describeProduct('501', {}, fields, 'All')).toBe('501');
  });

  it('leaves out descriptions and stop words', () => {
    const values = { description: 'Ideal for cold weather', category: 'Tops & more', material: 'with wool' };
    expect(describeAny('The Jacket for you', values)).toBe('Jacket Tops more wool');
  });

  it('names the kind by the end of the name where there is no category, without the brand', () => {
    const withBrand = [...fields, createField('brand', 'text')];
    expect(describeProduct('Argus Rain Coat Acme', { brand: 'Acme' }, withBrand, 'All')).toBe('Coat');
  });
});
