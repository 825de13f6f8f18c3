import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPicture,
  createProduct,
  fields,
} from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { createQuery, type ProductChange, type Source } from '../../engine.ts';
import { decodeChange, encodeChange } from '../changes/change-log.ts';
import { createLooksScoring } from '../search/looks-scoring.ts';
import { agreesWithSource, createRestrictions } from '../search/filter-sql.ts';
import { readScript, tableOf } from '../sql/read-sql.ts';
import { joinSql, rawSql, sql, toText } from '../../../postgres/sql.ts';
import type { ProductGeneration } from './product-version.ts';
import { existsAt, findField, readProductAbout, toStatistics } from './product-version.ts';
import {
  listValues,
  toCurrentProduct,
  toProductRow,
  toStorableText,
  toStoredRow,
  toStoredValue,
} from './stored-row.ts';
import { decodeVector, encodeVector, formatVector } from './vectors.ts';

describe('toStorableText', () => {
  it.each([
    ['plain', 'plain'],
    ['zero \0 byte', 'zero \ufffd byte'],
    ['half \ud800 pair', 'half \ufffd pair'],
    ['whole 😀 pair', 'whole 😀 pair'],
    ['', ''],
  ])('of %j is %j', (text, expected) => {
    expect(toStorableText(text)).toBe(expected);
  });

  it('can be stored, whatever the text, and changes nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\0', '\ud800', '\udc00', '😀', 'ü') }), (text) => {
        const stored = toStorableText(text);
        expect(stored).not.toContain('\0');
        expect(stored.isWellFormed()).toBe(true);
        expect(toStorableText(stored)).toBe(stored);
      }),
    );
  });
});

describe('listValues', () => {
  const product = createProduct('p1', {
    displayText: 'Lamp',
    price: 5,
    images: ['/a.jpg', '/b.jpg'],
    fields: {
      category: ['A/B', 'A/C'],
      sizes: ['S', 'M', 'S', ''],
      sale: true,
      weight: '7',
      note: '',
      colour: 5,
    },
  });

  it.each([
    ['category', 'path', ['A', 'A/B', 'A/C']],
    ['sizes', 'list', ['S', 'M']],
    ['sale', 'boolean', [true]],
    ['weight', 'number', [7]],
    ['note', 'text', []],
    ['colour', 'text', ['5']],
    ['price', 'number', [5]],
    ['displayText', 'text', ['Lamp']],
    ['imageUrl', 'text', ['/a.jpg']],
    ['currency', 'text', []],
    ['unknown', 'text', []],
    ['toString', 'text', []],
  ] as const)('of %s (%s) is %j', (name, type, expected) => {
    expect(listValues(product, { name, type })).toEqual(expected);
  });

  it.each([
    ['five', []],
    ['Infinity', []],
    ['', []],
    [[], []],
    [['3', '4'], [3]],
  ])('takes %j as the numbers %j', (value, expected) => {
    expect(
      listValues(createProduct('p', { fields: { weight: value } }), { name: 'weight', type: 'number' }),
    ).toEqual(expected);
  });

  it('stores flags as texts and numbers as numbers', () => {
    expect([true, false, 5, 'x\0'].map(toStoredValue)).toEqual(['true', 'false', 5, 'x\ufffd']);
  });
});

describe('toStoredRow', () => {
  const picture = createPicture(Float32Array.of(1, 0), Float32Array.of(0.5));

  it('has the family, the vectors in one, and the values of the fields that have some', () => {
    const row = toStoredRow(
      createProduct('p1', { groupId: 'g', fields: { colour: 'red', sizes: [] } }),
      picture,
      fields,
    );
    expect(row).toMatchObject({
      identifier: 'p1',
      available: true,
      picture_hash: picture.hash,
      features: '[1,0,0.5]',
    });
    expect(row.values).toEqual({ colour: ['red'] });
    expect(toStoredRow(createProduct('p2'), null, fields)).toMatchObject({
      picture_hash: null,
      features: null,
    });
  });

  it('keeps families apart from products that are called the same', () => {
    const families = [createProduct('x'), createProduct('y', { groupId: 'x' })].map(
      (product) => toStoredRow(product, null, fields).family,
    );
    expect(new Set(families).size).toBe(2);
  });

  it('gives the product back for a reader', () => {
    const product = createProduct('p1', { fields: { colour: 'red' } });
    const { identifier, record } = toProductRow(toStoredRow(product, null, fields).product);
    expect(identifier).toBe('p1');
    expect(JSON.parse(Buffer.from(record).toString())).toMatchObject({ identifier: 'p1', colour: 'red' });
  });

  it('writes vectors as the database reads them', () => {
    const vector = Float32Array.of(0.25, -1, 3.5e-5);
    const stored = Float32Array.from(new Float16Array(vector));
    expect(decodeVector(encodeVector(vector))).toEqual(stored);
    expect(Buffer.from(encodeVector(Float32Array.of(1))).toString('hex')).toBe('000100003c00');
    expect(formatVector(Float32Array.of(0.25, -1))).toBe('[0.25,-1]');
  });

  it('shows the price of a field where the product has none, and one picture', () => {
    const given = createProduct('p', { price: null, images: ['/a', '/b'], fields: { price: 9 } });
    expect(toCurrentProduct(given)).toMatchObject({ price: 9, images: ['/a'] });
    expect(toCurrentProduct(createProduct('p', { price: null, fields: { price: 'dear' } })).price).toBeNull();
  });
});

