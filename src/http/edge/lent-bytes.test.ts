import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { createApp } from '../app.ts';

/*
 * Answers are made in memory that the next answer uses, and kept in memory that others use when room is made. Here many
 * are asked for at the same time, with room for few.
 */

let shop: Shop;
let fresh: ReturnType<typeof createApp>;
let small: ReturnType<typeof createApp>;
beforeAll(async () => {
  shop = await openShop();
  const { readerOf } = { readerOf: () => null, ...shop.needs.answerCache };
  fresh = createApp({ ...shop.needs, answerCache: { maximumBytes: 0, readerOf } });
  small = createApp({ ...shop.needs, answerCache: { maximumBytes: 40 << 10, readerOf } });
});
afterAll(async () => {
  await Promise.all([fresh.close(), small.close()]);
  await shop.close();
});

const ask = async (app: typeof fresh, query: string, headers: Record<string, string>): Promise<string> => {
  const { statusCode, rawPayload } = await app.inject({
    method: 'GET',
    url: `/search/imagesearch?btr=${shop.north.search.tracker}&${query}`,
    headers: { 'ocp-apim-subscription-key': shop.north.key, ...headers },
  });
  return `${statusCode} ${hash('sha1', rawPayload)}`;
};

/** Fewer than the service refuses. */
const together = 20;

const ends = ['', '&top=3', '&top=5&page=2', '&filter=price%20lt%2030', '&orderby=price'];
const encodings = [{}, {}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }];

describe('answers that are asked for at the same time', () => {
  it('have the bytes of answers that are made one after the other', async () => {
    // Every other call is one of a few, so that they are found in between; what the others ask for several times changes.
    const calls = Array.from({ length: 320 }, (_, number) => ({
      query:
        number % 2 === 0
          ? 'identifier=p2&top=4'
          : `identifier=p${(number >> 4) % 40}${ends[(number >> 4) % 5] ?? ''}`,
      headers: encodings[number % encodings.length] ?? {},
    }));
    const expected: string[] = [];
    for (const { query, headers } of calls) expected.push(await ask(fresh, query, headers));
    for (let start = 0; start < 2 * calls.length; start += together) {
      const places = Array.from({ length: together }, (_, place) => (start + place) % calls.length);
      const answers = await Promise.all(
        places.map((place) => ask(small, calls[place]?.query ?? '', calls[place]?.headers ?? {})),
      );
      expect(answers).toEqual(places.map((place) => expected[place]));
    }
    const metrics = (await small.inject({ method: 'GET', url: '/metrics' })).body;
    const read = (name: string) =>
      Number(new RegExp(`^kindred_answer_cache_${name} (\\d+)`, 'm').exec(metrics)?.[1]);
    expect([read('hits_total') > 50, read('evictions_total') > 20]).toEqual([true, true]);
  });
});
