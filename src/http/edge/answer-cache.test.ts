import { beforeEach, describe, expect, it } from 'vitest';
import { aSearchBox } from '../../../test/support/store/test-shop.ts';
import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { buildDirectory } from '../../store/sqlite/build-directory.ts';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import type { Question } from './question.ts';
import { finishAnswer, type ReadyAnswer } from './ready-answer.ts';

const noon = Date.UTC(2026, 6, 15, 12);
const hourMs = 3_600_000;

const createDirectory = (revision: string) =>
  buildDirectory(
    revision,
    [],
    () => Buffer.alloc(32),
    () => new Date(noon),
  );

const createSubscription = (id: number): Subscription => ({
  id,
  websiteId: 1,
  name: 'shop',
  kind: 'secret',
  state: 'active',
  operations: [],
  boxIds: [],
  origins: [],
  rate: null,
  addressRate: null,
  quota: null,
});

const box: Box = { ...aSearchBox(1), id: 1, websiteId: 1, tracker: 't' };
const directory = createDirectory('1');
const question: Question = {
  directory,
  box,
  datasets: ['catalogue'],
  campaigns: [],
  settings: ['en'],
  key: 'p0',
};

const createAnswer = (text: string): ReadyAnswer => {
  const querySummary = { boxId: 1, kind: 'identifier', text, hasResults: true } as const;
  const made = {
    body: Buffer.from(text),
    version: '1',
    cacheControl: 'no-store',
    querySummary,
    isReusable: true,
  };
  return finishAnswer(made, {});
};

let nowMs: number;
let reader: object;
let cache: AnswerCache;
let shop: Subscription;
beforeEach(() => {
  [nowMs, reader, shop] = [noon, {}, createSubscription(1)];
  const created = createAnswerCache({ maximumBytes: 1 << 20, readerOf: () => reader, now: () => nowMs });
  if (created === null) throw new Error('Nothing is kept.');
  cache = created;
});

const keep = (text: string, asked: Question = question, url = '/a'): void =>
  cache.find(asked, shop, url).keep(createAnswer(text));

const findByUrl = (url = '/a', subscription = shop, seen = directory): string | undefined =>
  cache.findByUrl(seen, subscription, url)?.body.toString();

describe('the answer cache', () => {
  it('finds an answer by the URL that it was made for, without reading its parameters', () => {
    expect(findByUrl()).toBeUndefined();
    keep('first');
    expect(findByUrl()).toBe('first');
    expect(cache.statistics).toMatchObject({ hits: 1, misses: 1, entries: 1 });
  });

  it('finds it by another URL once that was read', () => {
    keep('first');
    expect(findByUrl('/b')).toBeUndefined();
    expect(cache.find(question, shop, '/b').kept?.body.toString()).toBe('first');
    expect(findByUrl('/b')).toBe('first');
  });

  it('does not remember very long URLs', () => {
    const url = `/${'x'.repeat(2_000)}`;
    keep('first', question, url);
    expect(findByUrl(url)).toBeUndefined();
    expect(cache.find(question, shop, url).kept?.body.toString()).toBe('first');
  });

  it('keeps URLs of subscriptions apart: another one may not call the box', () => {
    keep('first');
    expect(findByUrl('/a', createSubscription(2))).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ['a reader', () => (reader = {})],
    ['the subscription', () => (shop = createSubscription(1))],
  ])('finds nothing by URL after a change of %s', (_, change) => {
    keep('first');
    change();
    expect(findByUrl()).toBeUndefined();
  });

  it('finds nothing by URL with another directory, until that was found to say the same', () => {
    keep('first');
    const other = createDirectory('2');
    expect(findByUrl('/a', shop, other)).toBeUndefined();
    expect(cache.find({ ...question, directory: other }, shop, '/a').kept?.body.toString()).toBe('first');
    expect(findByUrl('/a', shop, other)).toBe('first');
  });

  it('drops answers with the configuration that they were made from, and only then', () => {
    keep('first');
    const ask = (changes: Partial<Question>) =>
      cache.find({ ...question, directory: createDirectory('2'), ...changes }, shop, '/a').kept;
    expect(ask({})?.body.toString()).toBe('first');
    expect(ask({ settings: ['de'] })).toBeNull();
    expect(findByUrl()).toBeUndefined();
    expect(cache.statistics).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('drops answers when a campaign begins', () => {
    const from = new Date(noon + hourMs).toISOString();
    const schedule = { from, until: null, weekdays: [] };
    const campaign = { ruleId: 1, state: 'published', schedule, when: {}, share: 1 } as unknown as Campaign;
    keep('before', { ...question, campaigns: [campaign] });
    nowMs += hourMs - 1;
    expect(findByUrl()).toBe('before');
    nowMs += 1;
    expect(findByUrl()).toBeUndefined();
  });

  it('does not keep an answer that was made while something changed', () => {
    const finding = cache.find(question, shop, '/a');
    reader = {};
    finding.keep(createAnswer('late'));
    expect(findByUrl()).toBeUndefined();
    expect(cache.find(question, shop, '/a').kept).toBeNull();
  });

  it('has another body after a body was kept: what it was made in may be used again', () => {
    const answer = createAnswer('first');
    const made = answer.body;
    cache.find(question, shop, '/a').keep(answer);
    made.fill('x');
    expect(findByUrl()).toBe('first');
  });

  it('is none without room', () => {
    expect(createAnswerCache({ maximumBytes: 0, readerOf: () => null, now: () => noon })).toBeNull();
  });
});
