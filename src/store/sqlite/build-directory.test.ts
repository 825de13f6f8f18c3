import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../domain/dataset.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { buildDirectory, type WebsiteContents } from './build-directory.ts';

const key = '0123456789abcdef0123456789abcdef';
const hashKey = (text: string): Buffer => createHash('sha256').update(text).digest();

const aSubscription = (websiteId: number): Subscription => ({
  id: 7,
  websiteId,
  name: 'shop',
  kind: 'secret',
  state: 'active',
  rate: null,
  quota: null,
  addressRate: null,
  operations: [],
  boxIds: [],
  origins: [],
});

const aDataset = (id: number, kind: Dataset['kind'], productsId: number | null): Dataset => ({
  id,
  websiteId: 1,
  tracker: `dataset ${id}`,
  name: `dataset-${id}`,
  kind,
  source: null,
  fields: [],
  productsId,
  model: null,
});

const contentsOf = (
  datasets: readonly Dataset[],
  untilMs: number | null = null,
  hex = hashKey(key).toString('hex'),
): WebsiteContents => ({
  website: {
    id: 1,
    tracker: 'website 1',
    name: 'shop',
    displayName: 'Shop',
    language: 'en',
    url: null,
    synonyms: [],
    currency: null,
    timeZone: null,
    redirects: [],
  },
  datasets,
  boxes: [],
  campaigns: [],
  subscriptions: [{ subscription: aSubscription(1), keyHashes: [{ hex, untilMs }] }],
});

const build = (contents: WebsiteContents, nowMs = 0) => {
  const hashed: string[] = [];
  const countAndHash = (text: string): Buffer => {
    hashed.push(text);
    return hashKey(text);
  };
  return { directory: buildDirectory('r', [contents], countAndHash, () => new Date(nowMs)), hashed };
};

describe('a key', () => {
  it('is hashed at its first call only', () => {
    const { directory, hashed } = build(contentsOf([]));
    expect([1, 2, 3].map(() => directory.subscriptionByKey(key)?.id)).toEqual([7, 7, 7]);
    expect(hashed).toEqual([key]);
  });

  it('that nobody has is hashed each time, so that guesses fill no memory', () => {
    const { directory, hashed } = build(contentsOf([]));
    const other = 'fedcba9876543210fedcba9876543210';
    expect([1, 2].map(() => directory.subscriptionByKey(other))).toEqual([null, null]);
    expect(hashed).toEqual([other, other]);
  });

  it.each(['', 'x', key.slice(1), `${key}0`, 'kdr_sec_not-one'])(
    'that cannot be one costs no hash: %j',
    (text) => {
      const { directory, hashed } = build(contentsOf([]));
      expect([directory.subscriptionByKey(text), hashed]).toEqual([null, []]);
    },
  );

  it.each([
    [1000, 999, 7],
    [1000, 1000, undefined],
    [1000, 1001, undefined],
    [null, 1001, 7],
  ])('in grace until %j is at %i of subscription %j', (untilMs, nowMs, id) => {
    const { directory } = build(contentsOf([], untilMs), nowMs);
    expect(directory.subscriptionByKey(key)?.id).toBe(id);
    expect(directory.subscriptionByKey(key)?.id).toBe(id);
  });
});

describe('the keywords of a catalogue', () => {
  const products = aDataset(1, 'products', null);

  it('are those of the first dataset that names it', () => {
    const { directory } = build(
      contentsOf([
        products,
        aDataset(2, 'keywords', 1),
        aDataset(3, 'keywords', 1),
        aDataset(4, 'keywords', 9),
      ]),
    );
    expect(directory.keywordDatasetFor(1, 1)?.id).toBe(2);
    expect(directory.keywordDatasetFor(1, 9)?.id).toBe(4);
  });

  it('are none of another website, and none without such a dataset', () => {
    const { directory } = build(contentsOf([products, aDataset(2, 'keywords', 1)]));
    expect(directory.keywordDatasetFor(2, 1)).toBeNull();
    expect(directory.keywordDatasetFor(1, 2)).toBeNull();
    expect([directory.dataset(1, 1)?.id, directory.dataset(2, 1)]).toEqual([1, null]);
    expect([directory.website(1)?.name, directory.website(2)]).toEqual(['shop', null]);
    expect(directory.box(1, 'unknown')).toBeNull();
  });
});
