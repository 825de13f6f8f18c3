import { describe, expect, it } from 'vitest';
import { readCatalogueSearch } from './catalogue-search.ts';

describe('readCatalogueSearch', () => {
  it.each([
    [{}, {}],
    [{ dataset: 'shoes', q: 'red', filter: "brand eq 'Acme'", page: 3 }, 'as it is'],
    [{ q: 4711 }, { q: '4711' }],
    [{ q: '', filter: '', dataset: '' }, {}],
    [{ page: 1 }, {}],
    [{ page: 0 }, {}],
    [{ page: -2 }, {}],
    [{ page: 1.5 }, {}],
    [{ page: '2' }, { page: 2 }],
    [{ page: 'two' }, {}],
    [{ q: null, dataset: ['a'], filter: {} }, {}],
    [{ q: 'red', other: 'x' }, { q: 'red' }],
  ])('of %j is %j', (given, expected) => {
    expect(readCatalogueSearch(given)).toEqual(expected === 'as it is' ? given : expected);
  });
});
