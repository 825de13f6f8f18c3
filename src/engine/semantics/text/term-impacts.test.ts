import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field, FieldType } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import {
  type BaseIndex,
  computeTermImpacts,
  measureCorpus,
  relativeLength,
  tokenizeProducts,
  weighTokens,
} from './term-impacts.ts';
import { assignIndexedFields, chooseIndexedFields, isIndexed, splitTexts } from './indexed-fields.ts';
import { textParameters } from './parameters.ts';
import { createTokenStream } from './token-stream.ts';

const createField = (name: string, type: FieldType = 'text', more: Partial<Field> = {}): Field => ({
  name,
  displayName: name,
  from: name,
  type,
  facetable: false,
  sortable: false,
  searchable: false,
  order: 0,
  ...more,
});
const searchable = (name: string, more: Partial<Field> = {}) =>
  createField(name, 'text', { searchable: true, ...more });
const createProduct = (displayText: string, fields: Product['fields'] = {}): Product => ({
  identifier: displayText,
  displayText,
  url: '/',
  price: null,
  currency: null,
  images: [],
  groupId: null,
  available: true,
  fields,
});

/** The impacts of each product by word. */
const impactsOf = (products: readonly Product[], fields: readonly Field[], base: BaseIndex | null = null) => {
  const impacts = computeTermImpacts(products, fields, 'en', base);
  return Array.from(impacts.rows(), (row) =>
    Object.fromEntries(Array.from(row, ([word, impact]) => [impacts.stream.wordAt(word), impact])),
  );
};

describe('isIndexed', () => {
  it.each([
    [createField('colour'), false],
    [searchable('colour'), true],
    [createField('brand'), true],
    [createField('category'), true],
    [createField('department', 'path'), true],
    [createField('price', 'number', { facetable: true }), false],
  ])('field %#', (field, expected) => {
    expect(isIndexed(field)).toBe(expected);
  });
});

describe('splitTexts', () => {
  it.each([
    ['red', ['red']],
    ['Women/Tops', ['Women', 'Tops']],
    [
      ['S', 'M'],
      ['S', 'M'],
    ],
    [5, ['5']],
    [true, ['true']],
    [[], []],
  ])('of %j is %j', (value, expected) => {
    expect(splitTexts(value)).toEqual(expected);
  });
});

describe('chooseIndexedFields', () => {
  const fields = [
    createField('displayText'),
    searchable('description'),
    searchable('socket'),
    searchable('material', { facetable: true }),
    createField('brand'),
    createField('price', 'number'),
  ];

  it('makes a text of its own of what most products carry, of brand and of category', () => {
    const products = [
      createProduct('a', { description: 'x', material: 'wood' }),
      createProduct('b', { description: 'y', material: 'wood', socket: 'E27' }),
      createProduct('c', { description: 'z', material: 'wood' }),
    ];
    const chosen = chooseIndexedFields(products, fields, 0.5);
    expect(chosen.primary).toEqual(['description', 'brand']);
    expect(Object.fromEntries(chosen.textNumbers)).toEqual({
      description: 1,
      socket: 3,
      material: 3,
      brand: 2,
    });
    expect(chosen.attributes).toBe(3);
  });

  it('counts a field on exactly the share as primary', () => {
    const half = [createProduct('a', { socket: 'E27' }), createProduct('b')];
    expect(chooseIndexedFields(half, fields, 0.5).primary).toContain('socket');
    expect(chooseIndexedFields([...half, createProduct('c')], fields, 0.5).primary).not.toContain('socket');
  });

  it('numbers the same way again from the primary fields alone', () => {
    const products = [createProduct('a', { description: 'x' })];
    const chosen = chooseIndexedFields(products, fields, 0.5);
    expect(assignIndexedFields(fields, chosen.primary)).toEqual(chosen);
  });

  it('has only the name and the attributes where nothing is searchable', () => {
    const { primary, textNumbers, attributes } = chooseIndexedFields(
      [],
      [createField('price', 'number')],
      0.5,
    );
    expect(primary).toEqual([]);
    expect(textNumbers.size).toBe(0);
    expect(attributes).toBe(1);
  });
});

describe('corpus statistics', () => {
  it('counts words and carriers of each text', () => {
    const stream = createTokenStream('en');
    stream.addTokens(0, ['Red shoe']);
    stream.addTokens(2, ['S', 'M', 'L']);
    stream.endRow();
    stream.addTokens(0, ['Lamp']);
    stream.endRow();
    stream.endRow();
    const statistics = measureCorpus(stream, ['brand']);
    expect([...statistics.wordTotals]).toEqual([3, 0, 3]);
    expect([...statistics.carrierCounts]).toEqual([2, 0, 1]);
  });

  it('compares a length with the average over those that have the text', () => {
    const statistics = {
      primary: [],
      wordTotals: new Float64Array([30, 0]),
      carrierCounts: new Float64Array([10, 0]),
    };
    expect(relativeLength(statistics, 0, 3)).toBe(1);
    expect(relativeLength(statistics, 0, 6)).toBe(2);
    expect(relativeLength(statistics, 1, 6)).toBe(1);
    expect(relativeLength(statistics, 9, 6)).toBe(1);
  });
});

