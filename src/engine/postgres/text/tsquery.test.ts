import { describe, expect, it } from 'vitest';
import { formatTerms, formatWords } from '../search/vocabulary.ts';

describe('a tsquery', () => {
  it.each([
    [['red'], "'red'"],
    [['flat', 'screen'], "'flat' & 'screen'"],
    [["o'neill"], "'o''neill'"],
    [['a\\b'], "'a\\\\b'"],
  ])('quotes the terms %j', (terms, expected) => {
    expect(formatTerms(terms)).toBe(expected);
  });

  it('needs every word in mode All and one word in mode Any', () => {
    const words = [[['red']], [['sofa'], ['living', 'couch']]];
    expect(formatWords(words, 'All')).toBe("(('red')) & (('sofa') | ('living' & 'couch'))");
    expect(formatWords(words, 'Any')).toBe("(('red')) | (('sofa') | ('living' & 'couch'))");
  });

  it('finds nothing when a needed word has no alternatives', () => {
    expect(formatWords([[['red']], []], 'All')).toBeNull();
    expect(formatWords([[['red']], []], 'Any')).toBe("(('red'))");
    expect(formatWords([[], []], 'Any')).toBeNull();
    expect(formatWords([], 'All')).toBeNull();
  });
});
