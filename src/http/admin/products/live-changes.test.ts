import { describe, expect, it } from 'vitest';
import type { Product } from '../../../domain/product.ts';
import type { ProductChange } from '../../../engine/engine.ts';
import { changedIdentifier } from '../../../engine/semantics/changes.ts';
import { presentChange } from './product-use.ts';

const at = Date.parse('2026-11-15T12:00:00Z');
const product: Product = {
  identifier: 'new',
  displayText: 'A lamp',
  url: 'https://a.example/new',
  price: 3,
  currency: 'EUR',
  images: ['a.png'],
  groupId: null,
  available: true,
  fields: { colour: 'Red' },
};
const present = (change: ProductChange, merged = false) => presentChange({ change, merged }, 'Its name');

describe('a live change', () => {
  it('of a new product names its main properties', () => {
    const put: ProductChange = { kind: 'put', at, by: 'feeds', product, picture: null };
    expect(changedIdentifier(put)).toBe('new');
    expect(present(put)).toEqual({
      at: '2026-11-15T12:00:00.000Z',
      identifier: 'new',
      displayText: 'Its name',
      kind: 'added',
      fields: [
        { name: 'displayText', value: 'A lamp' },
        { name: 'url', value: 'https://a.example/new' },
        { name: 'price', value: '3' },
        { name: 'available', value: 'true' },
      ],
      by: 'feeds',
      pending: true,
    });
  });

  it('of fields names each once, in their own words', () => {
    const update: ProductChange = {
      kind: 'update',
      at,
      identifier: 'a',
      set: {
        price: 2,
        images: ['x.png', 'y.png'],
        fields: { price: 2, colour: null, sizes: ['S', 'M'], imageUrl: 'x.png' },
      },
      picture: null,
    };
    const { kind, fields, by, pending } = present(update, true);
    expect([kind, by, pending]).toEqual(['changed', null, false]);
    expect(fields).toEqual([
      { name: 'price', value: '2' },
      { name: 'imageUrl', value: 'x.png, y.png' },
      { name: 'colour', value: null },
      { name: 'sizes', value: 'S, M' },
    ]);
  });

  it('that only brings the picture is of kind picture', () => {
    expect(present({ kind: 'update', at, identifier: 'a', set: {}, picture: null }).kind).toBe('picture');
    expect(present({ kind: 'update', at, identifier: 'a', set: {} }).kind).toBe('changed');
  });

  it('of a removed product has no fields', () => {
    expect(present({ kind: 'remove', at, identifier: 'a' })).toMatchObject({ kind: 'removed', fields: [] });
  });

  it('is cut to 200 characters for each value', () => {
    const set = { fields: { note: 'x'.repeat(500) } };
    const [field] = present({ kind: 'update', at, identifier: 'a', set }).fields;
    expect(field?.value).toHaveLength(200);
  });
});
