import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEngine } from '../src/engine/embedded/embedded.ts';
import type { DraftProduct, Engine } from '../src/engine/engine.ts';
import { createField } from '../test/support/create-field.ts';

/*
 * How long does it take to publish a catalogue of which 1 % changed price, compared with a full publish?
 *   node bench/publish-incremental.ts [products = 100000] [categories = one for each 1000 products]
 * The yardstick is the full publish of the same run. Vectors are generated, with 1024 + 192 dimensions. Each line has
 * the seconds of the publish (adding products and finishing the version), their share of the full publish, how many
 * pairs of pictures were compared, and the peak memory of the process so far.
 */

const size = Number(process.argv[2] ?? 100_000);
const categories = Number(process.argv[3] ?? Math.max(1, Math.round(size / 1000)));
const dimensions = { looks: 1024, colour: 192 };
const plan = {
  weights: { looks: 1, colour: 0.3 },
  same: { fields: ['category'], mode: 'All' as const },
  exclude: null,
  candidates: 200,
};

const fields = [
  createField('category', 'path', { sortable: true }),
  createField('brand', 'text', { sortable: true, searchable: true }),
  createField('colour', 'text', { sortable: true }),
  createField('price', 'number', { sortable: true }),
  createField('description', 'text', { facetable: false, searchable: true }),
];

/** A linear congruential generator: the same seed gives the same vector in every publish. */
const unitVector = (seed: number, length: number): Float32Array => {
  const vector = new Float32Array(length);
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  let squares = 0;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const value = state / 2 ** 32;
    vector[at] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares);
  return vector.map((value) => value / norm);
};

type PriceOf = (number: number) => number;

const createProduct = (number: number, priceOf: PriceOf): DraftProduct => {
  const price = priceOf(number);
  const words = Array.from({ length: 12 }, (_, word) => `word${(number * 31 + word * 7919) % 4000}`);
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
        description: words.join(' '),
      },
    },
    picture: {
      hash: String(number).padStart(64, '0'),
      looks: unitVector(number, dimensions.looks),
      colour: unitVector(number + 1_000_003, dimensions.colour),
    },
  };
};

/** As a feed parser returns it: flat strings, not V8's lazily concatenated ones. */
const copyAsParsed = ({ product, picture }: DraftProduct): DraftProduct => ({
  product: JSON.parse(JSON.stringify(product)) as DraftProduct['product'],
  picture: picture && { ...picture, hash: Buffer.from(picture.hash).toString() },
});

type PublishMeasurement = { readonly ms: number; readonly comparisons: number };

/** Generating the products is not measured; everything the engine does with them is. */
const publish = async (engine: Engine, priceOf: PriceOf): Promise<PublishMeasurement> => {
  const draft = { fields, language: 'en', model: 'bench', plans: [plan] };
  const builder = await engine.buildProducts('bench', draft);
  let ms = 0;
  for (let number = 0; number < size; number += 1) {
    const draftProduct = copyAsParsed(createProduct(number, priceOf));
    const start = performance.now();
    await builder.add(draftProduct);
    ms += performance.now() - start;
  }
  let comparisons = 0;
  const start = performance.now();
  const { version } = await builder.finish((step, done) => {
    if (step === 'comparing pictures') comparisons = done;
  });
  ms += performance.now() - start;
  await engine.makeLive('bench', version);
  return { ms, comparisons };
};

/** One product in a hundred, spread over the catalogue. */
const isInOnePercent = (number: number): boolean => (Math.imul(number + 1, 2_654_435_761) >>> 0) % 100 === 7;

const usualPrice: PriceOf = (number) => 10 + (number % 90);
const variants: readonly (readonly [string, PriceOf])[] = [
  ['full', usualPrice],
  ['1 % of the prices changed', (number) => usualPrice(number) + (isInOnePercent(number) ? 1 : 0)],
];

const formatLine = (name: string, { ms, comparisons }: PublishMeasurement, fullMs: number): string =>
  [
    name.padEnd(28),
    `${(ms / 1000).toFixed(2).padStart(7)} s`,
    `${((100 * ms) / fullMs).toFixed(1).padStart(6)} % of the full publish`,
    `${(comparisons / 1e6).toFixed(1).padStart(8)} M comparisons`,
    // `maxRSS` counts in kilobytes.
    `${(process.resourceUsage().maxRSS / 1024).toFixed(0).padStart(6)} MB at most`,
  ].join('  ');

const folder = await mkdtemp(join(tmpdir(), 'kindred-bench-'));
const engine = await openEmbeddedEngine({ folder, pollMs: 60_000, serves: false });
try {
  console.log(`${size} products, ${categories} categories`);
  let fullMs = NaN;
  for (const [name, priceOf] of variants) {
    const measured = await publish(engine, priceOf);
    if (Number.isNaN(fullMs)) fullMs = measured.ms;
    console.log(formatLine(name, measured, fullMs));
  }
} finally {
  await engine.close();
  await rm(folder, { recursive: true });
}
