import type { Filter } from '../../../src/domain/filter.ts';
import {
  createQuery,
  type DraftProduct,
  type ProductDraft,
  type ProductReader,
} from '../../../src/engine/engine.ts';
import { createLooksModel } from '../../../bench/support/generated-looks.ts';
import { createField } from '../create-field.ts';
import { createProduct } from './catalogue-arbitraries.ts';

/* A shop that is large enough for codes, and questions about it: with and without a list, a filter, families and facets. */

const dimensions = 64;
const weights = { looks: 1, colour: 0 };
/** No list was made for these. */
const otherWeights = { looks: 3, colour: 1 };
const same = { fields: ['shelf'], mode: 'All' as const };

export const largeShopDraft: ProductDraft = {
  fields: ['half', 'tenth', 'hundredth', 'shelf', 'brand'].map((name) => createField(name, 'text')),
  language: 'en',
  model: 'generated',
  plans: [{ weights, same, exclude: null, candidates: 200 }],
};

const identify = (number: number): string => `p${String(number).padStart(7, '0')}`;

/** Every fifth product has a variant that looks a little different. */
export const drawLargeShop = (size: number): DraftProduct[] => {
  const model = createLooksModel(dimensions, Math.ceil(Math.sqrt(size)), 5);
  return Array.from({ length: size }, (_, number) => {
    const looks = new Float32Array(dimensions);
    model.fill(number, looks);
    const fields = {
      half: `h${number % 2}`,
      tenth: `t${number % 10}`,
      hundredth: `u${number % 100}`,
      shelf: `s${number % 997}`,
      brand: `Brand ${model.classOf(number) % 31}`,
    };
    const group = number % 10 < 2 ? { groupId: `g${Math.floor(number / 10)}` } : {};
    return {
      product: createProduct(identify(number), { ...group, price: (number * 7919) % 1000, fields }),
      picture: { hash: String(number).padStart(64, '0'), looks, colour: new Float32Array(0) },
    };
  });
};

export type LargeShopQuestion = {
  readonly source: number;
  readonly filter: Filter | null;
  readonly from: 'shelf' | 'list weights' | 'other weights';
};

const filters: readonly (Filter | null)[] = [
  null,
  ...[
    ['half', 'h1'],
    ['tenth', 't3'],
    ['hundredth', 'u7'],
  ].map(([field = '', value = '']): Filter => ({ kind: 'compare', field, comparison: 'eq', value })),
];

/** `count` questions: every filter with every way, about products far from each other. */
export const listQuestions = (size: number, count: number): LargeShopQuestion[] =>
  Array.from({ length: count }, (_, index) => ({
    source: (index * 7919) % size,
    filter: filters[index % filters.length] ?? null,
    from: (['shelf', 'list weights', 'other weights'] as const)[index % 3] ?? 'shelf',
  }));

/** The whole set with its scores, its size and its facets, as text. */
export const askLargeShop = async (
  reader: ProductReader,
  { source: number, filter, from }: LargeShopQuestion,
): Promise<string> => {
  const source = await reader.source(identify(number));
  if (!source) throw new Error(`There is no product ${number}.`);
  const seed = { kind: 'looks', source, weights: from === 'other weights' ? otherWeights : weights } as const;
  const { count, hits, facets } = await reader.search({
    ...createQuery(seed, 200),
    ...(from === 'shelf' && { same }),
    candidates: 200,
    filter,
    facets: ['brand', 'tenth', 'price'],
  });
  return JSON.stringify([count, hits.map(({ identifier, score }) => [identifier, score]), facets]);
};
