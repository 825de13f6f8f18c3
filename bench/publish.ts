import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import {
  type DraftProduct,
  noArrangement,
  type ProductReader,
  type SearchQuery,
} from '../src/engine/engine.ts';
import { createField } from '../test/support/create-field.ts';

/*
 * How long does it take to publish a catalogue whose pictures are embedded already, and to answer from it?
 *   node bench/publish.ts [products = 20000] [categories = 40]
 * The yardstick is SHA-256 over as many bytes as the version has, measured in the same run.
 */

const size = Number(process.argv[2] ?? 20_000);
const categories = Number(process.argv[3] ?? 40);
const dimensions = { looks: 1024, colour: 192 };
const weights = { looks: 1, colour: 0.3 };
const same = { fields: ['category'], mode: 'All' } as const;

const fields = [
  createField('category', 'path', { sortable: true }),
  createField('brand', 'text', { sortable: true, searchable: true }),
  createField('colour', 'text', { sortable: true }),
  createField('price', 'number', { sortable: true }),
];

/** A linear congruential generator: the same catalogue in every run. */
const createRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
const draw = createRandom(7);

const unitVector = (length: number): Float32Array => {
  const vector = Float32Array.from({ length }, draw);
  const norm = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return vector.map((x) => x / norm);
};

const createProduct = (number: number): DraftProduct => {
  const price = Math.round(draw() * 10_000) / 100;
  return {
    product: {
      identifier: `product-${number}`,
      displayText: `Product number ${number} of brand ${number % 50}`,
      url: `https://shop.example/product/${number}`,
      price,
      currency: 'EUR',
      images: [`https://shop.example/image/${number}.jpg`],
      groupId: number % 4 === 0 ? `group-${Math.floor(number / 12)}` : null,
      available: number % 20 !== 0,
      fields: {
        category: `Shop/Category ${number % categories}`,
        brand: `Brand ${number % 50}`,
        colour: `Colour ${number % 11}`,
        price,
      },
    },
    picture: {
      hash: String(number),
      looks: unitVector(dimensions.looks),
      colour: unitVector(dimensions.colour),
    },
  };
};

const measureTime = async <T>(work: () => Promise<T>): Promise<[result: T, ms: number]> => {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
};

const measureHashing = (bytes: number): number => {
  const block = Buffer.alloc(1 << 20, 7);
  const start = performance.now();
  const hash = createHash('sha256');
  for (let done = 0; done < bytes; done += block.length) hash.update(block);
  hash.digest();
  return performance.now() - start;
};

const createQuestion = (
  source: SearchQuery['seed'] & { kind: 'looks' },
  more: Partial<SearchQuery>,
): SearchQuery => ({
  seed: source,
  same,
  exclude: null,
  filter: null,
  minimumScore: 0,
  candidates: 200,
  arrangement: noArrangement,
  orderBy: [],
  page: { skip: 0, take: 24 },
  facets: fields.map((one) => one.name),
  explain: false,
  ...more,
});

const measureSearch = async (reader: ProductReader, more: Partial<SearchQuery>, times: number) => {
  const [, ms] = await measureTime(async () => {
    for (let time = 0; time < times; time += 1) {
      const source = await reader.source(`product-${Math.floor(draw() * size)}`);
      if (source) await reader.search(createQuestion({ kind: 'looks', source, weights }, more));
    }
  });
  return (ms * 1000) / times;
};

const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-'));
const engine = await openEmbeddedEngine({ folder });
try {
  const plan = { weights, same, exclude: null, candidates: 200 };
  const builder = await engine.buildProducts('bench', {
    fields,
    language: 'en',
    model: 'bench',
    plans: [plan],
  });
  for (let number = 0; number < size; number += 1) await builder.add(createProduct(number));
  const [summary, publishMs] = await measureTime(() => builder.finish());
  const [, liveMs] = await measureTime(() => engine.makeLive('bench', summary.version));
  const yardstickMs = measureHashing(summary.bytes);
  const ratio = (ms: number) => `${(ms / yardstickMs).toFixed(2)} x the yardstick`;
  console.log(`${size} products, ${categories} categories, ${(summary.bytes / 1e6).toFixed(0)} MB`);
  console.log(`yardstick: SHA-256 of as many bytes   ${yardstickMs.toFixed(0)} ms`);
  console.log(`publish                               ${publishMs.toFixed(0)} ms, ${ratio(publishMs)}`);
  console.log(`load and make live                    ${liveMs.toFixed(0)} ms, ${ratio(liveMs)}`);
  const reader = engine.products('bench');
  if (!reader) throw new Error('nothing is live');
  const red = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'Colour 3' } as const;
  const kinds = [
    ['from a list', {}, 2000],
    ['from a list, with a filter', { filter: red }, 1000],
    ['by a scan of everything', { same: { fields: [], mode: 'All' } as const }, 20],
  ] as const;
  const hashOfAnswerUs = (measureHashing(1 << 28) * 1000 * 24_000) / (1 << 28);
  console.log(`yardstick: SHA-256 of 24 kB           ${hashOfAnswerUs.toFixed(1)} µs`);
  for (const [name, more, times] of kinds) {
    await measureSearch(reader, more, Math.ceil(times / 4));
    const us = await measureSearch(reader, more, times);
    console.log(
      `search ${name.padEnd(31)}${us.toFixed(0)} µs, ${(us / hashOfAnswerUs).toFixed(2)} x the yardstick`,
    );
  }
} finally {
  await engine.close();
  await rm(folder, { recursive: true });
}
