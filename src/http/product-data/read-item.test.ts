import { describe, expect, it } from 'vitest';
import type { Field, FieldOverride } from '../../domain/dataset.ts';
import { listKnownFields } from '../../ingest/mapping/known-fields.ts';
import { createItemNaming } from './name-values.ts';
import { readItems, readOneItem } from './items.ts';
import { type ItemContext, readProduct, readUpdate } from './read-item.ts';
import { productDataLimits } from './schema.ts';

const field = (name: string, type: Field['type']): Field => ({
  name,
  displayName: name,
  from: name,
  type,
  facetable: true,
  sortable: false,
  searchable: true,
  order: 0,
});
const nowMs = Date.parse('2026-11-15T12:00:00Z');
const fields = [
  field('Colour', 'text'),
  field('weight', 'number'),
  field('sizes', 'list'),
  field('price', 'number'),
  field('note', 'text'),
];
const createContext = (overrides: readonly FieldOverride[] = []): ItemContext => {
  const known = listKnownFields(fields, overrides);
  return {
    ...createItemNaming(known, 'refuse'),
    known,
    mapped: new Set(fields.map(({ name }) => name)),
    nowMs,
    shopUrl: 'https://shop.example/',
    place: { folder: null, picturesUrl: null, resolve: (image) => image },
  };
};
const context = createContext();
const changeOf = (...parameters: Parameters<typeof readUpdate>) => readUpdate(...parameters).change;
const addOf = (...parameters: Parameters<typeof readProduct>) => readProduct(...parameters).change;

describe('readUpdate', () => {
  it('reads names in any case and values in the types of their fields', () => {
    const change = changeOf(
      { ID: 7, COLOUR: 'Red', Weight: '1.5', SIZES: ['S', 'M'], note: 'kept', Price: '3' },
      context,
    );
    expect(change).toEqual({
      kind: 'update',
      at: nowMs,
      identifier: '7',
      set: {
        price: 3,
        fields: { Colour: 'Red', weight: 1.5, sizes: ['S', 'M'], note: 'kept', price: 3 },
      },
    });
  });

  it('drops the picture when images are named, since it is of the old ones', () => {
    const change = changeOf({ identifier: 'a', image_link: 'a.png' }, context);
    expect(change).toMatchObject({ set: { images: ['https://shop.example/a.png'] }, picture: null });
    expect(changeOf({ identifier: 'a', price: 1 }, context)).not.toHaveProperty('picture');
    expect(changeOf({ identifier: 'a', images: [] }, context)).toMatchObject({ set: { images: [] } });
  });

  it('makes page addresses absolute, and null removes what may be missing', () => {
    const change = changeOf(
      { identifier: 'a', url: '/p/1', currency: null, groupId: null, price: null },
      context,
    );
    expect(change).toMatchObject({
      set: { url: 'https://shop.example/p/1', currency: null, groupId: null, price: null },
    });
    expect(changeOf({ identifier: 'a', url: '/p/1' }, { ...context, shopUrl: null })).toMatchObject({
      set: { url: '/p/1' },
    });
  });

  it.each<[unknown, number]>([
    ['2026-11-15T11:00:00Z', nowMs - 3_600_000],
    [nowMs - 1000.4, nowMs - 1000],
    [nowMs + productDataLimits.aheadMs, nowMs + productDataLimits.aheadMs],
    [undefined, nowMs],
    [null, nowMs],
  ])('takes the timestamp %j', (timestamp, at) => {
    expect(changeOf({ identifier: 'a', price: 1, Timestamp: timestamp }, context)).toMatchObject({ at });
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'identifier: is missing.'],
    [{ identifier: '  ' }, 'identifier: is missing.'],
    [{ identifier: 'x'.repeat(201) }, 'identifier: cannot be read.'],
    [{ identifier: 'a\u0000b' }, 'identifier: cannot be read.'],
    [{ identifier: { a: 1 } }, 'identifier: is missing.'],
    [{ identifier: 'a', id: 'b' }, 'id: is given twice, in two spellings.'],
    [{ identifier: 'a' }, 'product: has nothing but its identifier.'],
    [{ identifier: 'a', timestamp: nowMs }, 'product: has nothing but its identifier.'],
    [{ identifier: 'a', displayText: '' }, 'displayText: is empty.'],
    [{ identifier: 'a', displayText: null }, 'displayText: is empty.'],
    [{ identifier: 'a', url: 'javascript:alert(1)' }, 'url: is no address of a web page.'],
    [{ identifier: 'a', price: -0.01 }, 'price: -0.01 is below 0.'],
    [{ identifier: 'a', weight: 'heavy' }, 'weight: "heavy" is no number.'],
    [
      { identifier: 'a', sizes: [1, { a: 1 }] },
      'sizes: {"a":1} is neither a text, a number, true, false nor a list of them.',
    ],
    [{ identifier: 'a', sizes: Array.from({ length: 201 }, String) }, 'sizes: has 201 values.'],
    [{ identifier: 'a', note: 'x'.repeat(20_001) }, 'note: has 20001 characters.'],
    [
      { identifier: 'a', price: 1, timestamp: nowMs + productDataLimits.aheadMs + 1 },
      'timestamp: lies in the future.',
    ],
    [{ identifier: 'a', price: 1, timestamp: -1 }, 'timestamp: is no instant.'],
    [{ identifier: 'a', price: 1, timestamp: true }, 'timestamp: is no instant.'],
  ])('refuses %j', (item, message) => {
    expect(() => readUpdate(item, context)).toThrow(message);
  });
});

