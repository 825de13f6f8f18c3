import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSkewedCatalogue, identify } from '../../../../bench/support/skewed-catalogue.ts';
import type { Filter } from '../../../domain/filter.ts';
import { createQuery, type Engine, type ProductReader } from '../../engine.ts';
import { openEmbeddedEngine } from '../embedded.ts';

/* A filter that leaves little: what passes is remembered, and the answer must stay the same. */

const size = 9000;
/** More than have one brand: a product that is moved to it is on the page, wherever it ranks. */
const pageSize = 1000;
const weights = { looks: 1, colour: 0 };
let folder: string;
let engine: Engine;
let reader: ProductReader;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-narrow-'));
  engine = await openEmbeddedEngine({ folder });
  const catalogue = createSkewedCatalogue(size, 8);
  const builder = await engine.buildProducts('shop', {
    fields: catalogue.fields,
    language: 'en',
    model: 'generated',
    plans: [],
  });
  for (let number = 0; number < size; number += 1) await builder.add(catalogue.draft(number));
  await engine.makeLive('shop', (await builder.finish()).version);
  const live = engine.products('shop');
  if (!live) throw new Error('Nothing is live.');
  reader = live;
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const search = async (number: number, filter: Filter) => {
  const source = await reader.source(identify(number));
  if (!source) throw new Error(`There is no product ${number}.`);
  const query = createQuery({ kind: 'looks', source, weights }, pageSize);
  const { hits, count, facets } = await reader.search({
    ...query,
    filter,
    facets: ['brand', 'colour', 'price'],
  });
  return { hits: hits.map(({ identifier, score }) => ({ identifier, score })), count, facets };
};

const isEqual = (field: string, value: string): Filter => ({
  kind: 'compare',
  field,
  comparison: 'eq',
  value,
});

describe('a filter that leaves little', () => {
  it.each([
    { name: 'a brand', filter: isEqual('brand', 'Brand 12') },
    { name: 'a size, which only variants have', filter: isEqual('size', 'XL') },
    {
      name: 'a brand in two colours',
      filter: {
        kind: 'and',
        parts: [
          isEqual('brand', 'Brand 1'),
          { kind: 'in', field: 'colour', values: ['Colour 2', 'Colour 5'] },
        ],
      } as const,
    },
    { name: 'a brand that no product has', filter: isEqual('brand', 'none') },
  ])('has the same answer at every question: $name', async ({ filter }) => {
    const sources = [5, 71, 8500];
    const before = await Promise.all(sources.map((source) => search(source, filter)));
    const after = await Promise.all(sources.map((source) => search(source, filter)));
    expect(after).toEqual(before);
  });

  it('leaves out rows that a live change took from the value, and finds those that came', async () => {
    const filter = isEqual('brand', 'Brand 12');
    const [first] = (await search(5, filter)).hits;
    if (!first) throw new Error('Nothing passes.');
    const move = (identifier: string, brand: string) =>
      ({ at: 1, kind: 'update', identifier, set: { fields: { brand } } }) as const;
    await engine.change('shop', [move(first.identifier, 'Brand 0'), move(identify(0), 'Brand 12')]);
    reader = engine.products('shop') ?? reader;
    const before = await search(5, filter);
    const after = await search(5, filter);
    expect(after).toEqual(before);
    const identifiers = after.hits.map(({ identifier }) => identifier);
    expect(identifiers).not.toContain(first.identifier);
    expect(identifiers).toContain(identify(0));
  });
});
