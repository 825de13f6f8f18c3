import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/open-page.tsx';
import { FacetList } from './facet-list.tsx';
import type { FacetSelection, WireFacet } from './facet-values.ts';

const facet = (name: string, values: Readonly<Record<string, number>>): WireFacet => ({
  name,
  displayName: name,
  type: 'value',
  count: Object.keys(values).length,
  ranges: null,
  values: Object.entries(values).map(([value, count]) => ({ name: value, count, disabled: false })),
});

const category = facet('category', { Shoes: 9, 'Shoes/Boots': 5, 'Shoes/Boots/Winter': 2, Bags: 4 });
const colour = facet('colour', { Red: 3, 'dark green': 2, patterned: 1 });
const sale = facet('sale', { true: 2, false: 10 });

let selection: FacetSelection = {};

const Facets = ({ facets, first }: { facets: readonly WireFacet[]; first: FacetSelection }) => {
  const [chosen, setChosen] = useState(first);
  return (
    <FacetList
      facets={facets}
      chosen={chosen}
      onChange={(next) => {
        selection = next;
        setChosen(next);
      }}
    />
  );
};

const open = (facets: readonly WireFacet[], first: FacetSelection = {}): void => {
  selection = first;
  show(<Facets facets={facets} first={first} />);
};

const group = (name: string) => within(screen.getByRole('group', { name }));
/** Value and count are read together. */
const choose = (name: string, value: RegExp): void => {
  fireEvent.click(group(name).getByRole('checkbox', { name: value }));
};

describe('choosing in facets', () => {
  it('chooses a subcategory by its whole path, though only its last part is shown', () => {
    open([category]);
    const shown = [...screen.getByRole('group', { name: 'category' }).querySelectorAll('label')].map(
      (label) => label.textContent,
    );
    expect(shown).toEqual(['Shoes9', 'Shoes › Boots5', 'Shoes › Boots › Winter2', 'Bags4']);
    choose('category', /Winter ?2$/);
    expect(selection).toEqual({ category: { values: ['Shoes/Boots/Winter'] } });
  });

  it('indents each level of the tree by the same step', () => {
    open([category]);
    const steps = [...screen.getByRole('group', { name: 'category' }).querySelectorAll('[style]')].map(
      (element) => (element as HTMLElement).style.paddingInlineStart,
    );
    expect(steps).toEqual(['0rem', '1.25rem', '2.5rem', '0rem']);
  });

  it('shows swatches for colours that are known, and none for others', () => {
    open([colour]);
    const swatches = [...document.querySelectorAll<HTMLElement>('[style*="background"]')];
    expect(swatches).toHaveLength(2);
    expect(swatches.every((swatch) => swatch.getAttribute('aria-hidden') === 'true')).toBe(true);
    choose('colour', /^dark green/);
    expect(selection).toEqual({ colour: { values: ['dark green'] } });
  });

  it('keeps the stored value where a word is shown', () => {
    open([sale]);
    choose('sale', /^Yes/);
    choose('sale', /^No/);
    expect(selection).toEqual({ sale: { values: ['true', 'false'] } });
  });

  it('takes a choice back, and clears all of them', () => {
    open([category, colour], { category: { values: ['Bags'] } });
    choose('colour', /^Red/);
    choose('category', /^Bags/);
    expect(selection).toEqual({ colour: { values: ['Red'] } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(selection).toEqual({});
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('folds thirteen facets to six, and never one with a choice in it', () => {
    const many = Array.from({ length: 13 }, (_, place) => facet(`facet ${place}`, { x: 1 }));
    open(many, { 'facet 12': { values: ['x'] } });
    const folded = document.querySelector('details') as HTMLElement;
    expect(within(folded).getAllByRole('group', { hidden: true })).toHaveLength(6);
    expect(folded.contains(screen.getByRole('group', { name: 'facet 12' }))).toBe(false);
  });
});
