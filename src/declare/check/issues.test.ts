import { describe, expect, it } from 'vitest';
import { closestName, suggestName } from './issues.ts';
import { validate } from './read-declaration.ts';

const website = { name: 'luma' };
const listIssues = (declaration: object) =>
  validate({ website, ...declaration }).map(({ path, message, reason }) => [path, message, reason?.reason]);

describe('issues of the schema', () => {
  it.each([
    [
      'an unknown property with its likely name',
      { website: { name: 'luma', langauge: 'en' } },
      ['$.website.langauge', 'unknown property `langauge`, did you mean `language`?', 'unknown'],
    ],
    ['a missing property', { website: {} }, ['$.website.name', 'is missing', 'missing']],
    [
      'a value that is not allowed',
      { datasets: [{ name: 'a', kind: 'product' }] },
      [
        '$.datasets[0].kind',
        '"product" is not one of `products`, `keywords`, did you mean `products`?',
        'not-one-of',
      ],
    ],
    [
      'an unknown kind of box',
      { boxes: [{ name: 'a', kind: 'serch', dataset: 'x' }] },
      [
        '$.boxes[0].kind',
        '"serch" is not one of `search`, `relatedKeywords`, `relatedProducts`, did you mean `search`?',
        'not-one-of',
      ],
    ],
    [
      'a wrong type',
      { website: { name: 'luma', synonyms: 'sofa' } },
      ['$.website.synonyms', 'must be of type array, found string', 'wrong-type'],
    ],
    [
      'null where a text is wanted',
      { website: { name: 'luma', displayName: null } },
      ['$.website.displayName', 'must be of type string, found null', 'wrong-type'],
    ],
    [
      'a number below its minimum',
      { boxes: [{ name: 'a', kind: 'search', dataset: 'x', pageSize: 0 }] },
      ['$.boxes[0].pageSize', 'must be >= 1', 'too-small'],
    ],
    [
      'a number above its maximum',
      { boxes: [{ name: 'a', kind: 'search', dataset: 'x', pageSize: 101 }] },
      ['$.boxes[0].pageSize', 'must be <= 100', 'too-large-number'],
    ],
    [
      'an empty text',
      { datasets: [{ name: '', kind: 'products' }] },
      ['$.datasets[0].name', 'must NOT have fewer than 1 characters', 'too-short'],
    ],
    [
      'a long text',
      { datasets: [{ name: 'x'.repeat(201), kind: 'products' }] },
      ['$.datasets[0].name', 'must NOT have more than 200 characters', 'too-long'],
    ],
    [
      'a group of one synonym',
      { website: { name: 'luma', synonyms: [['sofa']] } },
      ['$.website.synonyms[0]', 'must NOT have fewer than 2 items', 'too-few'],
    ],
    [
      'a redirect without its address',
      { website: { name: 'luma', redirects: [{ term: 'sale' }] } },
      ['$.website.redirects[0].url', 'is missing', 'missing'],
    ],
    [
      'a long list',
      { website: { name: 'luma', synonyms: Array.from({ length: 1001 }, () => ['a', 'b']) } },
      ['$.website.synonyms', 'must NOT have more than 1000 items', 'too-many-entries'],
    ],
    [
      'an instant without a zone',
      { campaigns: [{ name: 'a', from: '2026-06-01T00:00:00', effect: { ads: { identifiers: ['x'] } } }] },
      [
        '$.campaigns[0].from',
        'does not fit. Holds from here on. An instant such as 2026-06-01T00:00:00Z.',
        'does-not-fit',
      ],
    ],
  ])('name %s', (_case, declaration, issue) => {
    expect(listIssues(declaration)).toEqual([issue]);
  });

  it('write the path of a property with special characters in brackets', () => {
    expect(listIssues({ 'my list': [] })[0]?.[0]).toBe('$["my list"]');
  });

  it('do not repeat a value that may be a secret', () => {
    const keys = { primary: 'kdr_sec_canary', secondary: '0'.repeat(32) };
    const [issue] = listIssues({ subscriptions: [{ name: 'a', kind: 'secret', keys }] });
    expect(issue?.[0]).toBe('$.subscriptions[0].keys.primary');
    expect(JSON.stringify(issue)).not.toContain('canary');
  });
});

describe('suggestName', () => {
  it('suggests a similar name, else lists the known ones', () => {
    expect(suggestName('catalog', ['catalogue', 'searches'])).toBe('did you mean `catalogue`?');
    expect(suggestName('xyz', ['catalogue', 'searches'])).toBe('known: `catalogue`, `searches`');
    expect(suggestName('xyz', [])).toBe('there are none');
  });
});

describe('closestName', () => {
  it.each([
    ['catalog', 'catalogue'],
    ['CATALOGUE', 'catalogue'],
    ['serches', 'searches'],
    ['c', null],
    ['something', null],
  ])('of %s is %s', (written, expected) => {
    expect(closestName(written, ['catalogue', 'searches'])).toBe(expected);
  });
});
