import { describe, expect, it } from 'vitest';
import { createKeptAnswers } from './kept-answers.ts';
import { finishAnswer, type ReadyAnswer } from './ready-answer.ts';

const kilobytes = 1024;

const createAnswer = (size: number): ReadyAnswer => {
  const querySummary = { boxId: 1, kind: 'identifier', text: 'p0', hasResults: true } as const;
  const body = Buffer.alloc(size, 'x');
  return finishAnswer({ body, version: '1', cacheControl: 'no-store', querySummary, isReusable: true }, {});
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
    for (let number = 0; number < 200; number += 1) {
      // Twice, because a full cache keeps an answer at the second request.
      set.keep(`key ${number}`, createAnswer(3 * kilobytes));
      set.keep(`key ${number}`, createAnswer(3 * kilobytes));
      expect(keptAnswers.statistics.bytes).toBeLessThanOrEqual(maximum);
    }
    const { entries, evictions } = keptAnswers.statistics;
    expect(entries + evictions).toBe(200);
    expect(entries).toBeGreaterThan(10);
    expect([set.find('key 0'), set.find('key 199') === null]).toEqual([null, false]);
  });

  it('keep what is asked for while others come and go', () => {
    const keptAnswers = createKeptAnswers(100 * kilobytes);
    const set = keptAnswers.createSet();
    set.keep('popular', createAnswer(3 * kilobytes));
    for (let number = 0; number < 200; number += 1) {
      for (const _ of [1, 2]) set.keep(`key ${number}`, createAnswer(3 * kilobytes));
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
