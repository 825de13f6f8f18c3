import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../domain/product.ts';
import { applyUpdate } from '../changes.ts';
import { castConstant, compareValues } from './match-filter.ts';
import { placePins } from './order.ts';

const pin = (item: string, position: number) => ({ item, position });
const place = (organic: string, ...pins: ReturnType<typeof pin>[]) => placePins([...organic], pins).join('');

describe('placePins', () => {
  it('puts each pin at its place', () => {
    expect(place('abc', pin('X', 1))).toBe('Xabc');
    expect(place('abc', pin('X', 2), pin('Y', 4))).toBe('aXbYc');
    expect(place('abc', pin('Y', 4), pin('X', 2))).toBe('aXbYc');
  });

  it('puts a pin at the next free place where another is, and at the end beyond it', () => {
    expect(place('abc', pin('X', 2), pin('Y', 2))).toBe('aXYbc');
    expect(place('ab', pin('X', 9))).toBe('abX');
    expect(place('', pin('X', 5), pin('Y', 3))).toBe('YX');
    expect(place('ab')).toBe('ab');
    expect(place('')).toBe('');
  });

  it('keeps everything once, the order of the others, and no pin before its place unless the list ends', () => {
    const organic = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 20 });
    const positions = fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 6 });
    fc.assert(
      fc.property(organic, positions, (items, wanted) => {
        const pins = wanted.map((position, index) => ({ item: 1000 + index, position }));
        const placed = placePins(items, pins);
        expect(placed.filter((item) => item < 1000)).toEqual(items);
        expect(new Set(placed).size).toBe(items.length + pins.length);
        for (const { item, position } of pins) {
          const at = placed.indexOf(item) + 1;
          if (at < position) expect(placed.slice(at).every((each) => each >= 1000)).toBe(true);
        }
      }),
    );
  });
});

describe('castConstant', () => {
  it.each([
    ['number', '5', 5],
    ['number', ' 5 ', 5],
    ['number', 5, 5],
    ['number', '', null],
    ['number', ' ', null],
    ['number', 'five', null],
    ['number', true, null],
    ['text', 5, '5'],
    ['text', true, 'true'],
    ['boolean', false, 'false'],
    ['path', 'A/B', 'A/B'],
    ['list', '', ''],
  ] as const)('of %s and %j is %j', (type, value, expected) => {
    expect(castConstant(type, value)).toBe(expected);
  });
});

describe('compareValues', () => {
  it.each([
    ['eq', [false, true, false]],
    ['ne', [true, false, true]],
    ['gt', [false, false, true]],
    ['ge', [false, true, true]],
    ['lt', [true, false, false]],
    ['le', [true, true, false]],
  ] as const)('%s holds below, at and above a number: %j', (comparison, expected) => {
    expect([1, 2, 3].map((value) => compareValues(comparison, value, 2))).toEqual(expected);
    expect(['a', 'b', 'c'].map((value) => compareValues(comparison, value, 'b'))).toEqual(expected);
  });
});

describe('applyUpdate', () => {
  const lamp: Product = {
    identifier: 'l1',
    displayText: 'Lamp',
    url: '/l1',
    price: 10,
    currency: 'EUR',
    images: ['/a.png'],
    groupId: null,
    available: true,
    fields: { price: 10, colour: 'red', imageUrl: '/a.png' },
  };

  it('changes nothing when nothing is given', () => {
    expect(applyUpdate(lamp, {})).toEqual(lamp);
  });

  it('keeps a property and the field of its name the same, whichever is set', () => {
    expect(applyUpdate(lamp, { price: 7 })).toMatchObject({ price: 7, fields: { price: 7 } });
    expect(applyUpdate(lamp, { fields: { price: 8 } })).toMatchObject({ price: 8, fields: { price: 8 } });
    expect(applyUpdate(lamp, { price: null })).toMatchObject({ price: null });
    expect(applyUpdate(lamp, { price: null }).fields).not.toHaveProperty('price');
  });

  it('does not invent a field that the product has not', () => {
    expect(applyUpdate(lamp, { displayText: 'New' }).fields).not.toHaveProperty('displayText');
    expect(applyUpdate(lamp, { fields: { displayText: 'New' } })).toMatchObject({
      displayText: 'New',
      fields: { displayText: 'New' },
    });
  });

  it('sets, adds and removes fields', () => {
    const { fields } = applyUpdate(lamp, { fields: { colour: null, size: ['S', 'M'] } });
    expect(fields).toEqual({ price: 10, imageUrl: '/a.png', size: ['S', 'M'] });
  });

  it('follows the pictures', () => {
    expect(applyUpdate(lamp, { images: ['/b.png', '/c.png'] })).toMatchObject({
      images: ['/b.png', '/c.png'],
      fields: { imageUrl: '/b.png' },
    });
    expect(applyUpdate(lamp, { fields: { imageUrl: '/d.png' } }).images).toEqual(['/d.png']);
    expect(applyUpdate(lamp, { fields: { imageUrl: null } }).images).toEqual([]);
  });

  it('ignores a field of the wrong type as a property', () => {
    expect(applyUpdate(lamp, { fields: { price: 'dear' } })).toMatchObject({ price: 10 });
    expect(applyUpdate(lamp, { fields: { available: 'yes' } })).toMatchObject({ available: true });
  });

  it('does not change the product it was given', () => {
    const before = structuredClone(lamp);
    applyUpdate(lamp, { price: 1, fields: { colour: 'blue' } });
    expect(lamp).toEqual(before);
  });
});
