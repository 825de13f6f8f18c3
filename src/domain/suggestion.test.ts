import { describe, expect, it } from 'vitest';
import { compareSuggestions, type Suggestion } from './suggestion.ts';

const suggest = (text: string, score: number): Suggestion => ({
  text,
  displayText: text,
  score,
  direction: 'next',
  evidence: [],
});

describe('compareSuggestions', () => {
  it('puts the best score first and orders equal scores by text, whatever the order before', () => {
    const list = [suggest('b', 1), suggest('c', 2), suggest('a', 1)];
    const expected = ['c', 'a', 'b'];
    expect(list.toSorted(compareSuggestions).map(({ text }) => text)).toEqual(expected);
    expect(
      list
        .toReversed()
        .sort(compareSuggestions)
        .map(({ text }) => text),
    ).toEqual(expected);
  });
});
