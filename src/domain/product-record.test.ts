import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValue, Product } from './product.ts';
import { encodeRecord, recordJson } from './product-record.ts';

const product = (fields: Record<string, FieldValue>, more: Partial<Product> = {}): Product => ({
  identifier: 'a',
  displayText: 'A lamp',
  url: 'https://shop.example/a',
  price: null,
  currency: null,
  images: [],
  groupId: null,
  available: true,
  fields,
  ...more,
});
const always = '"identifier":"a","displayText":"A lamp","url":"https://shop.example/a"';

describe('a product record', () => {
  it('writes the base properties first, then the mapped fields in their order', () => {
    const text = recordJson(
      product({ shade: 'red', price: 5, brand: 'Acme' }, { price: 5, images: ['one.png'] }),
    );
    expect(text).toBe(`{${always},"imageUrl":"one.png","price":5,"shade":"red","brand":"Acme"}`);
  });

  it('fills a missing base property from the mapped field of the same name', () => {
    expect(recordJson(product({ currency: 'EUR', imageUrl: 'shown.png' }, { images: ['named.png'] }))).toBe(
      `{${always},"imageUrl":"shown.png","currency":"EUR"}`,
    );
  });

  it('keeps the order of integer-like names and of __proto__', () => {
    const fields = Object.fromEntries([
      ['shade', 'red'],
      ['__proto__', 'kept'],
    ]) as Record<string, FieldValue>;
    expect(recordJson(product(fields))).toBe(`{${always},"shade":"red","__proto__":"kept"}`);
    expect(recordJson(product({ shade: 'red', '7': 'seven' }))).toBe(`{${always},"7":"seven","shade":"red"}`);
  });

  it('writes valid JSON with exactly these properties for any field names', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 6 }), value), (fields) => {
        const read = JSON.parse(recordJson(product(fields))) as Record<string, unknown>;
        for (const [name, value] of Object.entries(fields)) {
          if (['identifier', 'displayText', 'url'].includes(name)) continue;
          expect(Object.getOwnPropertyDescriptor(read, name)?.value).toEqual(value);
        }
      }),
    );
  });

  it('encodes the same JSON as UTF-8', () => {
    const one = product({ shade: 'grün' });
    expect(Buffer.from(encodeRecord(one)).toString('utf8')).toBe(recordJson(one));
  });
});
