import fc from 'fast-check';
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
    [{ page: ['2'] }, {}],
    [{ page: { toString: {} } }, {}],
    [{ q: null, dataset: ['a'], filter: {} }, {}],
    [{ q: 'red', other: 'x' }, { q: 'red' }],
  ])('of %j is %j', (given, expected) => {
    expect(readCatalogueSearch(given)).toEqual(expected === 'as it is' ? given : expected);
  });

  it('reads what it has read as the same, whatever is in the address', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('dataset', 'q', 'filter', 'page'), fc.jsonValue()),
        (given) => {
          const once = readCatalogueSearch(given);
          expect(readCatalogueSearch({ ...once })).toEqual(once);
          expect(once.page === undefined || once.page > 1).toBe(true);
          expect(Object.values(once)).not.toContain('');
        },
      ),
    );
  });
});
