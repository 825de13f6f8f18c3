import { describe, expect, it } from 'vitest';
import { type AnswerSet, createKeptAnswers } from './kept-answers.ts';
import { finishAnswer, type ReadyAnswer } from './ready-answer.ts';

const kilobytes = 1024;

const createAnswer = (size: number): ReadyAnswer => {
  const querySummary = { boxId: 1, kind: 'identifier', text: 'p0', hasResults: true } as const;
  const body = Buffer.alloc(size, 'x');
  return finishAnswer({ body, version: '1', cacheControl: 'no-store', querySummary, isReusable: true }, {});
};

/** Full ones keep an answer that is asked for more often than another. */
const askOften = (set: AnswerSet, key: string): void => {
  for (const _ of [1, 2, 3]) set.keep(key, createAnswer(3 * kilobytes));
};

describe('kept answers', () => {
  it('return what was kept, each set its own', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const [a, b] = [keptAnswers.createSet(), keptAnswers.createSet()];
    const answer = createAnswer(10);
    a.keep('key', answer);
    expect(a.find('key')?.headers).toEqual(answer.headers);
    expect(a.find('key')?.body).toEqual(answer.body);
    expect(a.find('key')?.querySummary).toEqual(answer.querySummary);
    expect([a.find('other'), b.find('key')]).toEqual([null, null]);
    expect(keptAnswers.statistics).toMatchObject({ entries: 1, evictions: 0 });
  });

  it('never hold more bytes than they may, and say how many were dropped', () => {
    const maximum = 100 * kilobytes;
    const keptAnswers = createKeptAnswers(maximum);
    const set = keptAnswers.createSet();
    let kept = 0;
    for (let call = 0; call < 2_000; call += 1) {
      // Each is asked for ten times and then no more.
      const isKept = set.keep(`key ${Math.floor(call / 10)}`, createAnswer(3 * kilobytes));
      if (isKept) kept += 1;
      expect(keptAnswers.statistics.bytes).toBeLessThanOrEqual(maximum);
    }
    const { entries, evictions } = keptAnswers.statistics;
    expect(entries + evictions).toBe(kept);
    expect(entries).toBeGreaterThan(10);
    expect(evictions).toBeGreaterThan(10);
  });

  it('keep what is asked for while others come and go', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const set = keptAnswers.createSet();
    set.keep('popular', createAnswer(3 * kilobytes));
    for (let number = 0; number < 200; number += 1) {
      askOften(set, `key ${number}`);
      expect(set.find('popular')).not.toBeNull();
    }
  });

  it('do not let answers that are asked for once push out others, once they have been full', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const set = keptAnswers.createSet();
    for (let number = 0; number < 40; number += 1) set.keep(`shopper ${number}`, createAnswer(3 * kilobytes));
    const { entries, evictions } = keptAnswers.statistics;
    for (let number = 0; number < 500; number += 1)
      set.keep(`crawler ${number}`, createAnswer(3 * kilobytes));
    expect(keptAnswers.statistics).toMatchObject({ entries, evictions });
  });

  it('keep some of what is asked for in turn, where there is room for some', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const set = keptAnswers.createSet();
    let found = 0;
    for (let turn = 0; turn < 10; turn += 1)
      for (let number = 0; number < 100; number += 1) {
        if (set.find(`key ${number}`) !== null) found += 1;
        else set.keep(`key ${number}`, createAnswer(3 * kilobytes));
      }
    // There is room for some 30 of 100. The oldest making room for the newest, none would be found.
    expect(found).toBeGreaterThan(100);
  });

  it('keep everything again after a set was dropped, however often it was asked for', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const old = keptAnswers.createSet();
    for (let turn = 0; turn < 5; turn += 1)
      for (let number = 0; number < 60; number += 1) askOften(old, `key ${number}`);
    expect(keptAnswers.statistics.evictions).toBeGreaterThan(0);
    old.drop();
    const set = keptAnswers.createSet();
    for (let number = 0; number < 20; number += 1) set.keep(`key ${number}`, createAnswer(3 * kilobytes));
    expect(keptAnswers.statistics.entries).toBe(20);
  });

  it('are empty after they were dropped, and take nothing more', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const set = keptAnswers.createSet();
    set.keep('key', createAnswer(10));
    set.drop();
    set.drop();
    set.keep('key', createAnswer(10));
    expect(set.find('key')).toBeNull();
    expect(keptAnswers.statistics).toEqual({ entries: 0, bytes: 0, evictions: 0 });
  });

  it('refuse an answer that would take most of the room', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const set = keptAnswers.createSet();
    set.keep('key', createAnswer(60 * kilobytes));
    expect(set.find('key')).toBeNull();
  });

  it('count compressed forms from when they are made', async () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const set = keptAnswers.createSet();
    const answer = createAnswer(8 * kilobytes);
    set.keep('key', answer);
    const before = keptAnswers.statistics.bytes;
    const { body } = await answer.forCall({ headers: { 'accept-encoding': 'br' } });
    const more = keptAnswers.statistics.bytes - before;
    expect(more).toBeGreaterThan(body.length);
    expect(more).toBeLessThan(body.length + 200);
    const again = await set.find('key')?.forCall({ headers: { 'accept-encoding': 'br' } });
    expect(again?.body).toEqual(body);
    expect(keptAnswers.statistics.bytes - before).toBe(more);
    set.drop();
    expect(keptAnswers.statistics.bytes).toBe(0);
    await answer.forCall({ headers: { 'accept-encoding': 'gzip' } });
    expect(keptAnswers.statistics.bytes).toBe(0);
  });
});
