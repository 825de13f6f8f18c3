/*
 * Is the number beside a facet value the number of results after choosing it?
 *   node bench/facet-counts.ts [<folder with products.ndjson.gz>] [--values 1000] [--ranges 200]
 *
 * Catalogues larger than the candidate set: 20,000 generated products by looks, and those of the folder by text and by
 * looks (generated vectors: the program fetches no pictures), mapped as examples/icecat.json says. Each value is chosen
 * alone and together with a value of another field; each range is narrowed. Prints how many were checked and how many
 * deviate. Ends with 1 if any does, or if there were fewer values or ranges than asked for.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FieldOverride } from '../src/domain/dataset.ts';
import type { FacetCount } from '../src/domain/facet.ts';
import type { Filter, Scalar } from '../src/domain/filter.ts';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import { createQuery, type ProductReader, type SearchQuery, type Seed } from '../src/engine/engine.ts';
import { createField } from '../test/support/create-field.ts';
import { createRandom, createLooksModel } from './support/generated-looks.ts';
import { type MappedFeed, mapRows, readRows } from './support/mapped-feed.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    values: { type: 'string', default: '1000' },
    ranges: { type: 'string', default: '200' },
  },
});
const dataset = 'facets';
const candidates = 200;
const dimensions = 32;
const weights = { looks: 1, colour: 0 };

const generate = (size: number): MappedFeed => {
  const draw = createRandom(11);
  const pick = (count: number): number => Math.floor(draw() ** 2 * count);
  const fields = [
    createField('category', 'path'),
    createField('brand', 'text', { order: 1 }),
    createField('sizes', 'list', { order: 2 }),
    createField('price', 'number', { order: 3, sortable: true }),
  ];
  const products = Array.from({ length: size }, (_, number) => {
    const price = 1 + pick(30_000) / 100;
    const area = pick(8);
    return {
      identifier: `p${number}`,
      displayText: `thing ${number}`,
      url: `https://shop.example/${number}`,
      price,
      currency: 'EUR',
      images: [],
      groupId: draw() < 0.3 ? `g${pick(size / 6)}` : null,
      available: draw() > 0.05,
      fields: {
        category: `Shop/Area ${area}/Category ${pick(20)}`,
        sizes: [`size ${pick(9)}`, `size ${pick(9)}`],
        price,
        ...(draw() < 0.9 && { brand: `Brand ${pick(60)}` }),
      },
    };
  });
  return { fields, products };
};

const withReader = async (
  { fields, products }: MappedFeed,
  use: (reader: ProductReader) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-facets-'));
  const engine = await openEmbeddedEngine({ folder });
  try {
    const builder = await engine.buildProducts(dataset, {
      fields,
      language: 'en',
      model: 'generated',
      plans: [],
    });
    const model = createLooksModel(dimensions, 100, 5);
    for (const [number, product] of products.entries()) {
      const looks = new Float32Array(dimensions);
      model.fill(number, looks);
      const hash = String(number).padStart(64, '0');
      await builder.add({ product, picture: { hash, looks, colour: new Float32Array(0) } });
    }
    await engine.makeLive(dataset, (await builder.finish()).version);
    const reader = engine.products(dataset);
    if (reader) await use(reader);
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
};

type Value = { readonly field: string; readonly name: string; readonly count: number };
type Ask = (facetFilter: Filter | null) => ReturnType<ProductReader['search']>;

const listValues = (facets: readonly FacetCount[]): Value[] =>
  facets.flatMap((facet) =>
    facet.kind === 'value' ? facet.values.map((value) => ({ field: facet.field, ...value })) : [],
  );

/** A few values of each field: one with thousands must not take the place of the others. */
const valuesPerField = 6;

const sampleValues = (facets: readonly FacetCount[]): Value[] =>
  facets.flatMap((facet) => listValues([facet]).slice(0, valuesPerField));

