import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createField,
  createPicture,
  createProduct,
} from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { readResult } from '../../../../test/support/engine/read-result.ts';
import { publish } from '../../../../test/support/engine/temporary-engine.ts';
import {
  createQuery,
  type DraftProduct,
  type Engine,
  noArrangement,
  type SearchQuery,
  type SourceAtOnce,
} from '../../engine.ts';
import { openEmbeddedEngine } from '../embedded.ts';

const weights = { looks: 1, colour: 0.3 };
const same = { fields: ['category'], mode: 'All' } as const;
const plan = { weights, same, exclude: null, candidates: 20 };
const fields = [
  createField('category', 'path'),
  createField('colour', 'text'),
  createField('sizes', 'list'),
  createField('price', 'number'),
  createField('note', 'text', { facetable: false, sortable: false }),
];
const facets = ['colour', 'sizes', 'price', 'unknown'];

/** Above the number of rows for which a table is made at once. */
const manyRows = 1100;

const createDraft = (number: number): DraftProduct => {
  const angle = (number * 2.399) % (2 * Math.PI);
  const shape = Float32Array.from([Math.cos(angle), Math.sin(angle), 0, 0]);
  return {
    product: createProduct(`p${String(number).padStart(4, '0')}`, {
      groupId: number % 3 === 0 ? `g${number % 30}` : null,
      available: number % 7 !== 0,
      fields: {
        category: `Shop/${number % 4}`,
        sizes: number % 9 < 4 ? ['S', 'M'] : [],
        ...(number % 5 === 0 ? {} : { colour: `colour ${number % 11}`, price: number % 50 }),
      },
    }),
    picture: createPicture(shape, Float32Array.from([1, 0, 0, 0])),
  };
};

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-plain-'));
  engine = await openEmbeddedEngine({ folder });
  for (const [dataset, rows] of [
    ['small', 120],
    ['large', manyRows],
    ['changed', 120],
  ] as const)
    await publish(
      engine,
      dataset,
      { fields, language: 'en', model: 'm', plans: [plan] },
      Array.from({ length: rows }, (_, number) => createDraft(number)),
    );
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const readerOf = (dataset: string) => {
  const reader = engine.products(dataset);
  if (reader === null) throw new Error('Nothing is live.');
  return reader;
};

const find = (dataset: string, identifier: string): SourceAtOnce => {
  const found = readerOf(dataset).atOnce?.(identifier);
  if (!found) throw new Error(`${identifier} is not there.`);
  return found;
};

const createPlain = ({ source }: SourceAtOnce, changes: Partial<SearchQuery> = {}): SearchQuery => ({
  ...createQuery({ kind: 'looks', source, weights }, 20),
  same,
  facets,
  page: { skip: 0, take: 8 },
  ...changes,
});

describe('a plain question', () => {
  it.each(['p0001', 'p0006', 'p0030', 'p0007'])(
    'of %s is answered at once as step by step',
    async (identifier) => {
      const found = find('small', identifier);
      for (const changes of [
        {},
        { page: { skip: 8, take: 8 } },
        { minimumScore: 0.9 },
        { candidates: 3 },
        { facets: [] },
        { same: { fields: ['category'], mode: 'Any' as const } },
      ]) {
        const query = createPlain(found, changes);
        const result = found.search(query);
        expect(result?.count).toBeGreaterThan(0);
        expect(readResult(result)).toEqual(readResult(await readerOf('small').search(query)));
      }
    },
  );

  it('counts families with several members, several values and no value', () => {
    const found = find('small', 'p0001');
    const result = found.search(createPlain(found, { candidates: 20 }));
    expect(result?.facets.map(({ field, kind }) => [field, kind])).toEqual([
      ['colour', 'value'],
      ['sizes', 'value'],
      ['price', 'range'],
    ]);
    for (const { count } of result?.facets ?? []) expect(count).toBeLessThan(result?.count ?? 0);
  });

  it('of a large catalogue is answered at once when its table has been made beside other requests', async () => {
    const found = find('large', 'p0001');
    const query = createPlain(found);
    expect(found.search(query)).toBeNull();
    await expect.poll(() => found.search(query) !== null).toBe(true);
    expect(readResult(found.search(query))).toEqual(readResult(await readerOf('large').search(query)));
    // A list that was cut does not say what comes after its end.
    expect(found.search({ ...query, candidates: 200 })).toBeNull();
  });
});

