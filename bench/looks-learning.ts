/**
 * How long does learning take for a large catalogue, and how much memory? Generated vectors of 1,024 numbers in 200
 * categories, three pictures a product: labels are inspected, maps of the category and two more fields are decided on and
 * trained, and every picture is mapped.
 * Pictures are embedded before and neighbours are computed after; neither is part of this.
 *
 *   node bench/looks-learning.ts [products]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Field } from '../src/domain/dataset.ts';
import type { Embedding } from '../src/embedder/embedder.ts';
import type { EmbeddedProduct } from '../src/ingest/embed-products.ts';
import type { Product } from '../src/domain/product.ts';
import { learnFromPictures } from '../src/ingest/learnt-pictures.ts';
import { openLooksFiles } from '../src/learning/looks/looks-files.ts';
import { createRandom } from '../src/learning/looks/decide/measure.ts';
import { renderDecision } from '../evaluate/looks/render.ts';

const count = Number(process.argv[2] ?? 100_000);
const [categories, looksSize, colourSize] = [200, 1024, 198];
/** The first numbers of a vector are large and say nothing about the category, as ground and light do. */
const loud = 128;

const category: Field = {
  name: 'category',
  displayName: 'Category',
  from: 'category',
  type: 'path',
  facetable: true,
  sortable: false,
  searchable: true,
  order: 0,
};

/** Two more fields that are tried beside the first. */
const [brand, season] = ['brand', 'season'].map(
  (name, at): Field => ({ ...category, name, displayName: name, from: name, type: 'text', order: at + 1 }),
);

const draw = (seed: number, size: number): Float32Array => {
  const random = createRandom(seed);
  return Float32Array.from({ length: size }, () => random() - 0.5);
};
const toUnit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
const centres = Array.from({ length: categories }, (_, at) => draw(1_000_000 + at, looksSize));
const categoryOf = (at: number): number => Math.floor(at / 3) % categories;

/** A vector near the centre of its category, drawn again at each reading, so that none is held in memory. */
const readVectors = (at: number): Embedding => {
  const centre = centres[categoryOf(at)] ?? new Float32Array(looksSize);
  const noise = draw(at, looksSize);
  return {
    looks: toUnit(
      noise.map(
        (value, place) => (place < loud ? 12 : 2) * value + (place < loud ? 0 : (centre[place] ?? 0)),
      ),
    ),
    colour: toUnit(draw(2_000_000 + (at % 12), colourSize)),
  };
};

async function* listProducts(): AsyncGenerator<Product> {
  for (let at = 0; at < count; at += 1) {
    const product = {
      identifier: `p${at}`,
      displayText: `Model${Math.floor(at / 3) % 997} Kind${categoryOf(at)}`,
      url: `https://shop.example/${at}`,
      price: 1,
      currency: null,
      images: [`${at}.jpg`],
      groupId: `g${Math.floor(at / 3)}`,
      available: true,
      fields: {
        category: `All/Category ${categoryOf(at)}`,
        brand: `Brand ${Math.floor(at / 3) % 61}`,
        season: `Season ${Math.floor(at / 3) % 4}`,
      },
    };
    yield product;
  }
}

async function* embedProducts(): AsyncGenerator<EmbeddedProduct> {
  let at = 0;
  for await (const product of listProducts()) {
    yield { draft: { product, picture: { hash: String(at), ...readVectors(at) } }, reason: null };
    at += 1;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'looks-learning-'));
const [started, before] = [performance.now(), process.cpuUsage()];
let most = 0;
const watch = (): void => void (most = Math.max(most, process.memoryUsage.rss()));
const vectors = { get: (hash: string) => readVectors(Number(hash)), put: async () => undefined };
const { looks, products } = await learnFromPictures(
  {
    vectors,
    teacher: {
      embedder: 'generated',
      fields: [category, brand, season].filter((field) => field !== undefined),
      files: openLooksFiles(folder, 'bench'),
    },
    signal: new AbortController().signal,
  },
  embedProducts(),
  listProducts,
);
watch();
const decided = performance.now();
let mapped = 0;
for await (const { draft } of products) {
  mapped += draft.picture === null ? 0 : 1;
  if (mapped % 1000 === 0) watch();
}
const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
const { user, system } = process.cpuUsage(before);
console.log(renderDecision(looks.decision.report).slice(0, 2).join('\n'));
console.log(
  `${mapped} pictures: decided in ${seconds(started, decided)} s, mapped in ${seconds(decided, performance.now())} s,`,
);
console.log(
  `processor time ${((user + system) / 1_000_000).toFixed(1)} s, largest resident size ${Math.round(Math.max(most, process.resourceUsage().maxRSS * 1024) / 1e6)} MB`,
);
await rm(folder, { recursive: true });
