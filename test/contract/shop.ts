import {
  type BuildOptions,
  type DraftProduct,
  type Engine,
  createQuery,
  type ProductDraft,
  type ProductReader,
  scanPages,
  type SearchQuery,
  type Source,
} from '../../src/engine/engine.ts';
import { fields, createPicture, createProduct } from '../support/engine/catalogue-arbitraries.ts';

/* A small shop, and helpers to publish and search it. */

export const dataset = '11111111-2222-4333-8444-555555555555';
export const otherDataset = '99999999-2222-4333-8444-555555555555';
const weights = { looks: 1, colour: 1 };
export const anyProduct = { fields: [], mode: 'All' } as const;
export const draft: ProductDraft = {
  fields,
  language: 'en',
  model: 'contract',
  plans: [{ weights, same: anyProduct, exclude: null, candidates: 10 }],
};

export const x = Float32Array.from([1, 0, 0, 0]);
const y = Float32Array.from([0, 1, 0, 0]);
export const halfway = Float32Array.from([0.5, 0.5, 0.5, 0.5]);

export const publish = async (
  engine: Engine,
  name: string,
  productDraft: ProductDraft,
  products: readonly DraftProduct[],
  options: BuildOptions = {},
) => {
  const builder = await engine.buildProducts(name, productDraft, options);
  for (const product of products) await builder.add(product);
  const summary = await builder.finish();
  await engine.makeLive(name, summary.version);
  return summary;
};

export const openReader = (engine: Engine, name = dataset): ProductReader => {
  const reader = engine.products(name);
  if (!reader) throw new Error('no reader');
  return reader;
};

export const readSource = async (reader: ProductReader, identifier: string): Promise<Source> => {
  const source = await reader.source(identifier);
  if (!source) throw new Error(`no source ${identifier}`);
  return source;
};

export const searchFrom = async (
  reader: ProductReader,
  identifier: string,
  more: Partial<SearchQuery> = {},
) =>
  reader.search({
    ...createQuery({ kind: 'looks', source: await readSource(reader, identifier), weights }, 10),
    ...more,
  });

export const listIdentifiers = (answer: { hits: readonly { identifier: string }[] }) =>
  answer.hits.map((hit) => hit.identifier);

/** Identifiers of all rows, read in pages of two. */
export const scanIdentifiers = async (reader: ProductReader): Promise<string[]> => {
  const identifiers: string[] = [];
  for await (const page of scanPages(reader, 2)) identifiers.push(...listIdentifiers({ hits: page }));
  return identifiers;
};

/** A shirt with two variants, and other products: one sold out, one without a picture. */
export const shop: readonly DraftProduct[] = [
  { product: createProduct('source', { fields: { colour: 'red', price: 3 } }), picture: createPicture(x, x) },
  {
    product: createProduct('shirt-s', {
      groupId: 'shirt',
      fields: { colour: 'red', sizes: ['S'], price: 5 },
    }),
    picture: createPicture(x, halfway),
  },
  {
    product: createProduct('shirt-m', {
      groupId: 'shirt',
      fields: { colour: 'blue', sizes: ['M'], price: 9 },
    }),
    picture: createPicture(x, x),
  },
  {
    product: createProduct('sold-out', { available: false, fields: { colour: 'red' } }),
    picture: createPicture(x, x),
  },
  { product: createProduct('far', { fields: { colour: 'red', price: 1 } }), picture: createPicture(y, x) },
  { product: createProduct('unseen', { fields: { colour: 'green' } }), picture: null },
];
