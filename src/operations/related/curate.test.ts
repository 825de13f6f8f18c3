import { describe, expect, it } from 'vitest';
import type { RelatedItem } from './related-keywords-request.ts';
import { createCurationRuleFinder, curateKeywords } from './curate.ts';

const item = (text: string, score: number): RelatedItem => ({
  text,
  displayText: text,
  url: null,
  identifier: null,
  score,
  evidence: [{ signal: 'session', weight: score }],
});
const organic = [item('red dress', 0.8), item('blue dress', 0.5)];
const curate = (curation: Parameters<typeof createCurationRuleFinder>[0], pattern = 'dress'): string[] =>
  curateKeywords(organic, createCurationRuleFinder(curation, 'en')([pattern]), 'en').map(
    ({ displayText }) => displayText,
  );

describe('curated keywords', () => {
  it('puts added keywords first, for the pattern in any spelling', () => {
    const rule = [{ pattern: 'Dresses', add: ['Evening Gown', 'Blue Dress'], hide: [] }];
    expect(curate(rule)).toEqual(['Evening Gown', 'Blue Dress', 'red dress']);
    expect(curate(rule, 'shoes')).toEqual(['red dress', 'blue dress']);
  });

  it('hides keywords in any spelling and word order, also added ones', () =>
    expect(curate([{ pattern: null, add: ['gown'], hide: ['Dresses red', 'gowns'] }])).toEqual([
      'blue dress',
    ]));

  it('shows only the added keywords when it replaces the list', () =>
    expect(curate([{ pattern: 'dress', add: ['gown'], hide: [], replace: true }])).toEqual(['gown']));

  it('never adds sexual content about minors or abuse', () =>
    expect(
      curate([{ pattern: null, add: ['nude teens', 'gown', 'kill all jews', 'n1gger'], hide: [] }]),
    ).toEqual(['gown', 'red dress', 'blue dress']));

  it('keeps the evidence of an added keyword that was suggested anyway', () => {
    const rule = createCurationRuleFinder([{ pattern: null, add: ['red dress'], hide: [] }], 'en')(['dress']);
    const [first] = curateKeywords(organic, rule, 'en');
    expect(first?.score).toBeCloseTo(1.8);
    expect(first?.evidence.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(['operator', 'session']),
    );
  });
});
