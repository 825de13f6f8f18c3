import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArrangedFacet } from '../../operations/facets/arrange-facets.ts';
import { beginAnswer } from './answer-writer.ts';
import { writeFacets } from './facets-presenter.ts';

const presentFacets = (facets: readonly ArrangedFacet[]): string => {
  const writer = beginAnswer();
  writeFacets(writer, facets);
  return writer.finish().toString();
};

const text = fc.string({ unit: 'binary', maxLength: 8 });
const common = {
  name: text,
  displayName: text,
  dataType: fc.constantFrom('string', 'number', 'boolean'),
  count: fc.nat(),
  disabled: fc.boolean(),
} as const;
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const facet: fc.Arbitrary<ArrangedFacet> = fc.oneof(
  fc.record({
    ...common,
    kind: fc.constant('value'),
    values: fc.array(fc.record({ name: text, count: fc.nat(3) }), { maxLength: 5 }),
  }),
  fc.record({
    ...common,
    kind: fc.constant('range'),
    min: number,
    max: number,
    filteredMin: fc.option(number),
    filteredMax: fc.option(number),
  }),
);

/** What the interface says, in its order of properties. */
const toWire = (each: ArrangedFacet, order: number): object => {
  const { name, displayName, dataType, kind: type, count, disabled } = each;
  const base = { name, displayName, dataType, type, order, count };
  if (each.kind === 'range') {
    const { min, max, filteredMin, filteredMax } = each;
    return { ...base, ranges: [{ min, max, filteredMin, filteredMax }], values: null, disabled };
  }
  const values = each.values.map((value) => ({
    count: value.count,
    name: value.name,
    disabled: value.count === 0,
  }));
  return { ...base, ranges: null, values: values.length === 0 ? null : values, disabled };
};

describe('writeFacets', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.array(facet, { minLength: 1, maxLength: 4 }), (facets) => {
        expect(presentFacets(facets)).toBe(JSON.stringify(facets.map(toWire)));
      }),
    );
  });

  it('is null without facets', () => {
    expect(presentFacets([])).toBe('null');
  });

  it('quotes a name the same in every answer', () => {
    const values = [{ name: '"Nº 5"\n', count: 1 }];
    const [before, after] = [0, 1].map(() =>
      presentFacets([
        {
          name: 'brand',
          displayName: 'Brand',
          dataType: 'string',
          count: 1,
          disabled: false,
          kind: 'value',
          values,
        },
      ]),
    );
    expect(after).toBe(before);
    expect(JSON.parse(before ?? '')).toMatchObject([{ values }]);
  });
});
