import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../domain/suggestion.ts';
import { buildKeywords } from '../build-keywords.ts';
import { fuseSuggestions } from './fuse-suggestions.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { learnDefaults } from '../mine/learn.ts';
import { learnKeywords } from '../../../../test/support/keywords/learn-keywords.ts';

const suggestion = (text: string, score: number, signal: 'session' | 'catalogue'): Suggestion => ({
  text,
  displayText: text,
  score,
  direction: 'next',
  evidence: [{ signal, weight: score, ...(signal === 'session' && { shoppers: 3 }) }],
});

describe('fuseSuggestions', () => {
  it('puts learnt suggestions first and fills up from the catalogue, without near-duplicates', () => {
    const learnt = [suggestion('sofa bed', 1.5, 'session'), suggestion('corner sofa', 0.6, 'session')];
    const catalogue = [suggestion('armchair', 0.9, 'catalogue'), suggestion('sofabed', 0.8, 'catalogue')];
    const fused = fuseSuggestions(learnt, catalogue, 'en');
    expect(fused.map(({ text }) => text)).toEqual(['sofa bed', 'corner sofa', 'armchair']);
  });

  it('adds the scores of both sides, and the evidence adds up to the score', () => {
    const [both] = fuseSuggestions(
      [suggestion('bed sofa', 1, 'session')],
      [suggestion('sofa bed', 0.8, 'catalogue')],
      'en',
    );
    expect(both?.score).toBeCloseTo(0.7);
    expect(both?.evidence).toEqual([
      { signal: 'session', weight: 0.5, shoppers: 3 },
      { signal: 'catalogue', weight: 0.2 },
    ]);
  });
});

describe('keywords built from behaviour and rows', () => {
  const step = (shopper: string, ...queries: string[]): BehaviourEvent[] =>
    queries.map((query, index) => ({ kind: 'search', shopper, at: 1.7e12 + index * 60_000, query }));
  const events = ['a', 'b', 'c'].flatMap((shopper) => step(shopper, 'tent', 'sleeping bag'));

  it('suggest the next searches of other shoppers, with their number and the last day', () => {
    const learnt = learnKeywords(events, learnDefaults);
    const rows = [{ keyword: 'tent pegs', count: 4 }];
    const entries = buildKeywords({ rows, catalogue: null, language: 'en', learnt });
    const tent = entries.find(({ text }) => text === 'tent');
    expect(tent?.suggestions.map(({ text }) => text)).toEqual(['sleeping bag', 'tent peg']);
    const evidence = tent?.suggestions[0]?.evidence ?? [];
    expect(evidence.find(({ signal }) => signal === 'session')).toMatchObject({
      signal: 'session',
      shoppers: 3,
      lastSeen: '2023-11-14',
    });
  });

  it('contain no e-mail address, not even as a pattern, and suggest no blocked word', () => {
    const rows = ['tent', 'tent anna@shop.example', 'tent voucher'].map((keyword) => ({ keyword, count: 9 }));
    const entries = buildKeywords({ rows, catalogue: null, language: 'en', blockedWords: ['voucher'] });
    expect(entries.map(({ text }) => text)).toEqual(['tent', 'tent voucher']);
    expect(entries.flatMap(({ suggestions }) => suggestions)).toEqual([]);
  });
});
