import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArrangedFacet } from '../../operations/facets/arrange-facets.ts';
import { presentFacets } from './facets-presenter.ts';

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

describe('presentFacets', () => {
  it('has the properties of the interface in their order', () => {
    fc.assert(
      fc.property(fc.array(facet, { minLength: 1, maxLength: 4 }), (facets) => {
        expect(JSON.stringify(presentFacets(facets))).toBe(JSON.stringify(facets.map(toWire)));
      }),
    );
  });

  it('is null without facets', () => {
    expect(presentFacets([])).toBeNull();
  });
});
