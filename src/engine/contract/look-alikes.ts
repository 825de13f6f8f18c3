import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Engine, noArrangement } from '../engine.ts';
import { catalogueArbitrary } from '../testing/catalogue-arbitraries.ts';
import { expectOracleAnswers } from './oracle-answers.ts';
import { searchFrom, dataset, draft, listIdentifiers, publish, openReader, shop } from './shop.ts';

export const describeLookAlikes = (getEngine: () => Engine): void => {
  describe('look-alikes', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = getEngine();
    });

    beforeEach(() => publish(engine, dataset, draft, shop));

    it('answers with families, best first, each by its best available member', async () => {
      const answer = await searchFrom(openReader(engine), 'source');
      expect(answer.hits.map((hit) => [hit.identifier, hit.score])).toEqual([
        ['shirt-m', 1],
        ['far', 0.5],
      ]);
      expect(answer.count).toBe(2);
      expect(answer.text).toBeNull();
    });

    it('counts every value of a family once', async () => {
      const answer = await searchFrom(openReader(engine), 'source', {
        facets: ['colour', 'price', 'nowhere'],
      });
      expect(answer.facets).toEqual([
        {
          kind: 'value',
          field: 'colour',
          count: 2,
          values: [
            { name: 'red', count: 2 },
            { name: 'blue', count: 1 },
          ],
        },
        { kind: 'range', field: 'price', count: 2, min: 1, max: 9, filteredMin: 1, filteredMax: 9 },
      ]);
    });

    it('represents a family by the member that passes, and requires one member to match the whole filter', async () => {
      const red = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;
      const medium = { kind: 'in', field: 'sizes', values: ['M'] } as const;
      expect(listIdentifiers(await searchFrom(openReader(engine), 'source', { filter: red }))).toEqual([
        'shirt-s',
        'far',
      ]);
      const both = await searchFrom(openReader(engine), 'source', {
        filter: { kind: 'and', parts: [red, medium] },
      });
      expect(both.count).toBe(0);
    });

    it('lists the other values of a filtered facet, and the chosen value itself', async () => {
      const filter = { kind: 'in', field: 'colour', values: ['blue', 'violet'] } as const;
      const [colour, price] = (
        await searchFrom(openReader(engine), 'source', { filter, facets: ['colour', 'price'] })
      ).facets;
      expect(colour).toEqual({
        kind: 'value',
        field: 'colour',
        count: 1,
        values: [
          { name: 'red', count: 2 },
          { name: 'blue', count: 1 },
          { name: 'violet', count: 0 },
        ],
      });
      expect(price).toMatchObject({ min: 1, max: 9, filteredMin: 9, filteredMax: 9 });
    });

    it('explains what a score is made of', async () => {
      const [first] = (await searchFrom(openReader(engine), 'source', { filter: null, explain: true })).hits;
      expect(first?.parts).toEqual({
        looks: 1,
        colour: 1,
        text: null,
        boost: 1,
        boosts: [],
        pinned: false,
        organicPosition: 1,
      });
    });

    it('finds nothing for a source without a picture', async () => {
      expect(await searchFrom(openReader(engine), 'unseen')).toMatchObject({ count: 0, hits: [] });
    });

    it('pins products that pass, but none that are hidden or sold out', async () => {
      const arrangement = {
        ...noArrangement,
        hiddenIdentifiers: ['far'],
        pins: ['unseen', 'far', 'sold-out', 'source'].map((identifier) => ({ identifier, position: 1 })),
      };
      const answer = await searchFrom(openReader(engine), 'source', { arrangement, explain: true });
      expect(answer.hits.map((hit) => [hit.identifier, hit.score, hit.parts?.pinned])).toEqual([
        ['unseen', 0, true],
        ['shirt-m', 1, false],
      ]);
      expect(answer.count).toBe(2);
    });
  });

  it('answers exactly as the brute-force search, with and without neighbour lists', async () => {
    await fc.assert(
      fc.asyncProperty(catalogueArbitrary, async ({ draft: about, products, queries: questions }) => {
        await publish(getEngine(), dataset, about, products);
        await expectOracleAnswers(openReader(getEngine()), about, products, questions);
      }),
      { numRuns: 100 },
    );
  }, 180_000);
};
