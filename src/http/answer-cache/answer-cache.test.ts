import { beforeEach, describe, expect, it } from 'vitest';
import { aSearchBox } from '../../../test/support/store/test-shop.ts';
import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
import { buildDirectory } from '../../store/sqlite/build-directory.ts';
import { type AnswerCache, createAnswerCache, type Question } from './answer-cache.ts';
import { encodeAnswer, finishAnswer, type FinishedAnswer } from './finished-answer.ts';

const noon = Date.UTC(2026, 6, 15, 12);
const hourMs = 3_600_000;

const createDirectory = (revision: string) =>
  buildDirectory(
    revision,
    [],
    () => Buffer.alloc(32),
    () => new Date(noon),
  );

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

const createAnswer = (text: string): FinishedAnswer => {
  const querySummary = { boxId: 1, kind: 'identifier', text, hasResults: true } as const;
  const made = {
    body: Buffer.from(text),
    version: '1',
    cacheControl: 'no-store',
    querySummary,
    isReusable: true,
  };
  return finishAnswer(made);
};

let nowMs: number;
let reader: object;
let cache: AnswerCache;
beforeEach(() => {
  [nowMs, reader] = [noon, {}];
  const created = createAnswerCache({ maximumBytes: 1 << 20, readerOf: () => reader, now: () => nowMs });
  if (created === null) throw new Error('Nothing is kept.');
  cache = created;
});

const keep = (text: string, asked: Question = question): void => cache.find(asked).keep(createAnswer(text));

const find = (asked: Question = question): string | undefined => cache.find(asked).cached?.body.toString();

describe('the answer cache', () => {
  it('finds an answer that was kept', () => {
    keep('first');
    expect(find()).toBe('first');
    expect(find({ ...question, key: 'p1' })).toBeUndefined();
    expect(cache.statistics).toMatchObject({ hits: 1, misses: 2, entries: 1 });
  });

  it('finds nothing after a change of a reader', () => {
    keep('first');
    reader = {};
    expect(find()).toBeUndefined();
  });

  it('drops answers with the configuration that they were made from, and only then', () => {
    keep('first');
    const ask = (changes: Partial<Question>) =>
      cache.find({ ...question, directory: createDirectory('2'), ...changes }).cached;
    expect(ask({})?.body.toString()).toBe('first');
    expect(ask({ settings: ['de'] })).toBeNull();
  });

  it('drops answers when a campaign begins', () => {
    const from = new Date(noon + hourMs).toISOString();
    const schedule = { from, until: null, weekdays: [] };
    const campaign = { ruleId: 1, state: 'published', schedule, when: {}, share: 1 } as unknown as Campaign;
    const asked = { ...question, campaigns: [campaign] };
    keep('before', asked);
    nowMs += hourMs - 1;
    expect(find(asked)).toBe('before');
    nowMs += 1;
    expect(find(asked)).toBeUndefined();
  });

  it('does not keep an answer that was made while something changed', () => {
    const finding = cache.find(question);
    reader = {};
    finding.keep(createAnswer('late'));
    expect(find()).toBeUndefined();
  });

  it('never holds more bytes than it may, and counts what made room', () => {
    for (let number = 0; number < 2_000; number += 1) {
      for (let time = 0; time < 2; time += 1) keep('x'.repeat(3_000), { ...question, key: `p${number}` });
      expect(cache.statistics.bytes).toBeLessThanOrEqual(1 << 20);
    }
    const { entries, evictions, bytes } = cache.statistics;
    expect([entries + evictions, entries > 100, bytes > entries * 3_000]).toEqual([2_000, true, true]);
  });

  it('takes an answer that is made for the first time only while there is room', () => {
    for (let number = 0; number < 2_000; number += 1)
      keep('x'.repeat(3_000), { ...question, key: `p${number}` });
    const { evictions } = cache.statistics;
    expect(evictions).toBe(1);
    keep('new', { ...question, key: 'new' });
    expect(find({ ...question, key: 'new' })).toBeUndefined();
    keep('new', { ...question, key: 'new' });
    expect(find({ ...question, key: 'new' })).toBe('new');
  });

  it('keeps what is asked for while others come and go', () => {
    keep('popular');
    for (let number = 0; number < 2_000; number += 1) {
      keep('x'.repeat(3_000), { ...question, key: `p${number + 1}` });
      expect(find()).toBe('popular');
    }
  });

  it('refuses an answer that would take most of the room', () => {
    keep('x'.repeat(600_000));
    expect(find()).toBeUndefined();
  });

  it('counts compressed forms from when they are made', async () => {
    const { keep: keepAnswer } = cache.find(question);
    const answer = createAnswer('word '.repeat(2_000));
    keepAnswer(answer);
    const before = cache.statistics.bytes;
    const encoded = await encodeAnswer(answer, { 'accept-encoding': 'br' });
    keepAnswer(encoded.answer);
    expect(cache.statistics).toMatchObject({ entries: 1, bytes: before + encoded.sent.body.length });
    const { cached } = cache.find(question);
    expect(cached?.compressed.br).toEqual(encoded.sent.body);
  });

  it('does not hold the pool that a small body was made in', () => {
    keep('small');
    expect(cache.find(question).cached?.body.buffer.byteLength).toBe('small'.length);
  });

  it('is none without room', () => {
    expect(createAnswerCache({ maximumBytes: 0, readerOf: () => null, now: () => noon })).toBeNull();
  });
});
