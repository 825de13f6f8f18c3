import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const path = '/relatedsearches/keywords';
const good = () => ({ btr: shop.north.relatedKeywords.tracker, pattern: 'shirt' });
const refusal = async (parameters: Record<string, string>): Promise<string> => {
  const { status, json } = await shop.get(path, parameters);
  expect([status, typeof json]).toEqual([400, 'string']);
  return json as string;
};

describe('pattern', () => {
  const cases: [string, string][] = [
    ['', 'pattern: is empty. Allowed: 1 to 200 characters.'],
    ['   ', 'pattern: is empty. Allowed: 1 to 200 characters.'],
    ['x'.repeat(201), 'pattern: has 201 characters. Allowed: 1 to 200 characters.'],
    ['a\u0000b', 'pattern: holds a control character. Allowed: 1 to 200 printable characters.'],
    ['a\u007fb', 'pattern: holds a control character. Allowed: 1 to 200 printable characters.'],
  ];
  it.each(cases)('%j', async (pattern, text) => {
    expect(await refusal({ ...good(), pattern })).toBe(text);
  });

  it('is measured after it is normalised: one ligature of eighteen letters counts as eighteen', async () => {
    expect(await refusal({ ...good(), pattern: '\ufdfa'.repeat(12) })).toMatch(
      /^pattern: has 216 characters/,
    );
  });

  it('200 characters, white space around them not counted, are allowed', async () => {
    expect((await shop.get(path, { ...good(), pattern: ` ${'x'.repeat(200)} ` })).status).toBe(200);
  });

  it('full-width letters are equal to plain ones', async () => {
    const plain = await shop.get(path, good());
    expect((await shop.get(path, { ...good(), pattern: 'ｓｈｉｒｔ' })).text).toBe(plain.text);
  });

  it('white space of any kind is one space', async () => {
    const plain = await shop.get(path, { ...good(), pattern: 'red shirt' });
    for (const pattern of ['red\tshirt', 'red\r\n shirt', 'red\u00a0shirt', 'red\u0085\u3000shirt'])
      expect((await shop.get(path, { ...good(), pattern })).text).toBe(plain.text);
  });

  it('is reported together with other faults', async () => {
    expect(await refusal({ btr: 'nope', pattern: '', explain: '7' })).toMatch(/^pattern: .*explain: .*btr: /);
  });

  it('is required', async () => {
    expect(await refusal({ btr: good().btr })).toMatch(/^pattern: is missing\./);
  });
});

describe('btr', () => {
  it('malformed, unknown, of another website or of another kind: the same text', async () => {
    const { north, south } = shop;
    const foreign = [
      'x',
      '00000000-0000-4000-8000-000000000000',
      south.relatedKeywords.tracker,
      north.search.tracker,
    ];
    const texts = await Promise.all(foreign.map((btr) => refusal({ ...good(), btr })));
    expect(new Set(texts).size).toBe(1);
  });
});
