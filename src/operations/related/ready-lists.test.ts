import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createListBudget, type ListMaker, createReadyLists, type PackedList } from './ready-lists.ts';
import type { RelatedItem } from './related-keywords-request.ts';

const createItem = (text: string): RelatedItem => ({
  text,
  displayText: text.toUpperCase(),
  url: null,
  score: 1,
  evidence: [],
  identifier: null,
});

const readTexts = (list: PackedList | null): string[] | null =>
  list &&
  Array.from({ length: list.length }, (_, index) => {
    const { bytes, start, end } = list.at(index);
    return (JSON.parse(`${bytes.toString('utf8', start, end)}}`) as RelatedItem).text;
  });

/** Pattern n has the items `n` and `n + 1`; every fifth has none. */
const makePair = (pattern: number): RelatedItem[] | null =>
  pattern % 5 === 4 ? null : [createItem(`t${pattern}`), createItem(`t${pattern + 1}`)];

const open = (changes: Partial<ListMaker> = {}) =>
  createReadyLists({
    patterns: 50,
    size: 3,
    make: makePair,
    after: 1,
    budget: createListBudget(),
    ...changes,
  });

const waitFor = async (lists: ReturnType<typeof open>, pattern: number): Promise<void> => {
  while (lists.find(pattern) === null) await setTimeout(1);
};

describe('ready lists', () => {
  it('are those that were made, for every pattern', async () => {
    const lists = open();
    await waitFor(lists, 48);
    for (let pattern = 0; pattern < 50; pattern += 1)
      expect(readTexts(lists.find(pattern))).toEqual(makePair(pattern)?.map(({ text }) => text) ?? null);
    expect(lists.find(50)).toBeNull();
  });

  it('are not made before so many questions', async () => {
    const made: number[] = [];
    const make = (pattern: number) => {
      made.push(pattern);
      return makePair(pattern);
    };
    const lists = open({ after: 3, make });
    expect([lists.find(0), lists.find(0)]).toEqual([null, null]);
    await setTimeout(5);
    expect(made).toEqual([]);
    await waitFor(lists, 48);
    // The last one may be made in the next stretch of work.
    await expect.poll(() => made).toEqual(Array.from({ length: 50 }, (_, pattern) => pattern));
  });

  it('end where one cannot be made: the others are answered when they are asked for', async () => {
    const make = (pattern: number) => {
      if (pattern === 20) throw new Error('broken');
      return makePair(pattern);
    };
    const lists = open({ make });
    await waitFor(lists, 18);
    await setTimeout(5);
    expect([lists.find(20), lists.find(30)]).toEqual([null, null]);
  });

  it.each<[string, Partial<ListMaker>]>([
    ['too many patterns for the memory', { patterns: 20_000_000 }],
    ['lists that are too long', { size: 256 }],
  ])('are not made of %s', async (_, changes) => {
    let made = 0;
    const make = () => {
      made += 1;
      return [];
    };
    const lists = open({ ...changes, make });
    lists.find(0);
    await setTimeout(5);
    expect(made).toBe(0);
  });

  it('give their memory back, and take none beyond the budget', async () => {
    const budget = { bytes: 2 << 20 };
    const lists = open({ budget });
    await waitFor(lists, 48);
    const found = lists.find(0);
    expect(budget.bytes).toBeLessThan(1 << 20);
    const others = open({ budget });
    others.find(0);
    await setTimeout(5);
    expect(others.find(0)).toBeNull();
    lists.dispose();
    others.dispose();
    expect(budget.bytes).toBe(2 << 20);
    expect(lists.find(0)).toBeNull();
    expect(readTexts(found)).toEqual(['t0', 't1']);
  });

  it('leave out a list that is longer than the box shows', async () => {
    const lists = open({ size: 1, make: (at) => (at === 3 ? makePair(at) : [createItem(`t${at}`)]) });
    await waitFor(lists, 48);
    expect(lists.find(3)).toBeNull();
    expect(readTexts(lists.find(4))).toEqual(['t4']);
  });
});
