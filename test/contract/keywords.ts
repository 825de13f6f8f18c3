import { expect } from 'vitest';
import type { Suggestion } from '../../src/domain/suggestion.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { dataset } from './shop.ts';
import type { Suite } from './suite.ts';

const suggestion = (text: string, direction: Suggestion['direction'] = 'refine'): Suggestion => ({
  text,
  displayText: text,
  score: 1,
  direction,
  evidence: [],
});

export const describeKeywords = (suite: Suite): void => {
  const { describe, beforeEach, it } = suite;
  describe('keywords', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });

    const entries = [
      {
        text: 'running shoe',
        displayText: 'Running shoes',
        popularity: 9,
        suggestions: [suggestion('trail shoe'), suggestion('sock', 'next'), suggestion('shoe running')],
      },
      {
        text: 'red dress',
        displayText: 'Red dress',
        popularity: 5,
        suggestions: [suggestion('long dress')],
      },
    ];
    beforeEach(async () => {
      const { version, size } = await engine.buildKeywords(dataset, 'en', entries);
      expect(size).toBe(2);
      await engine.makeLive(dataset, version);
    });
    const suggest = async (pattern: string, more = {}) => {
      const reader = engine.keywords(dataset);
      if (!reader) throw new Error('no reader');
      const answer = await reader.suggest({ pattern, size: 10, directions: ['refine', 'next'], ...more });
      return { ...answer, suggestions: answer.suggestions.map((one) => one.text) };
    };

    it('returns the suggestions of a pattern, without the pattern itself', async () => {
      expect(await suggest('  Running SHOES ')).toEqual({
        understoodAs: null,
        suggestions: ['trail shoe', 'sock'],
      });
      expect(engine.products(dataset)).toBeNull();
    });

    it('respects size and directions', async () => {
      expect((await suggest('running shoes', { size: 1 })).suggestions).toEqual(['trail shoe']);
      expect((await suggest('running shoes', { directions: ['next'] })).suggestions).toEqual(['sock']);
    });

    it('understands misspelt patterns, other word orders and patterns that share words', async () => {
      expect((await suggest('runing shoes')).understoodAs).toBe('running shoe');
      expect((await suggest('shoes running')).suggestions).toEqual(['trail shoe', 'sock']);
      expect((await suggest('dress for a wedding')).understoodAs).toBe('red dress');
    });

    it('returns nothing for a pattern it does not understand', async () => {
      expect(await suggest('zebra')).toEqual({ understoodAs: null, suggestions: [] });
      expect(await suggest('?!')).toEqual({ understoodAs: null, suggestions: [] });
    });
  });
};
