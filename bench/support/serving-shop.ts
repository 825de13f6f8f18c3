import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { boxDefaults } from '../../src/domain/box.ts';
import type { DraftProduct, Engine, KeywordEntry } from '../../src/engine/engine.ts';
import { planNeighbours } from '../../src/ingest/neighbour-plans.ts';
import type { Store } from '../../src/store/store.ts';
import { createField } from '../../test/support/create-field.ts';
import { declareShop } from './declare-shop.ts';

/* A data folder with one shop: a generated catalogue with its neighbour lists, and generated keywords. */

/** What a load needs to call the shop. */
export type ServingShop = {
  readonly key: string;
  readonly searchBox: string;
  readonly relatedBox: string;
  readonly identifiers: readonly string[];
  readonly patterns: readonly string[];
};

type Sizes = { readonly products: number; readonly keywords: number };

type ShopOptions = {
  /** Settings of the service: where it stores its data. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly isLimited?: boolean;
};

/** Of few dimensions: a request never reads vectors where a neighbour list answers it. */
const dimensions = { looks: 32, colour: 8 };
const productsPerCategory = 500;
const brands = 60;
const colours = 12;

/** Equal in every run. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export const createServingShop = async (
  dataDir: string,
  sizes: Sizes,
  { environment = {}, isLimited = false }: ShopOptions = {},
): Promise<ServingShop & { readonly publishSeconds: number }> => {
  const config = { ...readConfig(environment), dataDir, demo: false };
  const kindred = await compose(config);
  try {
    const { store, engine } = kindred;
    const shop = await declareServingShop(store, isLimited);
    const startedAt = performance.now();
    await publishProducts(engine, shop, sizes.products);
    const publishSeconds = (performance.now() - startedAt) / 1000;
    const entries = Array.from({ length: sizes.keywords }, (_, number) => createEntry(number, sizes));
    const built = await engine.buildKeywords(shop.keywords.tracker, 'en', entries);
    await engine.makeLive(shop.keywords.tracker, built.version);
    return {
      key: shop.key,
      searchBox: shop.search.tracker,
      relatedBox: shop.related.tracker,
      identifiers: Array.from({ length: sizes.products }, (_, number) => nameProduct(number)),
      patterns: entries.map(({ text }) => text),
      publishSeconds,
    };
  } finally {
    await kindred.close();
  }
};

const declareServingShop = async (store: Store, isLimited: boolean) => {
  const shop = await declareShop(store, { sameAsSource: ['category'], isLimited });
  const { websiteId, products, search, key } = shop;
  const keywords = await store.datasets.put(websiteId, 'bench', {
    name: 'searches',
    kind: 'keywords',
    source: null,
    fields: [],
    model: null,
    productsId: products.id,
  });
  const { relatedSize: size, directions, cacheControl } = boxDefaults;
  const related = await store.boxes.put(websiteId, 'bench', {
    name: 'related',
    kind: 'relatedKeywords',
    datasetId: keywords.id,
    cacheControl,
    size,
    directions,
    url: 'https://shop.example/search?q={keyword}',
  });
  return { products, keywords, search, related, key };
};

export const publishProducts = async (
  engine: Engine,
  { products, search }: Pick<Awaited<ReturnType<typeof declareShop>>, 'products' | 'search'>,
  size: number,
): Promise<void> => {
  const builder = await engine.buildProducts(products.tracker, {
    fields: [
      createField('category', 'path'),
      createField('brand', 'text', { order: 1, searchable: true }),
      createField('colour', 'text', { order: 2 }),
      createField('price', 'number', { order: 3, sortable: true }),
    ],
    language: 'en',
    model: 'generated',
    plans: planNeighbours([search], products.id),
  });
  const draw = createRandom(7);
  for (let number = 0; number < size; number += 1) await builder.add(createProduct(number, size, draw));
  await engine.makeLive(products.tracker, (await builder.finish()).version);
};

export const nameProduct = (number: number): string => `product-${String(number).padStart(7, '0')}`;

/** A share of 0 to 1 that is mostly small: few brands have most products. */
const skew = (share: number): number => share ** 2;

const createProduct = (number: number, size: number, draw: () => number): DraftProduct => {
  const price = Math.round(draw() * 20_000) / 100;
  const brand = `Brand ${Math.floor(skew(draw()) * brands)}`;
  const colour = `Colour ${Math.floor(skew(draw()) * colours)}`;
  const category = number % Math.ceil(size / productsPerCategory);
  return {
    product: {
      identifier: nameProduct(number),
      displayText: `${brand} thing ${number} in ${colour.toLowerCase()}`,
      url: `https://shop.example/products/${nameProduct(number)}`,
      price,
      currency: 'EUR',
      images: [`https://shop.example/images/${nameProduct(number)}.jpg`],
      groupId: draw() < 0.25 ? `group-${category}-${Math.floor(draw() * 40)}` : null,
      available: draw() > 0.05,
      fields: { category: `Shop/Area ${category % 20}/Category ${category}`, brand, colour, price },
    },
    picture: {
      hash: String(number).padStart(64, '0'),
      looks: drawVector(dimensions.looks, draw),
      colour: drawVector(dimensions.colour, draw),
    },
  };
};

const drawVector = (length: number, draw: () => number): Float32Array => {
  const vector = Float32Array.from({ length }, () => draw() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((x) => x / norm);
};

const namePattern = (number: number): string => `thing${number % 317} model${Math.floor(number / 317)}`;

const createEntry = (number: number, { keywords }: Sizes): KeywordEntry => {
  const suggestions = Array.from({ length: 10 }, (_, place) => {
    const text = namePattern((number * 31 + place * 977 + 1) % keywords);
    const evidence = [{ signal: 'session', weight: 0.5, shoppers: 3 }] as const;
    return { text, displayText: text, score: 1 - place / 20, direction: 'next', evidence } as const;
  });
  const text = namePattern(number);
  return { text, displayText: text, popularity: keywords - number, suggestions, suggestible: true };
};