describe('changes', () => {
  const picture = createPicture(Float32Array.of(1, 0), Float32Array.of(0.5));
  const changes: readonly ProductChange[] = [
    { kind: 'put', at: 1, by: 'key', product: createProduct('p1'), picture },
    { kind: 'put', at: 1, product: createProduct('p1'), picture: null },
    { kind: 'update', at: 2, identifier: 'p1', set: { price: 3 } },
    { kind: 'update', at: 2, identifier: 'p1', set: {}, picture: null },
    { kind: 'update', at: 2, identifier: 'p1', set: {}, picture },
    { kind: 'remove', at: 3, identifier: 'p1' },
  ];

  it.each(changes)('%# are read as they were written', (change) => {
    expect(decodeChange(encodeChange(change))).toEqual(change);
  });

  it('can be stored, whatever is in them', () => {
    const text = encodeChange({ kind: 'remove', at: 1, identifier: 'half \ud800 pair' });
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('statements', () => {
  it('keep values out of the text', () => {
    const hostile = "'; DROP TABLE x; --";
    const statement = sql`SELECT ${hostile} WHERE a = ${5} AND ${sql`b = ${hostile}`}`;
    expect(toText(statement)).toBe('SELECT $1 WHERE a = $2 AND b = $3');
    expect(statement.values).toEqual([hostile, 5, hostile]);
  });

  it('are joined in order, and empty without parts', () => {
    const joined = joinSql([sql`a = ${1}`, rawSql('true'), sql`b = ${2}`], ' AND ');
    expect(toText(joined)).toBe('a = $1 AND true AND b = $2');
    expect(joined.values).toEqual([1, 2]);
    expect(toText(joinSql([], ' AND '))).toBe('');
  });

  it('number the parameters in the order of the values, however they are nested', () => {
    const leaf = fc.array(fc.nat(9), { maxLength: 3 }).map((values) =>
      joinSql(
        values.map((value) => sql`x = ${value}`),
        ' OR ',
      ),
    );
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 4 }), (parts) => {
        const whole = sql`(${joinSql(parts, ') AND (')}) LIMIT ${10}`;
        const numbers = [...toText(whole).matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
        expect(numbers).toEqual(whole.values.map((_, at) => at + 1));
      }),
    );
  });

  it('name tables by whole numbers only', () => {
    expect(toText(tableOf('products', 12))).toBe('kindred.products_12');
    for (const generation of [1.5, NaN, Number('1; DROP')])
      expect(() => tableOf('products', generation)).toThrow();
    expect(() => readScript('products', {})).toThrow(/whole number/);
    expect(() => readScript('products', { generation: 1.5, partition: 1 })).toThrow(/whole number/);
  });
});

const about = {
  fields: [...fields],
  language: 'en',
  model: 'test',
  dimensions: { looks: 2, colour: 1 },
  statistics: { primary: ['brand'], wordTotals: [3, 1, 0], carrierCounts: [1, 1, 0] },
};
const generation: ProductGeneration = {
  version: 'v1',
  generation: 1,
  through: 9,
  size: 2,
  builtSize: 2,
  about,
};

describe('a product version', () => {
  it('is read only when it describes one', () => {
    expect(readProductAbout(about)).toEqual(about);
    for (const damaged of [
      null,
      {},
      { ...about, language: 5 },
      { ...about, dimensions: { looks: 1.5, colour: 1 } },
    ])
      expect(() => readProductAbout(damaged)).toThrow(/does not describe/);
    expect(readProductAbout({ ...about, dimensions: null }).dimensions).toBeNull();
  });

  it('knows its fields and statistics', () => {
    expect(findField(generation, 'colour')?.type).toBe('text');
    expect(findField(generation, 'unknown')).toBeNull();
    expect(toStatistics(about)).toEqual({
      primary: ['brand'],
      wordTotals: Float64Array.of(3, 1, 0),
      carrierCounts: Float64Array.of(1, 1, 0),
    });
  });
});

describe('restrictions', () => {
  const query = createQuery(
    {
      kind: 'text',
      source: null,
      query: {
        text: '',
        searchMode: 'All',
        fuzzySensitiveness: 'Off',
        minimumFuzzyTermLength: 4,
        enableFuzzyNumberMatch: false,
        synonyms: [],
      },
    },
    5,
  );
  const red = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;

  it('show what exists at the change that is read, and is available', () => {
    expect(existsAt(generation).values).toEqual([9, 9]);
    const { visible } = createRestrictions(generation, query, null);
    expect(toText(visible)).toBe('since <= $1::bigint AND until > $2::bigint AND available');
  });

  it('leave out the own family, hidden products and what is excluded', () => {
    const arrangement = { ...query.arrangement, hidden: [red], hiddenIdentifiers: ['a\0'] };
    const { visible } = createRestrictions(generation, { ...query, arrangement, exclude: red }, 'own');
    expect(toText(visible)).toContain('identifier <> ALL($3::text[])');
    expect(toText(visible)).toMatch(/AND family <> \$\d+::text$/);
    expect(toText(visible).match(/NOT/g)).toHaveLength(2);
    expect([visible.values[2], visible.values.at(-1)]).toEqual([['a\ufffd'], 'own']);
  });

  const source = (values: Record<string, readonly (string | number)[]>): Source => ({
    identifier: 's',
    hasLooks: true,
    text: () => '',
    values: (name) => values[name] ?? [],
  });

  it.each([
    [['colour'], 'All', { colour: ['red'] }, '(("values" @> $1::jsonb))'],
    [
      ['colour', 'sizes'],
      'All',
      { colour: ['red'], sizes: ['S'] },
      '(("values" @> $1::jsonb) AND ("values" @> $2::jsonb))',
    ],
    [
      ['colour', 'sizes'],
      'Any',
      { colour: ['red'], sizes: ['S'] },
      '(("values" @> $1::jsonb) OR ("values" @> $2::jsonb))',
    ],
    [['colour'], 'All', {}, 'true'],
    [['unknown'], 'All', { unknown: ['x'] }, 'true'],
    [[], 'All', { colour: ['red'] }, 'true'],
  ] as const)('agree with the source in %j (%s) of %j: %s', (names, mode, values, text) => {
    expect(toText(agreesWithSource(generation, { fields: names, mode }, source(values)))).toBe(text);
  });

  it('agree with everything where there is no source', () => {
    expect(toText(agreesWithSource(generation, { fields: ['colour'], mode: 'All' }, null))).toBe('true');
  });
});

describe('the score of looks', () => {
  it('is that of the source weighted, in one vector', () => {
    const scoring = createLooksScoring(generation, { looks: 3, colour: 1 }, Float32Array.of(1, 0, 1));
    expect(decodeVector(scoring.units.values[0] as Uint8Array)).toEqual(Float32Array.of(0.75, 0, 0.25));
    expect(toText(scoring.candidate)).toBe('features IS NOT NULL');
    expect(scoring.nearest).not.toBeNull();
    expect(scoring.parts({ features: Float32Array.of(0.5, 0.5, 1), score: 0 })).toEqual({
      looks: 0.5,
      colour: 1,
      title: null,
      text: null,
    });
    expect(scoring.parts({ features: null, score: 0 })).toEqual({
      looks: null,
      colour: null,
      title: null,
      text: null,
    });
  });

  it('has the title after looks and colour', () => {
    const dimensions = { looks: 2, colour: 1, title: 1 };
    const titled = { ...generation, about: { ...generation.about, dimensions } };
    const scoring = createLooksScoring(
      titled,
      { looks: 2, colour: 1, title: 1 },
      Float32Array.of(1, 0, 1, 1),
    );
    expect(decodeVector(scoring.units.values[0] as Uint8Array)).toEqual(Float32Array.of(0.5, 0, 0.25, 0.25));
    expect(scoring.parts({ features: Float32Array.of(0.5, 0.5, 1, 0.25), score: 0 })).toMatchObject({
      colour: 1,
      title: 0.25,
    });
    const without = createLooksScoring(titled, { looks: 3, colour: 1 }, Float32Array.of(1, 0, 1, 1));
    expect(decodeVector(without.units.values[0] as Uint8Array)).toEqual(Float32Array.of(0.75, 0, 0.25, 0));
  });

  it('finds nothing for a source without a picture, or in a version without pictures', () => {
    for (const scoring of [
      createLooksScoring(generation, { looks: 1, colour: 0 }, null),
      createLooksScoring(
        { ...generation, about: { ...about, dimensions: null } },
        { looks: 1, colour: 0 },
        Float32Array.of(1, 0, 1),
      ),
    ]) {
      expect(toText(scoring.candidate)).toBe('false');
      expect(scoring.nearest).toBeNull();
    }
  });

  it('asks no index where both weights are 0', () => {
    expect(
      createLooksScoring(generation, { looks: 0, colour: 0 }, Float32Array.of(1, 0, 1)).nearest,
    ).toBeNull();
  });
});
