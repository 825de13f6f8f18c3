import { describe, expect, it } from 'vitest';
import { judgeSuggestion } from './judge-suggestions.ts';

describe('the second opinion on suggestions', () => {
  it.each([
    ['porn dvd', 'explicit'],
    ['Fucking cheap', 'explicit'],
    ['Pörno', 'explicit'],
    ['pornó', 'explicit'],
    ['anal-sex', 'explicit'],
    ['nackte Kinder', 'minors'],
    ['teen sex', 'minors'],
    ['underage porn', 'minors'],
    ['niggers', 'abuse'],
    ['nude lipstick', null],
    ['kids shoes', null],
    ['sex and the city', null],
    ['Scunthorpe mug', null],
    ['essex rug', null],
    ['', null],
  ])('%s: %s', (text, expected) => {
    expect(judgeSuggestion(text)).toBe(expected);
  });
});
