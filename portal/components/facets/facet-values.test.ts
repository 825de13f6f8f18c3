import { describe, expect, it } from 'vitest';
import { describeBoolean, selectValues, splitFacets, toggleValue } from './facet-values.ts';

const words = { yes: 'Yes', no: 'No' };
const values = (...names: string[]) => names.map((name) => ({ name, count: 1, disabled: false }));

describe('toggleValue', () => {
  it('adds a value, and removes one that is there', () => {
    expect(toggleValue(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggleValue(['a', 'b'], 'a')).toEqual(['b']);
  });
});

describe('selectValues', () => {
  it('replaces the values of one field and keeps the others', () => {
    const before = { brand: { values: ['Acme'] }, price: { bounds: { min: 1 } } };
    expect(selectValues(before, 'brand', ['Halden'])).toEqual({
      brand: { values: ['Halden'] },
      price: { bounds: { min: 1 } },
    });
  });

  it('drops a field without values', () => {
    expect(selectValues({ brand: { values: ['Acme'] } }, 'brand', [])).toEqual({});
  });
});

describe('describeBoolean', () => {
  it.each([
    [values('true', 'false'), 'true', 'Yes'],
    [values('true', 'false'), 'false', 'No'],
    [values('false'), 'false', 'No'],
    [values('true', 'maybe'), 'true', null],
    [values('Shoes'), 'Shoes', null],
  ])('of %o shows %s as %s', (all, text, expected) => {
    expect(describeBoolean(all, text, words)).toBe(expected);
  });
});

describe('splitFacets', () => {
  const facets = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  const names = ({ shown, folded }: ReturnType<typeof splitFacets<{ name: string }>>) => [
    shown.map(({ name }) => name).join(''),
    folded.map(({ name }) => name).join(''),
  ];

  it('folds all but the first facets', () => {
    expect(names(splitFacets(facets, {}, 2))).toEqual(['ab', 'cd']);
    expect(names(splitFacets(facets, {}, 9))).toEqual(['abcd', '']);
  });

  it('never folds a facet with a selection', () => {
    expect(names(splitFacets(facets, { d: { values: ['x'] } }, 2))).toEqual(['abd', 'c']);
  });
});
