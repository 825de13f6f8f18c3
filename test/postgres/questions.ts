import { createHash } from 'node:crypto';
import {
  createQuery,
  createTypedQuery,
  type DraftProduct,
  type ProductDraft,
  type SearchQuery,
} from '../../src/engine/engine.ts';
import { createRandom, type Random } from '../oracle/random.ts';
import { createProduct, fields } from '../support/engine/catalogue-arbitraries.ts';

/* One catalogue of random pictures and words, and questions about it. The same seed draws the same. */

const [colours, things, materials] = [
  ['red', 'blue', 'green', 'black'],
  ['lamp', 'chair', 'table', 'sofa', 'shelf', 'mirror'],
  ['oak', 'steel', 'glass', 'linen'],
];
const catalogueSize = 200;

export const draft: ProductDraft = { fields, language: 'en', model: 'random', plans: [] };

const drawUnitVector = (random: Random, length: number): Float32Array => {
  const draw = () => random.integer(-700, 1_300) + random.integer(0, 1_000);
  const numbers = Float32Array.from({ length }, draw);
  const norm = Math.hypot(...numbers);
  return numbers.map((number) => number / norm);
};

const drawPicture = (random: Random): DraftProduct['picture'] => {
  const looks = drawUnitVector(random, 48);
  const hash = createHash('sha256').update(looks).digest('hex');
  return { hash, looks, colour: drawUnitVector(random, 12) };
};

const drawProduct = (random: Random, at: number): DraftProduct => {
  const [colour, thing] = [random.pick(colours), random.pick(things)];
  const product = createProduct(`p${at}`, {
    displayText: `${colour} ${thing} of ${random.pick(materials)}`,
    groupId: random.chance(0.3) ? `g${random.integer(0, 29)}` : null,
    available: random.chance(0.95),
    fields: { colour, category: `Home/${thing}`, price: random.integer(0, 100), sale: random.chance(0.5) },
  });
  return { product, picture: random.chance(0.95) ? drawPicture(random) : null };
};

const drawFilter = (random: Random): SearchQuery['filter'] =>
  random.pick([
    null,
    null,
    { kind: 'compare', field: 'colour', comparison: 'eq', value: random.pick(colours) },
    { kind: 'compare', field: 'price', comparison: 'le', value: random.integer(0, 100) },
    { kind: 'in', field: 'category', values: [`Home/${random.pick(things)}`, `Home/${random.pick(things)}`] },
  ] as const);

/** `source`: the product to compare with; null: the words are asked for. */
export type Question = {
  readonly source: string | null;
  readonly words: string;
  readonly query: Omit<SearchQuery, 'seed'>;
};

const drawQuestion = (random: Random, at: number): Question => {
  const { seed: _, ...rest } = createQuery(
    { kind: 'text', source: null, query: createTypedQuery('', 'Any') },
    500,
  );
  return {
    source: at % 4 === 0 ? null : `p${random.integer(0, catalogueSize - 1)}`,
    words: [
      random.pick(colours),
      random.pick(things),
      random.pick(['', 'lmap', 'chairs', 'unknown', 'steel', 'mirrow']),
    ].join(' '),
    query: {
      ...rest,
      filter: drawFilter(random),
      same: { fields: random.chance(0.3) ? ['category'] : [], mode: 'All' },
      minimumScore: random.chance(0.3) ? 0.5 : 0,
      facets: ['colour', 'price', 'category', 'sale'],
    },
  };
};

export const drawQuestions = (seed: number, count: number) => {
  const random = createRandom(seed);
  const products = random.list(catalogueSize, catalogueSize, (at) => drawProduct(random, at));
  return { products, questions: random.list(count, count, (at) => drawQuestion(random, at)) };
};
