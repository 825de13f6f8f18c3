import { describe, expect, it } from 'vitest';
import { checkRedirects } from './check-semantics.ts';

const issuesOf = (terms: readonly string[], language?: string) =>
  checkRedirects({
    name: 'luma',
    ...(language !== undefined && { language }),
    redirects: terms.map((term) => ({ term, url: 'https://luma.example/x' })),
  }).map(({ path, message, reason }) => [path, message, reason?.reason]);

describe('redirects of terms', () => {
  it.each<[string, string[], string | undefined, [string, string, string][]]>([
    ['none', [], 'en', []],
    ['different ones', ['sale', 'sale items', 'returns'], 'en', []],
    [
      'the same in another spelling',
      ['Gift cards', 'sale', 'card gift'],
      'en',
      [['$.website.redirects[2].term', 'means the same as `Gift cards` above', 'term-twice']],
    ],
    [
      'the same three times, each compared with the first',
      ['Sale', 'SALE', 'sale!'],
      undefined,
      [
        ['$.website.redirects[1].term', 'means the same as `Sale` above', 'term-twice'],
        ['$.website.redirects[2].term', 'means the same as `Sale` above', 'term-twice'],
      ],
    ],
    [
      'signs without a word',
      ['!?', '€'],
      'en',
      [
        ['$.website.redirects[0].term', 'has no word, so nobody can search for it', 'no-words'],
        ['$.website.redirects[1].term', 'has no word, so nobody can search for it', 'no-words'],
      ],
    ],
    ['a plural of another language', ['Tasche', 'Taschen'], 'en', []],
    [
      'a plural of this language',
      ['Tasche', 'Taschen'],
      'de',
      [['$.website.redirects[1].term', 'means the same as `Tasche` above', 'term-twice']],
    ],
  ])('%s', (_, terms, language, expected) => {
    expect(issuesOf(terms, language)).toEqual(expected);
  });

  it('may be left out', () => {
    expect(checkRedirects({ name: 'luma' })).toEqual([]);
  });
});
