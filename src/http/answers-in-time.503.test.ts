import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../test/support/http/shop.ts';

/* A database that hangs: what is asked of it never ends. */

const never = <T>(): Promise<T> => new Promise(() => undefined);

describe('an answer that takes too long', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ answerWithinMs: 50, imageSearch: never, relatedKeywords: never });
  });
  afterAll(() => shop.close());

  it.each(['image search', 'related keywords'])('is a 503 of %s, and gives its slot back', async (name) => {
    const { search, relatedKeywords } = shop.north;
    const [path, query] =
      name === 'image search'
        ? (['/search/imagesearch', { btr: search.tracker, identifier: 'p0' }] as const)
        : (['/relatedsearches/keywords', { btr: relatedKeywords.tracker, pattern: 'x' }] as const);
    const answers = await Promise.all(Array.from({ length: 32 }, () => shop.get(path, { ...query })));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(32).fill(503));
    expect(answers[0]?.headers['retry-after']).toBe('1');
    const metrics = await shop.send('GET', '/metrics');
    expect(metrics.text).toMatch(/^kindred_in_flight 0$/m);
  });
});