describe('computeTermImpacts', () => {
  it('gives each word of a product an impact between 0 and 1', () => {
    const [row = {}] = impactsOf([createProduct('Red leather shoes')], []);
    expect(Object.keys(row)).toEqual(['red', 'leather', 'shoe']);
    for (const impact of Object.values(row)) expect(impact).toBeCloseTo(1 / (1 + textParameters.saturation));
  });

  it('gives a word that is said twice more, but less than twice as much', () => {
    const [once = {}, twice = {}] = impactsOf(
      [createProduct('red shoe x'), createProduct('red shoe red')],
      [],
    );
    expect(twice['red']).toBeGreaterThan(once['red'] ?? 1);
    expect(twice['red']).toBeLessThan(2 * (once['red'] ?? 0));
  });

  it('gives a word in a short text more than in a long one', () => {
    const [short = {}, long = {}] = impactsOf(
      [createProduct('lamp'), createProduct('lamp of many more words here')],
      [],
    );
    expect(short['lamp']).toBeGreaterThan(long['lamp'] ?? 1);
  });

  it('gives a word of an attribute less than a word of the name', () => {
    const products = [
      createProduct('lamp', { socket: 'brass' }),
      createProduct('brass lamp'),
      createProduct('chair'),
    ];
    const [attribute = {}, name = {}] = impactsOf(products, [searchable('socket', { facetable: true })]);
    expect(attribute['brass']).toBeLessThan(name['brass'] ?? 0);
  });

  it('finds two adjacent words as the one word that another product writes, with less weight', () => {
    const [apart = {}, joined = {}] = impactsOf(
      [createProduct('smart watch'), createProduct('smartwatch')],
      [],
    );
    expect(Object.keys(apart).sort()).toEqual(['smart', 'smartwatch', 'watch']);
    expect(apart['smartwatch']).toBeLessThan(apart['smart'] ?? 0);
    expect(Object.keys(joined)).toEqual(['smartwatch']);
  });

  it('does not join words of different values of a list', () => {
    const fields = [searchable('tags')];
    const products = [createProduct('a', { tags: ['smart', 'watch'] }), createProduct('smartwatch')];
    expect(Object.keys(impactsOf(products, fields)[0] ?? {})).not.toContain('smartwatch');
  });

  it('indexes neither fields that are not searchable nor the field of the name twice', () => {
    const fields = [createField('displayText', 'text', { searchable: true }), createField('secret')];
    const [row = {}] = impactsOf([createProduct('lamp', { displayText: 'lamp', secret: 'hidden' })], fields);
    expect(Object.keys(row)).toEqual(['lamp']);
    expect(row['lamp']).toBeCloseTo(1 / (1 + textParameters.saturation));
  });

  it('has an empty row for a product without words', () => {
    expect(impactsOf([createProduct('!!'), createProduct('lamp')], [])).toEqual([
      {},
      { lamp: expect.any(Number) as number },
    ]);
  });

  it('weighs products that are added later as those of the base, by its averages', () => {
    const products = [createProduct('lamp of brass'), createProduct('lamp'), createProduct('smartwatch')];
    const base = computeTermImpacts(products, [], 'en');
    const baseIndex: BaseIndex = {
      statistics: base.statistics,
      hasWord: (word) => base.stream.findWord(word) > 0,
    };
    const whole = impactsOf(products, []);
    expect(impactsOf([products[0] ?? createProduct('')], [], baseIndex)).toEqual([whole[0]]);
    const added = impactsOf(
      [createProduct('smart watch'), createProduct('new word'), createProduct('newword')],
      [],
      baseIndex,
    );
    expect(Object.keys(added[0] ?? {})).toContain('smartwatch');
    // `newword` is not in the base: what is found must not depend on which of the added ones came first.
    expect(Object.keys(added[1] ?? {}).sort()).toEqual(['new', 'word']);
  });

  const word = fc.constantFrom('red', 'smart', 'watch', 'smartwatch', 'lamp', '500', 'gb', '500gb');
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));

  it('does not depend on the order of the products', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (names) => {
        const products = names.map((text) => createProduct(text));
        const forward = impactsOf(products, []);
        const backward = impactsOf(products.toReversed(), []).toReversed();
        expect(backward.map(sortKeys)).toEqual(forward.map(sortKeys));
      }),
    );
  });

  it('keeps every impact above 0 and below 1, with any parameters', () => {
    const parameters = fc.record({
      saturation: fc.double({ min: 0.1, max: 3, noNaN: true }),
      lengthPenalty: fc.double({ min: 0, max: 0.95, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), parameters, (names, given) => {
        const indexed = assignIndexedFields([], []);
        const stream = tokenizeProducts(
          names.map((text) => createProduct(text)),
          indexed,
          'en',
        );
        const impacts = weighTokens(stream, indexed, { ...textParameters, ...given });
        for (const row of impacts.rows())
          for (const impact of row.values()) {
            expect(impact).toBeGreaterThan(0);
            expect(impact).toBeLessThan(1);
          }
      }),
    );
  });
});

const sortKeys = (row: Record<string, number>) =>
  Object.entries(row)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key} ${value.toFixed(9)}`);
