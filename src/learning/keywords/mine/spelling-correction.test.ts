import { describe, expect, it } from 'vitest';
import type { BehaviourEvent } from '../log/event.ts';
import { createBehaviourCollector } from './behaviour.ts';
import { normaliseQuery } from './candidates.ts';
import { learnDefaults } from './learn.ts';
import { createSpellingCorrector } from './spelling-correction.ts';
import { createTermIndex } from './term-index.ts';

/** So many shoppers searched each query and clicked the product. */
const correct = (
  searches: readonly (readonly [query: string, shoppers: number, product?: string])[],
  isCatalogueWord: ((word: string) => boolean) | null = null,
) => {
  const collector = createBehaviourCollector(learnDefaults);
  for (const [query, shoppers, product] of searches)
    for (let shopper = 0; shopper < shoppers; shopper++) {
      const base = { shopper: `${query} ${shopper}`, at: 1e12 + shopper, query };
      const events: BehaviourEvent[] = [{ kind: 'search', ...base }];
      if (product !== undefined) events.push({ kind: 'click', ...base, product });
      for (const event of events) collector.add(event);
    }
  const behaviour = collector.finish();
  const correction = createSpellingCorrector(behaviour, createTermIndex(behaviour.patterns), isCatalogueWord);
  return (text: string): string | null => correction(normaliseQuery(text, 'en'))?.displayText ?? null;
};

describe('a correction', () => {
  it('needs five times the shoppers of the misspelt pattern', () => {
    expect(
      correct([
        ['camping stove', 10],
        ['campin stove', 2],
      ])('campin stove'),
    ).toBe('camping stove');
    expect(
      correct([
        ['camping stove', 9],
        ['campin stove', 2],
      ])('campin stove'),
    ).toBeNull();
  });

  it('of a pattern that nobody searched needs two shoppers', () => {
    expect(correct([['camping stove', 2]])('campin stove')).toBe('camping stove');
    expect(correct([['camping stove', 1]])('campin stove')).toBeNull();
  });

  it('of a short pattern needs the same products', () => {
    expect(
      correct([
        ['coat', 20, 'p1'],
        ['boat', 2, 'p2'],
      ])('boat'),
    ).toBeNull();
    expect(
      correct([
        ['hallo', 20, 'p1'],
        ['hallu', 2, 'p1'],
      ])('hallu'),
    ).toBe('hallo');
  });

  it('prefers fewer edits, then more shoppers', () => {
    const find = correct([
      ['leather boots', 5],
      ['leather boats', 50],
    ]);
    expect(find('leather bootz')).toBe('leather boots');
    expect(find('leather boxts')).toBe('leather boats');
  });

  it('is never made for words of the catalogue, nor to another number', () => {
    const words = new Set(['leather', 'boat']);
    expect(correct([['leather boots', 50]], (word) => words.has(word))('leather boats')).toBeNull();
    expect(correct([['playstation 5', 50]])('playstation 4')).toBeNull();
  });

  it('is the same when asked again', () => {
    const find = correct([['camping stove', 10]]);
    expect([find('campin stove'), find('campin stove'), find('tent')]).toEqual([
      'camping stove',
      'camping stove',
      null,
    ]);
  });
});
