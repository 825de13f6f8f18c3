import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TermRedirect } from '../../domain/term-redirect.ts';
import { findTermRedirect } from './find-term-redirect.ts';

const returns = { term: 'Returns', url: 'https://shop.example/returns' };
const giftCards = { term: 'gift cards', url: 'https://shop.example/gifts' };
const redirects = [returns, giftCards];

describe('the redirect of a search text', () => {
  it.each<[string, string | null | undefined, TermRedirect | null]>([
    ['the term as it is stored', 'Returns', returns],
    ['another case', 'RETURNS', returns],
    ['the singular', 'return', returns],
    ['several words', 'Gift card', giftCards],
    ['another word order', 'cards gift', giftCards],
    ['signs around the words', ' gift-card! ', giftCards],
    ['accents', 'rétürns', returns],
    ['one word of several', 'gift', null],
    ['more words', 'blue gift cards', null],
    ['signs alone', '?!', null],
    ['no text', '', null],
    ['no search term in the call', null, null],
    ['a call that leaves it out', undefined, null],
  ])('for %s', (_, text, expected) => {
    expect(findTermRedirect({ redirects, language: 'en' }, text)).toBe(expected);
  });

  it('does not exist without redirects', () => {
    expect(findTermRedirect({}, 'returns')).toBeNull();
    expect(findTermRedirect({ redirects: [] }, 'returns')).toBeNull();
  });

  it('depends on the language, also of the same list', () => {
    const list = [{ term: 'Taschen', url: 'https://shop.example/taschen' }];
    const find = (language: string) => findTermRedirect({ redirects: list, language }, 'Tasche')?.url ?? null;
    expect([find('en'), find('de'), find('en')]).toEqual([null, 'https://shop.example/taschen', null]);
  });

  it('is found for every term of any list of different words', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}q$/);
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 20 }), (words) => {
        const list = words.map((term, place) => ({ term, url: `https://shop.example/${place}` }));
        for (const redirect of list) {
          expect(findTermRedirect({ redirects: list }, redirect.term.toUpperCase())).toBe(redirect);
          expect(findTermRedirect({ redirects: list }, `${redirect.term} other`)).toBeNull();
        }
      }),
    );
  });
});
