import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoProducts } from '../products.ts';
import { groupFamilies } from './catalogue.ts';
import { facetFields, narrow, readSelection } from './facets.ts';

const products = demoProducts().filter(({ category }) => category.startsWith('Shoes/'));
const select = (search: string) => narrow(products, readSelection(new URLSearchParams(search)));

describe('the selection in an address', () => {
  it('reads repeated values, bounds and the order', () => {
    const selection = readSelection(new URLSearchParams('colour=red&colour=navy&from=20&to=60.5&sort=dear'));
    expect(selection).toEqual({
      values: { colour: ['red', 'navy'], material: [], brand: [], gender: [], room: [] },
      from: 20,
      to: 60.5,
      sorting: 'dear',
    });
  });

  it.each(['', 'from=&to=&sort=&colour=', 'from=-1', 'from=x&to=Infinity', 'sort=name'])(
    'is empty for "%s"',
    (search) => {
      const { values, from, to, sorting } = readSelection(new URLSearchParams(search));
      expect([Object.values(values).flat(), from, to, sorting]).toEqual([[], null, null, null]);
    },
  );
});

describe('a narrowed list', () => {
  it('is whole without a selection, with families that count once', () => {
    const { families, narrowed, prices, facets } = select('');
    expect(families).toHaveLength(groupFamilies(products).length);
    expect(narrowed).toBe(false);
    for (const { price } of products) {
      expect(price).toBeGreaterThanOrEqual(prices.lowest);
      expect(price).toBeLessThanOrEqual(prices.highest);
    }
    expect(facets.map(({ field }) => field)).toEqual(['colour', 'material', 'brand', 'gender']);
  });

  it('has as many entries as the facet said before the tick', () => {
    for (const { field, values } of select('').facets)
      for (const { name, count } of values)
        expect(select(new URLSearchParams({ [field]: name }).toString()).families, name).toHaveLength(count);
  });

  it('keeps the counts of the facet that was ticked', () => {
    const counts = (search: string) =>
      select(search)
        .facets.find(({ field }) => field === 'colour')
        ?.values.map(({ name, count }) => [name, count]);
    expect(counts('colour=red')).toEqual(counts(''));
    expect(counts('material=suede')).not.toEqual(counts(''));
  });

  it('keeps a ticked value that leads to nothing', () => {
    const colours = select('colour=red&from=9999').facets.find(({ field }) => field === 'colour');
    expect(colours?.values.find(({ name }) => name === 'red')).toMatchObject({ count: 0, selected: true });
  });

  it.each([
    ['cheap', 1],
    ['dear', -1],
  ])('is sorted by price: %s', (sorting, sign) => {
    const prices = select(`sort=${sorting}`).families.map(([first]) => first?.price ?? 0);
    expect(prices).toEqual([...prices].sort((a, b) => sign * (a - b)));
  });

  it('holds only what passes every facet, whatever is ticked', () => {
    const tick = (field: (typeof facetFields)[number]) => {
      const known = [...new Set(products.map((product) => product[field]))].filter((value) => value !== null);
      return fc.subarray(known).map((values) => values.map((value) => [field, value]));
    };
    fc.assert(
      fc.property(fc.tuple(...facetFields.map(tick)), fc.nat(150), (ticks, to) => {
        const pairs = ticks.flat();
        const search = new URLSearchParams([...pairs, ['to', String(to)]]);
        const shown = select(search.toString()).families.flat();
        const expected = products.filter((product) =>
          facetFields.every((field) => {
            const wanted = pairs.filter(([name]) => name === field).map(([, value]) => value);
            return wanted.length === 0 || wanted.includes(product[field] ?? '');
          }),
        );
        expect(new Set(shown)).toEqual(new Set(expected.filter(({ price }) => price <= to)));
      }),
      { numRuns: 100 },
    );
  });
});
