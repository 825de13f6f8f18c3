import { beforeEach, describe, expect, it } from 'vitest';
import { aSearchBox } from '../../../test/support/store/test-shop.ts';
import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
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
beforeEach(() => {
  [nowMs, reader] = [noon, {}];
  const created = createAnswerCache({ maximumBytes: 1 << 20, readerOf: () => reader, now: () => nowMs });
  if (created === null) throw new Error('Nothing is kept.');
  cache = created;
});

const keep = (text: string, asked: Question = question): void => cache.find(asked).keep(createAnswer(text));

const find = (asked: Question = question): string | undefined => cache.find(asked).kept?.body.toString();

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
      cache.find({ ...question, directory: createDirectory('2'), ...changes }).kept;
    expect(ask({})?.body.toString()).toBe('first');
    expect(ask({ settings: ['de'] })).toBeNull();
    expect(cache.statistics).toMatchObject({ entries: 0, bytes: 0 });
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

  it('has another body after a body was kept: what it was made in may be used again', () => {
    const answer = createAnswer('first');
    const made = answer.body;
    cache.find(question).keep(answer);
    made.fill('x');
    expect(find()).toBe('first');
  });

  it('is none without room', () => {
    expect(createAnswerCache({ maximumBytes: 0, readerOf: () => null, now: () => noon })).toBeNull();
  });
});
