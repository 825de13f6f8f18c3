import { createLooksModel, createRandom } from '../support/generated-looks.ts';
import { createSkewedNumbers } from '../support/skewed-numbers.ts';
import { type Catalogue, type Item, pageLength } from './peer.ts';

/** Products alone, without variants, which other stores do not know. Facet values are skewed as in shops. */
export const createPeerCatalogue = (size: number, dimensions: number): Catalogue => {
  const model = createLooksModel(dimensions, Math.ceil(Math.sqrt(size)), 5);
  const brands = createSkewedNumbers(161, 1.5, 2.8);
  const colours = createSkewedNumbers(11, 2.8, 11.8);
  const item = (id: number): Item => {
    const draw = createRandom(Math.imul(id + 1, 2_246_822_519) ^ 17);
    const vector = new Float32Array(dimensions);
    model.fill(id, vector);
    const [brand, colour] = [`Brand ${brands.at(draw())}`, `Colour ${colours.at(draw())}`];
    return { id, vector, brand, colour, price: Math.round(10_000 * draw()) / 100 };
  };
  return { size, dimensions, item };
};

/** The true page of each product, by a comparison with everything. */
export const findTruePages = (
  { size, item }: Catalogue,
  ids: readonly number[],
  colour: string | null,
): Map<number, ReadonlySet<number>> => {
  const asked = ids.map((id) => ({
    id,
    query: item(id).vector,
    best: [] as { id: number; score: number }[],
  }));
  for (let id = 0; id < size; id += 1) {
    const other = item(id);
    if (colour !== null && other.colour !== colour) continue;
    for (const { id: own, query, best } of asked) {
      if (own === id) continue;
      let score = 0;
      for (let i = 0; i < query.length; i += 1) score += (query[i] ?? 0) * (other.vector[i] ?? 0);
      if (best.length === pageLength && score <= (best.at(-1)?.score ?? 0)) continue;
      best.splice(best.findLastIndex((one) => one.score >= score) + 1, 0, { id, score });
      if (best.length > pageLength) best.pop();
    }
  }
  return new Map(asked.map(({ id, best }) => [id, new Set(best.map((one) => one.id))]));
};