const check = async (name: string, { fields, products }: MappedFeed, from: Seed['kind']): Promise<number> => {
  const facetable = fields.filter((field) => field.facetable);
  const isFlag = new Set(facetable.filter(({ type }) => type === 'boolean').map((field) => field.name));
  const choose = ({ field, name: value }: Value): Filter => {
    const scalar: Scalar = isFlag.has(field) ? value === 'true' : value;
    return { kind: 'compare', field, comparison: 'eq', value: scalar };
  };
  const done = { values: 0, pairs: 0, ranges: 0, sets: 0, fullSets: 0 };
  const deviations: string[] = [];
  const expectEqual = (what: string, told: number, got: number): void => {
    if (told !== got) deviations.push(`${what}: ${told}, after choosing it ${got}`);
  };
  const checkValues = async (ask: Ask, facets: readonly FacetCount[]): Promise<void> => {
    for (const value of sampleValues(facets)) {
      const chosen = await ask(choose(value));
      expectEqual(`${value.field} ${value.name}`, value.count, chosen.count);
      done.values += 1;
      const second = listValues(chosen.facets).find(({ field, count }) => field !== value.field && count > 0);
      if (second === undefined) continue;
      const both = await ask({ kind: 'and', parts: [choose(value), choose(second)] });
      expectEqual(
        `${value.field} ${value.name} and ${second.field} ${second.name}`,
        second.count,
        both.count,
      );
      done.pairs += 1;
    }
  };
  const checkRanges = async (ask: Ask, facets: readonly FacetCount[]): Promise<void> => {
    for (const facet of facets.filter(({ kind }) => kind === 'range').slice(0, valuesPerField)) {
      if (facet.kind !== 'range') continue;
      const middle = (facet.min + facet.max) / 2;
      const chosen = await ask({ kind: 'compare', field: facet.field, comparison: 'le', value: middle });
      const narrowed = chosen.facets.find(({ field }) => field === facet.field);
      if (narrowed?.kind !== 'range') {
        deviations.push(`${facet.field}: the range is gone after choosing a part of it`);
        continue;
      }
      const { min, max, filteredMin, filteredMax } = narrowed;
      const isInside =
        (filteredMin ?? min) >= facet.min && (filteredMax ?? max) <= Math.max(facet.max, middle);
      if (!isInside || min !== facet.min || max !== facet.max)
        deviations.push(
          `${facet.field}: ${filteredMin} to ${filteredMax} outside of ${facet.min} to ${facet.max}`,
        );
      expectEqual(`${facet.field} up to ${middle}`, narrowed.count, chosen.count);
      done.ranges += 1;
    }
  };
  await withReader({ fields, products }, async (reader) => {
    for (let at = 0; done.values < Number(options.values) || done.ranges < Number(options.ranges); at += 1) {
      if (at === products.length) break;
      const product = products[(at * 7919) % products.length];
      const source = product && (await reader.source(product.identifier));
      if (!source) continue;
      const query: SearchQuery = {
        ...createQuery(toSeed(source, from), 24),
        candidates,
        facets: facetable.slice(0, 24).map((field) => field.name),
      };
      const ask: Ask = (facetFilter) => reader.search({ ...query, facetFilter });
      const { count, facets } = await ask(null);
      done.sets += 1;
      if (count === candidates) done.fullSets += 1;
      await checkValues(ask, facets);
      await checkRanges(ask, facets);
    }
  });
  console.log(
    `${name}, ${products.length} products, by ${from}: ${done.values} values, ${done.pairs} pairs and ${done.ranges} ranges ` +
      `of ${done.sets} sets (${done.fullSets} full), ${deviations.length} deviations`,
  );
  if (done.values < Number(options.values) || done.ranges < Number(options.ranges))
    deviations.push('fewer values or ranges were checked than asked for');
  for (const deviation of deviations.slice(0, 5)) console.log(`  ${deviation}`);
  return deviations.length;
};

type FoundSource = NonNullable<Awaited<ReturnType<ProductReader['source']>>>;

const toSeed = (source: FoundSource, from: Seed['kind']): Seed =>
  from === 'looks'
    ? { kind: 'looks', source, weights }
    : {
        kind: 'text',
        source,
        query: {
          text: source.text('Any'),
          searchMode: 'Any',
          fuzzySensitiveness: 'Off',
          minimumFuzzyTermLength: 4,
          enableFuzzyNumberMatch: false,
          synonyms: [],
        },
      };

let deviations = await check('generated', generate(20_000), 'looks');
const [folder] = positionals;
if (folder !== undefined) {
  const declaration = JSON.parse(
    await readFile(new URL('../examples/icecat.json', import.meta.url), 'utf8'),
  ) as { readonly datasets: readonly { readonly fields?: readonly FieldOverride[] }[] };
  const rows = await readRows(join(folder, 'products.ndjson.gz'));
  const feed = mapRows(rows, declaration.datasets[0]?.fields ?? []);
  deviations += await check('feed', feed, 'text');
  deviations += await check('feed', feed, 'looks');
}
if (deviations > 0) process.exitCode = 1;
