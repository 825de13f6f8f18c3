import type { Filter } from '../../src/domain/filter.ts';
import {
  type DraftProduct,
  type Engine,
  noArrangement,
  type ProductReader,
  type SearchQuery,
} from '../../src/engine/engine.ts';
import { createField } from '../../test/support/create-field.ts';

/*
 * A catalogue of generated vectors in which one product in a hundred passes a filter, and the plain scan that
 * says what an answer must hold. Asked within a gate (the group of the source) there are ready lists, and the
 * filter leaves next to nothing of them; asked without one, there are none.
 */

export const gates = { group: ['group'], none: [] } as const;
export type Gate = keyof typeof gates;

const weights = { looks: 1, colour: 0.3 };
const candidates = 200;
const page = { skip: 0, take: candidates };
const onePercentFilter: Filter = { kind: 'compare', field: 'mark', comparison: 'eq', value: 'm7' };

/** The same numbers in every run. */
const createRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32 - 0.5;
};

const unitVector = (length: number, draw: () => number): Float32Array => {
  const vector = Float32Array.from({ length }, draw);
  const norm = Math.hypot(...vector);
  return vector.map((x) => x / norm);
};

export function* generateProducts(size: number, dimensions: number): Generator<DraftProduct> {
  const draw = createRandom(11);
  for (let number = 0; number < size; number += 1) {
    const product = {
      identifier: `p${String(number).padStart(7, '0')}`,
      displayText: `Product ${number}`,
      url: `https://shop.example/${number}`,
      price: null,
      currency: null,
      images: [],
      groupId: null,
      available: true,
      fields: { mark: `m${number % 100}`, group: `g${Math.floor(number / 100) % 20}` },
    };
    const looks = unitVector(dimensions, draw);
    const colour = unitVector(8, draw);
    yield { product, picture: { hash: String(number).padStart(64, '0'), looks, colour } };
  }
}

/** Publishes with the plan of a box that asks for the same group. */
export const publishGenerated = async (
  engine: Engine,
  products: Iterable<DraftProduct>,
): Promise<ProductReader> => {
  const plans = [{ weights, same: sameIn('group'), exclude: null, candidates }];
  const builder = await engine.buildProducts('generated', {
    fields: [createField('mark', 'text'), createField('group', 'text')],
    language: 'en',
    model: 'generated',
    plans,
  });
  for (const product of products) await builder.add(product);
  await engine.makeLive('generated', (await builder.finish()).version);
  const reader = engine.products('generated');
  if (reader === null) throw new Error('Nothing is live.');
  return reader;
};

const sameIn = (gate: Gate): SearchQuery['same'] => ({ fields: gates[gate], mode: 'All' });

/** Identifiers of the answer, best first, and the lowest score in it. */
const searchFiltered = async (reader: ProductReader, identifier: string, gate: Gate) => {
  const source = await reader.source(identifier);
  if (source === null) throw new Error(`There is no ${identifier}.`);
  const question: SearchQuery = {
    seed: { kind: 'looks', source, weights },
    same: sameIn(gate),
    exclude: null,
    filter: onePercentFilter,
    minimumScore: 0,
    candidates,
    arrangement: noArrangement,
    orderBy: [],
    page,
    facets: [],
    explain: false,
  };
  const { hits } = await reader.search(question);
  return { identifiers: new Set(hits.map((hit) => hit.identifier)), lowest: hits.at(-1)?.score ?? 0 };
};

/** Compares the source with every product that passes, one by one. */
const scanExactly = (products: readonly DraftProduct[], asked: DraftProduct, gate: Gate) => {
  const source = asked.picture;
  if (!source) throw new Error('A source needs a picture.');
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, index) => sum + x * (b[index] ?? 0), 0);
  return products
    .filter((other) => other !== asked && other.product.fields['mark'] === 'm7')
    .filter(({ product }) => gates[gate].every((name) => product.fields[name] === asked.product.fields[name]))
    .map(({ product, picture }) => {
      const looks = picture ? dot(picture.looks, source.looks) : 0;
      const colour = picture ? dot(picture.colour, source.colour) : 0;
      return { identifier: product.identifier, score: (looks + 0.3 * colour) / 1.3 };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, candidates);
};

/** Scores are whole millionths: products that differ by less may be on either side of the cut. */
const tolerance = 2e-6;

/** How many products the scan finds for some sources, and which of them the engine did not return. */
export const compareWithScan = async (
  reader: ProductReader,
  products: readonly DraftProduct[],
  sources: readonly DraftProduct[],
  gate: Gate,
): Promise<{ readonly expected: number; readonly missing: readonly string[] }> => {
  let expected = 0;
  const missing: string[] = [];
  for (const source of sources) {
    const { identifiers, lowest } = await searchFiltered(reader, source.product.identifier, gate);
    const exact = scanExactly(products, source, gate);
    const isCut = identifiers.size === candidates;
    expected += exact.length;
    for (const { identifier, score } of exact) {
      if (identifiers.has(identifier) || (isCut && score <= lowest + tolerance)) continue;
      missing.push(`${identifier} for ${source.product.identifier}`);
    }
  }
  return { expected, missing };
};
