import { describe, expect, it } from 'vitest';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import type { ProductChange } from '../../engine.ts';
import { decodeChange, encodeChange } from './change-log.ts';
import { applyUpdate, changesByProduct, foldChanges } from '../../semantics/changes.ts';

const product = createProduct('p1', {
  price: 5,
  currency: 'EUR',
  images: ['a.jpg'],
  fields: { price: 5, colour: 'red', imageUrl: 'a.jpg' },
});
const before = { product, picture: 3 };

describe('an update of a product', () => {
  it.each([
    ['a property changes the field of the same name', { price: 7 }, { price: 7, fields: { price: 7 } }],
    [
      'a field changes the property of the same name',
      { fields: { price: 8 } },
      { price: 8, fields: { price: 8 } },
    ],
    [
      'an image changes the field imageUrl',
      { images: ['b.jpg', 'c.jpg'] },
      { images: ['b.jpg', 'c.jpg'], fields: { imageUrl: 'b.jpg' } },
    ],
    [
      'the field imageUrl changes the images',
      { fields: { imageUrl: 'd.jpg' } },
      { images: ['d.jpg'], fields: { imageUrl: 'd.jpg' } },
    ],
    ['null removes a price, in both places', { price: null }, { price: null }],
    ['a property without a field of its name adds none', { groupId: 'g' }, { groupId: 'g' }],
    [
      'a property wins over the field of its name',
      { price: 1, fields: { price: 2 } },
      { price: 1, fields: { price: 1 } },
    ],
  ])('%s', (_, set, expected) => {
    expect(applyUpdate(product, set)).toMatchObject(expected);
  });

  it('removes a field that is set to null, and keeps the others', () => {
    const { fields } = applyUpdate(product, { fields: { colour: null, size: 'M' } });
    expect(fields).toEqual({ price: 5, imageUrl: 'a.jpg', size: 'M' });
    expect(applyUpdate(product, { price: null }).fields).not.toHaveProperty('price');
    expect(product.fields).toHaveProperty('colour', 'red');
  });
});

describe('folding changes', () => {
  it.each<[string, ProductChange[], unknown]>([
    [
      'an update keeps the picture when it names none',
      [{ at: 1, kind: 'update', identifier: 'p1', set: { price: 6 } }],
      3,
    ],
    [
      'an update can remove the picture',
      [{ at: 1, kind: 'update', identifier: 'p1', set: {}, picture: null }],
      null,
    ],
    ['a put replaces the picture', [{ at: 1, kind: 'put', product, picture: null }], null],
  ])('%s', (_, changes, picture) => {
    expect(foldChanges(before, changes)?.picture).toBe(picture);
  });

  it('ignores an update of a removed product, but not a later put', () => {
    const remove: ProductChange = { at: 1, kind: 'remove', identifier: 'p1' };
    const update: ProductChange = { at: 2, kind: 'update', identifier: 'p1', set: { price: 9 } };
    expect(foldChanges(before, [remove, update])).toBeNull();
    const put: ProductChange = {
      at: 3,
      kind: 'put',
      product: createProduct('p1', { price: 1 }),
      picture: null,
    };
    expect(foldChanges(before, [remove, update, put, { ...update, at: 4 }])?.product.price).toBe(9);
  });

  it('orders the changes of each product by time, then by number', () => {
    const log = [
      [1, 'a', 5],
      [2, 'b', 1],
      [3, 'a', 2],
      [4, 'a', 5],
    ] as const;
    const changes = log.map(([sequence, identifier, at]) => ({
      sequence,
      change: { at, kind: 'update' as const, identifier, set: { price: sequence } },
    }));
    const grouped = changesByProduct(changes);
    const prices = (identifier: string) =>
      grouped.get(identifier)?.map((change) => (change.kind === 'update' ? change.set.price : null));
    expect([prices('a'), prices('b')]).toEqual([[3, 1, 4], [2]]);
  });
});

describe('a line of the change log', () => {
  const logged = {
    sequence: 12,
    change: {
      at: 3,
      by: 'feeds',
      kind: 'put' as const,
      product,
      picture: { hash: 'h', looks: Float32Array.of(0.1, -2), colour: Float32Array.of(1 / 3) },
    },
  };

  it('gives back the change with its vectors to the bit', () => {
    expect(decodeChange(encodeChange(logged).trimEnd())).toEqual(logged);
  });

  it('is refused when any character is missing', () => {
    const line = encodeChange({ sequence: 1, change: { at: 1, kind: 'remove', identifier: 'p' } }).trimEnd();
    for (let at = 0; at < line.length; at += 1)
      expect(decodeChange(line.slice(0, at) + line.slice(at + 1))).toBeNull();
  });
});
