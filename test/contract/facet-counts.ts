import { expect } from 'vitest';
import type { FacetCount } from '../../src/domain/facet.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { DraftProduct, Engine } from '../../src/engine/engine.ts';
import { createPicture, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { dataset, draft, openReader, publish, searchFrom } from './shop.ts';
import type { Suite } from './suite.ts';

/** Products to ask for. KINDRED_FACET_SOURCES asks for more. */
const sources = Number(process.env['KINDRED_FACET_SOURCES'] ?? 3);
/** Many more products pass than the set has families. */
const products = 300;
const candidates = 30;

const colours = ['red', 'blue', 'green', 'black', 'white', 'grey', 'violet'];
const sizes = ['XS', 'S', 'M', 'L', 'XL'];

/** A repeatable number from 0 up to, and not including, `limit`. */
const draw = (place: number, salt: number, limit: number): number =>
  Math.floor(((Math.sin(place * 12.9898 + salt * 78.233) + 1) / 2) * limit * 997) % limit;

const unitVector = (place: number, salt: number): Float32Array => {
  const numbers = Float32Array.from({ length: 4 }, (_, at) => draw(place, salt + at, 9) - 4 + 0.5);
  return numbers.map((number) => number / Math.hypot(...numbers));
};

/** Every third product is a variant of the one before it. */
const catalogue: readonly DraftProduct[] = Array.from({ length: products }, (_, place) => ({
  product: createProduct(`p${place}`, {
    groupId: place % 3 === 0 ? null : `g${Math.floor(place / 3)}`,
    fields: {
      colour: colours[draw(place, 1, colours.length)] ?? 'red',
      sizes: [sizes[draw(place, 2, 5)] ?? 'S', sizes[draw(place, 3, 5)] ?? 'M'],
      category: `A/${'XYZ'[draw(place, 4, 3)]}`,
      price: 1 + draw(place, 5, 60),
      sale: draw(place, 6, 2) === 1,
    },
  }),
  picture: createPicture(unitVector(place, 10), unitVector(place, 20)),
}));

const facets = ['colour', 'sizes', 'category', 'price', 'sale'];

type Value = { readonly field: string; readonly name: string; readonly count: number };

const listValues = (counted: readonly FacetCount[]): Value[] =>
  counted.flatMap((facet) =>
    facet.kind === 'value' ? facet.values.map((value) => ({ field: facet.field, ...value })) : [],
  );

const choose = ({ field, name }: Value): Filter => ({
  kind: 'compare',
  field,
  comparison: 'eq',
  value: field === 'sale' ? name === 'true' : name,
});

export const describeFacetCounts = (suite: Suite): void => {
  const { describe, beforeEach, it } = suite;
  describe('facets of a full set', () => {
    let engine: Engine;
    beforeEach(async () => {
      engine = suite.engine();
      await publish(engine, dataset, draft, catalogue);
    });

    const ask = (source: number, facetFilter: Filter | null) =>
      searchFrom(openReader(engine), `p${(source * 7) % products}`, { facetFilter, candidates, facets });

    it('the number beside a value is the number of results after choosing it', async () => {
      let checked = 0;
      for (let source = 0; source < sources; source += 1) {
        const plain = await ask(source, null);
        expect([plain.count, plain.organic]).toEqual([candidates, candidates]);
        for (const value of listValues(plain.facets)) {
          const chosen = await ask(source, choose(value));
          expect([value, chosen.count]).toEqual([value, value.count]);
          checked += 1;
          // A second choice, in another field.
          const second = listValues(chosen.facets).find(
            ({ field, count }) => field !== value.field && count > 0,
          );
          if (second === undefined) continue;
          const both: Filter = { kind: 'and', parts: [choose(value), choose(second)] };
          expect([value, second, (await ask(source, both)).count]).toEqual([value, second, second.count]);
        }
      }
      expect(checked).toBeGreaterThan(sources * 10);
    });

    it('ranges lie inside of their bounds, and name the numbers of the results', async () => {
      for (let source = 0; source < sources * 3; source += 1) {
        const limit = 5 + draw(source, 7, 50);
        const facetFilter: Filter = { kind: 'compare', field: 'price', comparison: 'le', value: limit };
        const { facets: counted, count, organic } = await ask(source, facetFilter);
        const price = counted.find(({ field }) => field === 'price');
        if (price?.kind !== 'range') throw new Error('Prices have a range.');
        expect([organic, price.count]).toEqual([candidates, count]);
        expect(price.filteredMin === null).toBe(count === 0);
        expect(price.filteredMin ?? price.min).toBeGreaterThanOrEqual(price.min);
        expect(price.filteredMax ?? price.min).toBeLessThanOrEqual(
          Math.min(price.max, Math.max(limit, price.min)),
        );
      }
    });
  });
};
