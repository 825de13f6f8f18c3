import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import { FacetList } from './facet-list.tsx';
import type { FacetSelection, WireFacet } from './facet-values.ts';

const facet = (name: string, values: readonly (readonly [string, number, boolean?])[]): WireFacet => ({
  name,
  displayName: name.toUpperCase(),
  type: 'value',
  count: values.length,
  ranges: null,
  values: values.map(([value, count, disabled = false]) => ({ name: value, count, disabled })),
});

const range: WireFacet = {
  name: 'price',
  displayName: 'Price',
  type: 'range',
  count: 9,
  ranges: [{ min: 4.5, max: 99.9 }],
  values: null,
};

const list = (facets: readonly WireFacet[], chosen: FacetSelection = {}, language: 'en' | 'de' = 'en') =>
  render(createElement(FacetList, { facets, chosen, onChange: () => undefined }), language);

describe('FacetList', () => {
  it('says that there are none', () => {
    expect(textOf(list([]))).toBe('No facets for this set.');
  });

  it('shows values with their counts, the chosen one checked', () => {
    const markup = list(
      [
        facet('brand', [
          ['Acme', 12],
          ['Halden', 3],
        ]),
      ],
      { brand: { values: ['Halden'] } },
    );
    expect(textOf(markup)).toContain('BRAND Acme 12 Halden 3');
    expect(markup.match(/checked=""/g)).toHaveLength(1);
  });

  it('disables a value that would lead to nothing, unless it is chosen', () => {
    const facets = [facet('brand', [['Acme', 0, true]])];
    expect(list(facets)).toContain('disabled=""');
    expect(list(facets, { brand: { values: ['Acme'] } })).not.toContain('disabled=""');
  });

  it('shows truth values in the language of the operator', () => {
    const facets = [
      facet('sale', [
        ['false', 118],
        ['true', 28],
      ]),
    ];
    expect(textOf(list(facets))).toContain('No 118 Yes 28');
    expect(textOf(list(facets, {}, 'de'))).toContain('Nein 118 Ja 28');
  });

  it('shows categories as a tree, each with its parents for who cannot see it', () => {
    const markup = list([
      facet('category', [
        ['Shoes', 9],
        ['Bags', 4],
        ['Shoes/Boots', 3],
      ]),
    ]);
    expect(textOf(markup)).toMatch(/Shoes 9 Shoes › Boots 3 Bags 4/);
    expect(markup.match(/padding-inline-start:1.25rem/g)).toHaveLength(1);
  });

  it('shows a swatch beside the values of a colour', () => {
    const markup = list([
      facet('colour', [
        ['Red', 2],
        ['as in the picture', 1],
      ]),
      facet('brand', [['Orange', 1]]),
    ]);
    expect(markup.match(/background-color/g)).toHaveLength(1);
    expect(textOf(markup)).toContain('Red 2');
  });

  it('folds values beyond eight and facets beyond six', () => {
    const many = facet(
      'size',
      Array.from({ length: 11 }, (_, index) => [`s${index}`, 1] as const),
    );
    expect(list([many]).match(/<details/g)).toHaveLength(1);
    const facets = Array.from({ length: 13 }, (_, index) => facet(`f${index}`, [['x', 1]]));
    expect(textOf(list(facets))).toContain('More facets (7)');
  });

  it('has a way to clear a selection only where there is one', () => {
    const facets = [facet('brand', [['Acme', 1]])];
    expect(textOf(list(facets))).not.toContain('Clear filters');
    expect(textOf(list(facets, { brand: { values: ['Acme'] } }))).toContain('Clear filters');
  });

  it('shows a range with its limits and what was entered', () => {
    const markup = list([range], { price: { bounds: { min: 10 } } });
    expect(textOf(markup)).toContain('4.50 to 99.90');
    expect(attributesOf(markup, 'aria-label')).toEqual(['Price, at least', 'Price, at most']);
    expect(attributesOf(markup, 'placeholder')).toEqual(['4', '100']);
    expect(attributesOf(markup, 'value')).toEqual(['10']);
  });
});
