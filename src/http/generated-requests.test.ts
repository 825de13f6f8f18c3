import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countDrawn } from '../../test/full-run.ts';
import { findMismatches } from '../../test/support/http/check-response.ts';
import { openShop, type Shop } from '../../test/support/http/shop.ts';

const runs = countDrawn('generated requests');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.replace(/[\s#]/g, '+')),
  fc.constantFrom(
    '',
    '%',
    '%00',
    '%ff',
    '%zz',
    '-1',
    '0',
    '1',
    '24',
    '100',
    '1e9',
    '99999999999',
    'NaN',
    'true',
    '__proto__',
  ),
  fc.constantFrom(
    "color%20eq%20'Red'",
    'price%20lt%2020',
    'not%20(sale%20eq%20true)',
    "color%20in%20('Red','x')",
    'price desc',
    '(((((',
  ),
  fc.nat({ max: 600 }).map((length) => 'x'.repeat(length)),
);
const names = [
  'btr',
  'identifier',
  'pattern',
  'top',
  'page',
  'filter',
  'orderby',
  'tile',
  'explain',
  'BTR',
  'Subscription-Key',
  'x',
  '',
];
const pair = fc
  .tuple(fc.constantFrom(...names), nasty)
  .map(([name, value]) => `${encodeURIComponent(name)}=${value}`);

/** Mostly valid calls with something unusual added: pure noise would never pass the first check. */
const call = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'),
  path: fc.constantFrom('/search/imagesearch', '/relatedsearches/keywords', '/v1/search/imagesearch'),
  box: fc.constantFrom('search', 'relatedKeywords', 'relatedProducts', 'none'),
  subject: fc.oneof(
    fc.constantFrom('identifier=p0', 'identifier=p38', 'pattern=shirt', 'identifier=p1&pattern=lamp'),
    pair,
  ),
  odd: fc.array(pair, { maxLength: 3 }),
  key: fc.constantFrom('good', 'good', 'good', 'good', 'foreign', 'wrong', 'none'),
  etag: fc.constantFrom('', '*', '*', '"x"'),
});
type GeneratedCall = typeof call extends fc.Arbitrary<infer T> ? T : never;

const urlOf = ({ path, box, subject, odd }: GeneratedCall): string => {
  const trackers = {
    search: shop.north.search.tracker,
    relatedKeywords: shop.north.relatedKeywords.tracker,
    relatedProducts: shop.north.relatedProducts.tracker,
    none: '',
  } as Record<string, string>;
  return `${path}?${[`btr=${trackers[box]}`, subject, ...odd].join('&')}`;
};

const headersOf = ({ key, etag }: GeneratedCall): Record<string, string> => {
  const keys: Record<string, string> = { good: shop.north.key, foreign: shop.south.key, wrong: 'wrong' };
  const given = keys[key];
  return {
    ...(given === undefined ? {} : { 'Ocp-Apim-Subscription-Key': given }),
    ...(etag === '' ? {} : { 'if-none-match': etag }),
  };
};

describe(`${runs} generated requests`, () => {
  it('give only documented answers, never a 500 or internal texts', async () => {
    const seen = new Map<number, number>();
    const property = fc.asyncProperty(call, async (generated) => {
      const { method, path } = generated;
      const { status, headers, text, json } = await shop.send(method, urlOf(generated), headersOf(generated));
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status === 204) return;
      expect(status).not.toBe(500);
      if (method !== 'HEAD') expect(findMismatches(path, status, headers, text)).toEqual([]);
      if (status === 400 && method !== 'HEAD') expect(typeof json).toBe('string');
      if (status >= 400) expect(text).not.toMatch(/node:|\.ts\b|at \w+ \(|Error:|sqlite|undefined|\[object/i);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
    // Every status must occur often enough: a generator without valid calls would prove nothing.
    for (const status of [200, 304, 400, 401, 405]) expect(seen.get(status) ?? 0).toBeGreaterThan(runs / 200);
  });
});
