import { describe, expect, it } from 'vitest';
import type { Field } from '../domain/dataset.ts';
import type { FieldValue, Product } from '../domain/product.ts';
import { chooseLabels } from './choose-labels.ts';
import { averagePrecision, evaluateCatalogue, spread } from './evaluate-catalogue.ts';
import { renderDecision, renderEvaluation, summarizeDecision } from './render-looks.ts';

describe('evaluating a catalogue', () => {
  const identifiers = ['a1', 'a2', 'b1', 'b2'];
  const subject = {
    identifiers,
    findNeighbours: async (identifier: string) =>
      identifiers.filter((other) => other !== identifier).slice(0, 2),
    labelOf: async (identifier: string) => (identifier === 'b2' ? null : identifier.charAt(0)),
  };

  it('counts results with the label of the query, and what is never shown', async () => {
    const evaluation = await evaluateCatalogue(subject, 10);
    expect(evaluation).toMatchObject({ queries: 4, neverShown: 0.25, mostShown: 0.75 });
    expect(evaluation.precision?.mean).toBeCloseTo((0.5 + 0.5 + 0) / 3);
    expect(evaluation.averagePrecision?.mean).toBeCloseTo((1 + 1 + 0) / 3);
  });

  it('measures without labels what needs none', async () => {
    const evaluation = await evaluateCatalogue({ ...subject, labelOf: async () => null }, 2);
    expect(evaluation).toMatchObject({ queries: 2, precision: null, averagePrecision: null });
    expect(renderEvaluation(null, evaluation)).toHaveLength(2);
  });

  it.each([
    [[], 0],
    [[false, false], 0],
    [[true, true], 1],
    [[false, true], 0.5],
    [[true, false, true], (1 + 2 / 3) / 2],
  ])('average precision of %j is %d', (isRight, expected) => {
    expect(averagePrecision(isRight)).toBeCloseTo(expected);
  });

  it('spreads queries evenly', () => {
    expect(spread([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
    expect(spread([1, 2], 3)).toEqual([1, 2]);
  });
});

describe('the text of a decision', () => {
  const estimate = { mean: 0.1, low: 0.05, high: 0.15 };
  const settings = { mix: 0.7, colour: 0.5, words: 0.2 };
  const trial = { settings, unseenProducts: estimate, unseenLabels: null, sameProduct: 0, accepted: true };
  const plain = { mix: null, colour: 1, words: 0 };
  const report = {
    field: 'category',
    pictures: 500,
    labels: 10,
    base: { mean: 0.6, low: 0.5, high: 0.7 },
    learnt: { mean: 0.7, low: 0.6, high: 0.8 },
    trials: [{ ...trial, settings: plain, accepted: false }, trial],
    settings,
    reason: 'wins on products that were held out',
  };

  it('names the field, the settings and the gain', () => {
    expect(summarizeDecision(report)).toBe(
      'learnt from category, 70 % of the map, words 0.2, 50 % of the colour: precision at 10 of unseen products 0.600, now 0.700',
    );
    expect(renderDecision(report)).toEqual([
      summarizeDecision(report),
      '500 pictures, 10 labels; on unseen products base 0.600 (0.500 to 0.700), now 0.700 (0.600 to 0.800)',
      'vectors of the model: unseen products 0.100 (0.050 to 0.150), unseen labels -, same product first 0.000, refused',
      '70 % of the map, words 0.2, 50 % of the colour: unseen products 0.100 (0.050 to 0.150), unseen labels -, same product first 0.000',
    ]);
  });

  it('says how much of the likeness in colour a trial kept', () => {
    const lines = renderDecision({ ...report, trials: [{ ...trial, colourKept: 0.5, accepted: false }] });
    expect(lines.at(-1)).toMatch(/same product first 0\.000, likeness in colour kept 50 %, refused$/);
  });

  it('gives the reason when the base stays', () => {
    expect(summarizeDecision({ ...report, settings: null, reason: 'too few' })).toBe(
      'pictures are compared as the model sees them: too few',
    );
  });
});

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
  const choose = (list: Product[], fields: Field[]) => chooseLabels(list, fields).fields[0]?.field ?? null;

  it('is a category path before other facets', () => {
    const list = products((at) => ({ brand: `B${at % 2}`, category: `A/K${at % 4}` }));
    expect(choose(list, [field('brand', 'text'), field('category', 'path')])).toBe('category');
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
    const { labelsOf } = chooseLabels(list, [field('category', 'path')]);
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
    const { fields, isDeclared, labelsOf } = chooseLabels(list, [...names, field('category', 'path')]);
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
      list,
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
    const labels = chooseLabels(list, [field('category', 'path')], [{ field: 'gone', weight: 1 }]);
    expect(labels).toMatchObject({ isDeclared: false, fields: [{ field: 'category' }] });
  });
});