describe('readProduct', () => {
  const whole = { identifier: 'a', name: 'A lamp', link: '/p/a', price: 3 };

  it('is available unless it says otherwise, and has no fields that are null', () => {
    expect(addOf({ ...whole, Colour: null, note: 'x' }, context)).toEqual({
      kind: 'put',
      at: nowMs,
      picture: null,
      product: {
        identifier: 'a',
        displayText: 'A lamp',
        url: 'https://shop.example/p/a',
        price: 3,
        currency: null,
        images: [],
        groupId: null,
        available: true,
        fields: { note: 'x', price: 3 },
      },
    });
    expect(addOf({ ...whole, available: false }, context)).toMatchObject({
      product: { available: false },
    });
  });

  it('builds what it leaves out from the templates of the dataset', () => {
    const templates = createContext([
      { name: 'url', template: 'https://shop.example/p/{identifier}' },
      { name: 'imageUrl', template: 'https://img.example/{note}.jpg' },
    ]);
    const { link: _, ...rest } = whole;
    expect(addOf({ ...rest, note: 'n 1' }, templates)).toMatchObject({
      product: { url: 'https://shop.example/p/a', images: ['https://img.example/n%201.jpg'] },
    });
    expect(changeOf({ identifier: 'a', price: 2 }, templates)).toMatchObject({ set: { price: 2 } });
    expect(changeOf({ identifier: 'a', price: 2 }, templates)).not.toHaveProperty('set.url');
    expect(changeOf({ identifier: 'a', note: 'x' }, templates)).toMatchObject({
      set: { images: ['https://img.example/x.jpg'] },
    });
  });

  it.each(['name', 'link', 'price'])('refuses one without %s', (missing) => {
    const { [missing]: _, ...rest } = whole as Record<string, unknown>;
    expect(() => readProduct(rest, context)).toThrow('is missing.');
  });
});

describe('the body', () => {
  it('is one object, or a list with a timestamp for items without one', () => {
    expect(readOneItem({ a: 1 })).toEqual([{ a: 1 }]);
    const list = { Timestamp: 5, PRODUCTS: [{ identifier: 'a' }, { identifier: 'b', timestamp: 7 }] };
    expect(readItems(list)).toEqual([
      { identifier: 'a', timestamp: 5 },
      { identifier: 'b', timestamp: 7 },
    ]);
    expect(readItems([{ a: 1 }])).toEqual([{ a: 1 }]);
  });

  it.each([null, undefined, 'text', 7, [], {}, { products: [] }, { products: 'x' }, [1], [null], [[]]])(
    'refuses the list %j',
    (body) => {
      expect(() => readItems(body)).toThrow('The body is no list of products');
    },
  );

  it.each([null, undefined, 'text', 7, []])('refuses the item %j', (body) => {
    expect(() => readOneItem(body)).toThrow('The body is no JSON object.');
  });
});
