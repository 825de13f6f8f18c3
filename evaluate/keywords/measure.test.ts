import { describe, expect, it } from 'vitest';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { createBaselines } from './baselines.ts';
import { measureOutcome, mean, metricValues } from './measure.ts';
import { createRandom } from '../../src/learning/looks/decide/measure.ts';
import { misspell } from './misspell.ts';

const pair = { shopper: 's', fold: 2, pattern: 'Tents', next: 'Stove', nextKey: 'stove' };

describe('the outcome of a list', () => {
  it('is the rank of the next search among the first ten', () => {
    expect(measureOutcome(pair, 'tent', ['peg', 'stove'], null)).toEqual({
      shopper: 's',
      fold: 2,
      rank: 2,
      entries: 2,
      nearDuplicates: 0,
      entriesWithoutProducts: null,
    });
    const late = [...Array.from({ length: 10 }, (_, index) => `item ${index}`), 'stove'];
    expect(measureOutcome(pair, 'tent', late, null)).toMatchObject({ rank: 0, entries: 10 });
  });

  it('counts other spellings of the pattern and of earlier entries', () =>
    expect(measureOutcome(pair, 'camping stove', ['campng stove', 'lamp', 'lamps post'], null)).toMatchObject(
      {
        nearDuplicates: 1,
      },
    ));

  it('counts entries without products where a catalogue is known', () =>
    expect(measureOutcome(pair, 'tent', ['peg', 'rope'], (text) => text === 'peg')).toMatchObject({
      entriesWithoutProducts: 1,
    }));

  it('gives recall and reciprocal rank', () => {
    const outcomes = [['stove'], ['peg', 'stove'], ['peg']].map((list) =>
      measureOutcome(pair, 'tent', list, null),
    );
    expect(metricValues(outcomes, 'recall')).toEqual([1, 1, 0]);
    expect(metricValues(outcomes, 'mrr')).toEqual([1, 0.5, 0]);
    expect(mean([])).toBe(0);
  });
});

describe('the baselines', () => {
  const search = (shopper: string, minute: number, query: string): BehaviourEvent => ({
    kind: 'search',
    shopper,
    at: minute * 60_000,
    query,
  });
  const click = (shopper: string, query: string, product: string): BehaviourEvent => ({
    kind: 'click',
    shopper,
    at: 0,
    query,
    product,
  });
  const baselines = createBaselines(
    [
      search('a', 0, 'tent'),
      search('a', 5, 'stove'),
      search('b', 0, 'tent'),
      search('b', 90, 'lamp'),
      search('c', 0, 'tents'),
      search('c', 1, 'stove'),
      click('a', 'tent', 'p1'),
      click('b', 'awning', 'p1'),
      click('b', 'lamp', 'p2'),
    ],
    { language: 'en', withinMs: 30 * 60_000 },
  );

  it('popularity lists the most frequent searches without the pattern', () => {
    expect(baselines.popularity('lamp')).toEqual(['tent', 'stove']);
    expect(baselines.popularity('tent')).toEqual(['stove', 'lamp']);
  });

  it('session lists searches of the same shopper within the time', () => {
    expect(baselines.session('tent')).toEqual(['stove']);
    expect(baselines.session('stove')).toEqual(['tent']);
  });

  it('clicks lists patterns of the same products', () =>
    expect(baselines.clicks('tent')).toEqual(['awning']));

  it('lexical lists patterns with common trigrams', () => expect(baselines.lexical('tentt')[0]).toBe('tent'));

  it('fusion lists what any of them lists, best ranks first', () =>
    expect(baselines.fusion('tent').slice(0, 2).sort()).toEqual(['awning', 'stove']));
});

describe('misspell', () => {
  it('never returns the text itself and is repeatable for a seed', () => {
    const typos = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 200 }, () => misspell('running shoes', 1, random));
    };
    expect(typos(4)).toEqual(typos(4));
    expect(typos(4)).not.toContain('running shoes');
    expect(new Set(typos(4)).size).toBeGreaterThan(50);
    for (const typo of typos(4))
      expect(Math.abs(typo.length - 'running shoes'.length)).toBeLessThanOrEqual(1);
  });
});