describe('a question with a filter', () => {
  const red = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'colour 1' } as const;
  const cheap = { kind: 'compare', field: 'price', comparison: 'lt', value: 20 } as const;
  const filters = [
    red,
    cheap,
    { kind: 'and', parts: [red, cheap] } as const,
    { kind: 'in', field: 'colour', values: ['colour 2', 'no such colour'] } as const,
    { kind: 'compare', field: 'sizes', comparison: 'eq', value: 'M' } as const,
  ];
  // With this order nothing plain is asked.
  const pins = [{ identifier: 'no such product', position: 1 }];

  it.each(filters)('has the facets of the plain one beside its own: %j', async (filter) => {
    for (const identifier of ['p0001', 'p0006', 'p0031']) {
      const query = createPlain(find('small', identifier), { filter });
      const stepByStep = { ...query, arrangement: { ...noArrangement, pins } };
      expect(readResult(await readerOf('small').search(query))).toEqual(
        readResult(await readerOf('small').search(stepByStep)),
      );
    }
  });
});

describe('what is not plain is left to the search step by step', () => {
  const filter = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'colour 1' } as const;
  it.each<[string, Partial<SearchQuery>]>([
    ['a filter', { filter }],
    ['an order', { orderBy: [{ field: 'price', order: 'asc' }] }],
    ['an explanation', { explain: true }],
    ['a pin', { arrangement: { ...noArrangement, pins: [{ identifier: 'p0002', position: 1 }] } }],
    ['a hidden product', { arrangement: { ...noArrangement, hiddenIdentifiers: ['p0002'] } }],
    ['hidden values', { arrangement: { ...noArrangement, hidden: [filter] } }],
    ['a boost', { arrangement: { ...noArrangement, boosts: [{ identifiers: [], filter, factor: 2 }] } }],
    ['restrictions without a list', { exclude: filter }],
    ['a facet that is read from records', { facets: ['note'] }],
  ])('%s', (_, changes) => {
    const found = find('small', 'p0001');
    expect(found.search(createPlain(found, changes))).toBeNull();
  });

  it('other weights, and words', () => {
    const found = find('small', 'p0001');
    const { source } = found;
    const words = {
      text: 'shirt',
      searchMode: 'Any',
      fuzzySensitiveness: 'Off',
      minimumFuzzyTermLength: 4,
      enableFuzzyNumberMatch: false,
      synonyms: [],
    } as const;
    for (const seed of [
      { kind: 'looks', source, weights: { looks: 1, colour: 1 } },
      { kind: 'text', source, query: words },
    ] as const)
      expect(found.search(createPlain(found, { seed }))).toBeNull();
  });

  it('an unknown product, and the source of another reader', () => {
    expect(readerOf('small').atOnce?.('nobody')).toBeNull();
    const [found, other] = [find('small', 'p0001'), find('small', 'p0002')];
    expect(found.search(createPlain(other))).toBeNull();
  });
});

describe('after live changes', () => {
  /** How many of all products are answered at once; each of these as step by step. */
  const countAtOnce = async (): Promise<number> => {
    let atOnce = 0;
    for (let number = 0; number < 120; number += 1) {
      const identifier = `p${String(number).padStart(4, '0')}`;
      const found = readerOf('changed').atOnce?.(identifier);
      const result = found?.search(createPlain(found)) ?? null;
      if (!found || result === null) continue;
      atOnce += 1;
      expect(readResult(result)).toEqual(readResult(await readerOf('changed').search(createPlain(found))));
    }
    return atOnce;
  };
  const change = (at: number, identifier: string, set: object) =>
    engine.change('changed', [{ kind: 'update', at, identifier, set }]);

  it('only questions that a changed product may be in the answer of are left to the steps', async () => {
    const before = await countAtOnce();
    await change(1, 'p0002', { fields: { price: 7 } });
    expect(await countAtOnce()).toBe(before);
    await change(2, 'p0002', { available: false });
    const without = await countAtOnce();
    expect(without).toBeLessThan(before);
    expect(without).toBeGreaterThanOrEqual((before * 3) / 4);
    await change(3, 'p0002', { available: true, fields: { category: 'Shop/3' } });
    const moved = await countAtOnce();
    expect(moved).toBeLessThan(before);
    expect(moved).toBeGreaterThan(before / 4);
  });
});
