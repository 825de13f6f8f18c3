import { describe, expect, it } from 'vitest';
import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import { chooseLabels, createLabelCounter } from './choose-labels.ts';

describe('the field to learn from', () => {
  const field = (name: string, type: Field['type'], facetable = true): Field => ({
    name,
    displayName: name,
    from: name,
    type,
    facetable,
    sortable: false,
    searchable: true,
    order: 0,
  });
  const products = (fields: (at: number) => Record<string, FieldValue>): Product[] =>
    Array.from({ length: 20 }, (_, at) => ({
      identifier: `p${at}`,
      displayText: `Product ${at}`,
      url: `https://shop.example/${at}`,
      price: null,
      currency: null,
      images: [],
      groupId: null,
      available: true,
      fields: fields(at),
    }));
  const count = (list: Product[], fields: Field[]) => {
    const counter = createLabelCounter(fields);
    for (const product of list) counter.add(product);
    return counter;
  };
  const choose = (list: Product[], fields: Field[]) =>
    chooseLabels(count(list, fields), fields).fields[0]?.field ?? null;

  it('is a category path before other facets', () => {
    const list = products((at) => ({ brand: `B${at % 2}`, category: `A/K${at % 4}` }));
    expect(choose(list, [field('brand', 'text'), field('category', 'path')])).toBe('category');
  });

  it('is the kind before the colour, and the colour where there is nothing else', () => {
    const list = products((at) => ({ colour: `C${at % 2}`, kind: `K${at % 4}` }));
    const known = [field('colour', 'text'), field('kind', 'text')];
    expect(chooseLabels(count(list, known), known).fields.map((each) => each.field)).toEqual([
      'kind',
      'colour',
    ]);
    expect(choose(list, known.slice(0, 1))).toBe('colour');
  });

  it.each([
    ['few products have it', (at: number) => (at < 5 ? { brand: `B${at % 2}` } : {}), true],
    ['its values hardly repeat', (at: number) => ({ brand: `B${at}` }), true],
    ['it has one value', () => ({ brand: 'B' }), true],
    ['it is no facet', (at: number) => ({ brand: `B${at % 2}` }), false],
  ])('is none when %s', (_case, values, facetable) => {
    expect(choose(products(values), [field('brand', 'text', facetable)])).toBeNull();
  });

  it('reads the first of the deepest paths', () => {
    const list = products((at) => ({ category: ['Sale', `Men/K${at % 4}`, 'Eco/Green'] }));
    const known = [field('category', 'path')];
    const { labelsOf } = chooseLabels(count(list, known), known);
    expect(list.slice(0, 2).map(labelsOf)).toEqual([['Men/K0'], ['Men/K1']]);
  });

  it('is tried together with two more that inspection finds', () => {
    const list = products((at) => ({
      category: `A/K${at % 4}`,
      brand: `B${at % 2}`,
      code: `C${at}`,
      gender: at % 3 === 0 ? 'Men' : 'Women',
      season: at % 5 === 0 ? 'Summer' : 'Winter',
    }));
    const names = ['brand', 'code', 'gender', 'season'].map((name) => field(name, 'text'));
    const known = [...names, field('category', 'path')];
    const { fields, isDeclared, labelsOf } = chooseLabels(count(list, known), known);
    expect(isDeclared).toBe(false);
    expect(fields).toEqual([
      { field: 'category', weight: 1, isTrial: false },
      { field: 'brand', weight: 0.3, isTrial: true },
      { field: 'gender', weight: 0.3, isTrial: true },
    ]);
    expect(list.slice(0, 2).map(labelsOf)).toEqual([
      ['A/K0', 'B0', 'Men'],
      ['A/K1', 'B1', 'Women'],
    ]);
  });

  it.each([
    [
      'in the order of their weights',
      [
        ['brand', 1],
        ['category', 2],
      ],
      [
        ['category', 1],
        ['brand', 0.5],
      ],
    ],
    [
      'without fields that the catalogue lacks',
      [
        ['gone', 5],
        ['brand', 2],
      ],
      [['brand', 1]],
    ],
    ['even where values do not repeat', [['code', 1]], [['code', 1]]],
  ] as const)('is what an operator declared, %s', (_case, declared, expected) => {
    const list = products((at) => ({ category: `A/K${at % 4}`, brand: `B${at % 2}`, code: `C${at}` }));
    const known = [field('category', 'path'), field('brand', 'text'), field('code', 'text', false)];
    const labels = chooseLabels(
      count(list, known),
      known,
      declared.map(([name, weight]) => ({ field: name, weight })),
    );
    expect(labels.isDeclared).toBe(true);
    expect(labels.fields).toEqual(
      expected.map(([name, weight]) => ({ field: name, weight, isTrial: false })),
    );
  });

  it('is found by inspection when none of what was declared is there', () => {
    const list = products((at) => ({ category: `A/K${at % 4}` }));
    const known = [field('category', 'path')];
    const labels = chooseLabels(count(list, known), known, [{ field: 'gone', weight: 1 }]);
    expect(labels).toMatchObject({ isDeclared: false, fields: [{ field: 'category' }] });
  });
});
