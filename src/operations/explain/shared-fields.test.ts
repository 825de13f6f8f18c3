import { describe, expect, it } from 'vitest';
import type { Field, FieldType } from '../../domain/dataset.ts';
import type { Scalar } from '../../domain/filter.ts';
import type { Hit, Source } from '../../engine/engine.ts';
import { findSharedFields } from './shared-fields.ts';

const createField = (name: string, type: FieldType = 'text', facetable = true): Field => ({
  name,
  displayName: name.toUpperCase(),
  from: name,
  type,
  facetable,
  sortable: false,
  searchable: false,
  order: 0,
});
const fields = [
  createField('brand'),
  createField('colours', 'list'),
  createField('price', 'number'),
  createField('sale', 'boolean'),
  createField('category', 'path'),
  createField('note', 'text', false),
];
const sourceWith = (values: Record<string, readonly Scalar[]>): Source => ({
  identifier: 's',
  hasLooks: true,
  text: () => '',
  values: (field) => values[field] ?? [],
});
const share = (values: Record<string, readonly Scalar[]>, record: object) => {
  const hit: Hit = { identifier: 'h', score: 1, record: Buffer.from(JSON.stringify(record)), parts: null };
  return findSharedFields(hit, sourceWith(values), fields).map(({ field, values: shared, whole }) => [
    field,
    shared,
    whole,
  ]);
};

describe('findSharedFields', () => {
  it('lists facetable fields with a common value', () => {
    expect(
      share(
        { brand: ['Acme'], colours: ['red', 'blue'], note: ['x'] },
        { brand: 'Acme', colours: ['blue', 'green'], note: 'x' },
      ),
    ).toEqual([
      ['brand', ['Acme'], true],
      ['colours', ['blue'], true],
    ]);
  });

  it('leaves out numbers and what both are not', () => {
    expect(share({ price: [5], sale: [false] }, { price: 5, sale: false })).toEqual([]);
    expect(share({ sale: [true] }, { sale: true })).toEqual([['sale', ['true'], true]]);
  });

  it('says whether a category is shared to its innermost level', () => {
    const source = { category: ['Women', 'Women/Tops'] };
    expect(share(source, { category: 'Women/Tops/Shirts' })).toEqual([
      ['category', ['Women', 'Women/Tops'], true],
    ]);
    expect(share(source, { category: 'Women/Shoes' })).toEqual([['category', ['Women'], false]]);
    expect(share(source, { category: 'Men' })).toEqual([]);
  });

  it('finds nothing in a record without the field', () => {
    expect(share({ brand: ['Acme'] }, {})).toEqual([]);
  });
});
