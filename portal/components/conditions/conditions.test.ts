import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../src/domain/campaign.ts';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import type { positionTexts } from '../banners/banner-position-picker.tsx';
import { BannerPositionPicker } from '../banners/banner-position-picker.tsx';
import { ConditionBuilder } from './condition-builder.tsx';

const fields = [
  { name: 'category', displayName: 'Category', type: 'path', facetable: true, examples: ['Women/Tops'] },
  { name: 'season', displayName: 'Season', type: 'text', facetable: true, examples: ['summer', 'winter'] },
];

const builder = (value: Condition, more: { disabled?: boolean } = {}) =>
  render(createElement(ConditionBuilder, { value, fields, onChange: () => undefined, ...more }));

describe('ConditionBuilder', () => {
  it('says that an empty condition always applies', () => {
    expect(textOf(builder({}))).toContain('Always, for every product.');
  });

  it('reads as one sentence: When … and …', () => {
    const text = textOf(builder({ category: 'Women/Tops', price: { min: 20, max: 50 } }));
    expect(text).toMatch(/When .*category.* and .*price/);
  });

  it('offers the values of the catalogue, with the parents of a category', () => {
    const markup = builder({ category: '' });
    const options = markup.slice(markup.indexOf('<datalist'));
    expect(attributesOf(options, 'value')).toEqual(expect.arrayContaining(['Women', 'Women/Tops']));
  });

  it('shows the fields of the catalogue for an attribute, and one that the catalogue no longer has', () => {
    const text = textOf(builder({ attributes: [{ name: 'fabric', value: 'wool' }] }));
    for (const name of ['fabric', 'Category', 'Season']) expect(text).toContain(name);
  });

  it.each<[string, Condition, boolean]>([
    ['a category of the catalogue', { category: 'Women' }, false],
    ['a category that no product has', { category: 'Wommen' }, true],
    ['a value of the field', { attributes: [{ name: 'season', value: 'winter' }] }, false],
    ['a value that the field does not have', { attributes: [{ name: 'season', value: 'wintr' }] }, true],
    ['nothing yet', { category: '' }, false],
    ['a field without a list of values', { brand: 'Acme' }, false],
  ])('warns of a value that is not known: %s', (_, condition, isWarned) => {
    expect(textOf(builder(condition)).includes('Check its spelling')).toBe(isWarned);
  });

  it('shows bounds with an open end as empty', () => {
    const markup = builder({ results: { max: 3 } });
    expect(attributesOf(markup, 'value')).toEqual(expect.arrayContaining(['', '3']));
  });

  it('can be read and not changed by a viewer', () => {
    const markup = builder({ brand: 'Acme' }, { disabled: true });
    expect(markup).not.toContain('Add a condition');
    expect(attributesOf(markup, 'aria-label')).not.toContain('Remove the brand is');
    expect(markup).toContain('disabled=""');
  });
});

describe('BannerPositionPicker', () => {
  const picker = (taken: readonly (keyof typeof positionTexts)[] = []) =>
    render(createElement(BannerPositionPicker, { value: 'filterTop', taken, onChange: () => undefined }));

  it('has one radio button for each of the eight places, with the chosen one checked', () => {
    expect(picker().match(/type="radio"/g)).toHaveLength(8);
    expect(picker().match(/checked=""/g)).toHaveLength(1);
    expect(new Set(attributesOf(picker(), 'name')).size).toBe(1);
  });

  it('marks a place that another campaign uses', () => {
    expect(attributesOf(picker(['resultPageTop']), 'title')).toEqual(['Another campaign uses this place']);
    expect(attributesOf(picker(), 'title')).toEqual([]);
  });
});
