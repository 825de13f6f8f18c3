import { describe, expect, it } from 'vitest';
import { createKeptAnswers, type KeptAnswer } from './kept-answers.ts';
import { createReadyAnswer } from './ready-answer.ts';

const kilobytes = 1024;

const createAnswer = (size: number): KeptAnswer => {
  const querySummary = { boxId: 1, kind: 'identifier', text: 'p0', hasResults: true } as const;
  const body = Buffer.alloc(size, 'x');
  const ready = createReadyAnswer(
    { body, version: '1', cacheControl: 'no-store', querySummary, isReusable: true },
    {},
  );
  return { ready, querySummary };
};

describe('shelves of answers', () => {
  it('return what was kept, each shelf its own', () => {
    const shelves = createKeptAnswers(100 * kilobytes);
    const [a, b] = [shelves.createShelf(), shelves.createShelf()];
    const answer = createAnswer(10);
    a.keep('key', answer);
    expect([a.find('key'), a.find('other'), b.find('key')]).toEqual([answer, null, null]);
    expect(shelves.statistics).toMatchObject({ entries: 1, evictions: 0 });
  });

  it('never hold more bytes than they may, and say how many were dropped', () => {
    const maximum = 100 * kilobytes;
    const shelves = createKeptAnswers(maximum);
    const shelf = shelves.createShelf();
    for (let number = 0; number < 200; number += 1) {
      // Twice, because a full cache keeps an answer at the second request.
      shelf.keep(`key ${number}`, createAnswer(3 * kilobytes));
      shelf.keep(`key ${number}`, createAnswer(3 * kilobytes));
      expect(shelves.statistics.bytes).toBeLessThanOrEqual(maximum);
    }
    const { entries, evictions } = shelves.statistics;
    expect(entries + evictions).toBe(200);
    expect(entries).toBeGreaterThan(10);
    expect([shelf.find('key 0'), shelf.find('key 199') === null]).toEqual([null, false]);
  });

  it('keep what is asked for while others come and go', () => {
    const shelves = createKeptAnswers(100 * kilobytes);
    const shelf = shelves.createShelf();
    shelf.keep('popular', createAnswer(3 * kilobytes));
    for (let number = 0; number < 200; number += 1) {
      for (const _ of [1, 2]) shelf.keep(`key ${number}`, createAnswer(3 * kilobytes));
      expect(shelf.find('popular')).not.toBeNull();
    }
  });

  it('do not let answers that are asked for once push out others, once they have been full', () => {
    const shelves = createKeptAnswers(100 * kilobytes);
    const shelf = shelves.createShelf();
    for (let number = 0; number < 15; number += 1)
      shelf.keep(`shopper ${number}`, createAnswer(3 * kilobytes));
    const { entries } = shelves.statistics;
    for (let number = 0; number < 500; number += 1)
      shelf.keep(`crawler ${number}`, createAnswer(3 * kilobytes));
    expect(shelves.statistics).toMatchObject({ entries, evictions: 0 });
  });

  it('are empty after they were dropped, and take nothing more', () => {
    const shelves = createKeptAnswers(100 * kilobytes);
    const shelf = shelves.createShelf();
    shelf.keep('key', createAnswer(10));
    shelf.drop();
    shelf.drop();
    shelf.keep('key', createAnswer(10));
    expect(shelf.find('key')).toBeNull();
    expect(shelves.statistics).toEqual({ entries: 0, bytes: 0, evictions: 0 });
  });

  it('refuse an answer that would take most of the room', () => {
    const shelves = createKeptAnswers(100 * kilobytes);
    const shelf = shelves.createShelf();
    shelf.keep('key', createAnswer(60 * kilobytes));
    expect(shelf.find('key')).toBeNull();
  });

  it('count compressed forms from when they are made', async () => {
    const shelves = createKeptAnswers(100 * kilobytes);
    const shelf = shelves.createShelf();
    const answer = createAnswer(8 * kilobytes);
    shelf.keep('key', answer);
    const before = shelves.statistics.bytes;
    const { body } = await answer.ready.forCall({ headers: { 'accept-encoding': 'br' } });
    await answer.ready.forCall({ headers: { 'accept-encoding': 'br' } });
    expect(shelves.statistics.bytes - before).toBe(body.length);
    shelf.drop();
    expect(shelves.statistics.bytes).toBe(0);
    await answer.ready.forCall({ headers: { 'accept-encoding': 'gzip' } });
    expect(shelves.statistics.bytes).toBe(0);
  });
});
