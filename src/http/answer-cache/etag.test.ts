import { describe, expect, it } from 'vitest';
import { computeEtag, matchesEtag } from './etag.ts';

describe('etags', () => {
  it('are equal for equal bytes only, and quoted', () => {
    const [a, b, c] = ['one', 'one', 'two'].map((text) => computeEtag(Buffer.from(text)));
    expect(a).toBe(b);
    expect(a).not.toBe(c);
    expect(a).toMatch(/^"[\w-]+"$/);
  });

  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    ['"x"', true],
    ['W/"x"', true],
    ['"a", W/"x" , "b"', true],
    ['*', true],
    ['"y"', false],
    ['x', false],
  ])('If-None-Match %j', (header, expected) => {
    expect(matchesEtag(header, '"x"')).toBe(expected);
  });
});
