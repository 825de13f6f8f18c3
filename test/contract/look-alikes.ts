import fc from 'fast-check';
import { expect } from 'vitest';
import type { Filter } from '../../src/domain/filter.ts';
import {
  createQuery,
  createTypedQuery,
  type Engine,
  noArrangement,
  type Source,
} from '../../src/engine/engine.ts';
import { catalogueArbitrary } from '../support/engine/catalogue-arbitraries.ts';
import { approximately } from './expect-scores.ts';
import { countDrawn } from '../full-run.ts';
import { expectOracleAnswers } from './oracle-answers.ts';
import {
  anyProduct,
  searchFrom,
  dataset,
  draft,
  listIdentifiers,
  publish,
  openReader,
  readSource,
  shop,
  x,
} from './shop.ts';
import type { Suite } from './suite.ts';

export const describeLookAlikes = (suite: Suite): void => {
  const { describe, beforeEach, it, itDraws, tolerance } = suite;
  describe('look-alikes', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });

    beforeEach(() => publish(engine, dataset, draft, shop));

    it('answers with families, best first, each by its best available member', async () => {
      const answer = await searchFrom(openReader(engine), 'source');
      expect(answer.hits.map((hit) => [hit.identifier, hit.score])).toEqual([
        ['shirt-m', approximately(1, tolerance)],
        ['far', approximately(0.5, tolerance)],
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

    it('counts facets over the whole set, not over the page', async () => {
      const facets = ['colour', 'price'];
      const { facets: whole } = await searchFrom(openReader(engine), 'source', { facets });
      const page = { skip: 1, take: 1 };
      expect((await searchFrom(openReader(engine), 'source', { facets, page })).facets).toEqual(whole);
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

    it('filters by identifier, like by any field', async () => {
      const ask = async (filter: Filter, facetFilter: Filter | null = null) =>
        listIdentifiers(await searchFrom(openReader(engine), 'source', { filter, facetFilter }));
      const some = { kind: 'in', field: 'identifier', values: ['far', 'shirt-s', 'unknown'] } as const;
      expect(await ask(some)).toEqual(['shirt-s', 'far']);
      expect(await ask({ kind: 'not', part: some })).not.toContain('far');
      const other = { kind: 'compare', field: 'identifier', comparison: 'ne', value: 'far' } as const;
      expect(await ask(some, other)).toEqual(['shirt-s']);
    });

    it('lists the other values of a filtered facet, and the chosen value itself', async () => {
      const facetFilter = { kind: 'in', field: 'colour', values: ['blue', 'violet'] } as const;
      const [colour, price] = (
        await searchFrom(openReader(engine), 'source', { facetFilter, facets: ['colour', 'price'] })
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

    it('keeps the set when facets are chosen, and represents a family by the member that matches', async () => {
      const facetFilter = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;
      const query = { facetFilter, candidates: 1, facets: ['colour'] };
      const { count, organic, hits, facets } = await searchFrom(openReader(engine), 'source', query);
      // The best family alone is the set: another red one does not take its place.
      expect([count, organic, hits.map(({ identifier }) => identifier)]).toEqual([1, 1, ['shirt-s']]);
      expect(facets).toMatchObject([{ count: 1 }]);
    });

    it('explains what a score is made of', async () => {
      const [first] = (await searchFrom(openReader(engine), 'source', { filter: null, explain: true })).hits;
      expect(first?.parts).toEqual({
        looks: approximately(1, tolerance),
        colour: approximately(1, tolerance),
        title: null,
        text: null,
        boost: 1,
        boosts: [],
        pinned: false,
        organicPosition: 1,
      });
    });

    it('keeps families of rungs ahead in front, each family once', async () => {
      const reader = openReader(engine);
      const source = await readSource(reader, 'source');
      const seed = { kind: 'looks', source, weights: { looks: 1, colour: 1 } } as const;
      const ahead = [{ seed: { ...seed, weights: { looks: 0, colour: 1 } }, same: anyProduct }];
      const same = { fields: ['colour'], mode: 'All' } as const;
      const strict = await searchFrom(reader, 'source', { same });
      expect(listIdentifiers(strict)).toEqual(['shirt-s', 'far']);
      const answer = await searchFrom(reader, 'source', {
        same,
        ahead: [{ seed, same: { fields: ['price'], mode: 'All' } }, ...ahead],
        candidates: 2,
        explain: true,
      });
      expect(answer.hits.map((hit) => [hit.identifier, hit.score, hit.parts?.rung])).toEqual([
        ['far', approximately(1, tolerance), 1],
        ['shirt-m', approximately(1, tolerance), 1],
      ]);
      expect(answer.count).toBe(2);
    });

    it('compares with a picture that is not in the catalogue', async () => {
      const reader = openReader(engine);
      const searchPhoto = (vectors: NonNullable<Source['vectors']>, fields: readonly string[] = []) => {
        const values = (field: string) => (field === 'colour' ? ['red'] : []);
        const photo: Source = { identifier: '', vectors, hasLooks: true, values, text: () => '' };
        const seed = { kind: 'looks', source: photo, weights: { looks: 1, colour: 1 } } as const;
        return reader.search({ ...createQuery(seed, 10), same: { fields, mode: 'All' }, explain: true });
      };
      const found = await searchPhoto({ looks: x, colour: x });
      const likeSource = listIdentifiers(await searchFrom(reader, 'source'));
      expect(listIdentifiers(found).sort()).toEqual(['source', ...likeSource].sort());
      expect(found.hits[0]).toMatchObject({
        score: approximately(1, tolerance),
        parts: { organicPosition: 1 },
      });
      const red = await searchPhoto({ looks: x, colour: x }, ['colour']);
      expect(listIdentifiers(red).sort()).toEqual(['far', 'shirt-s', 'source']);
      const ofAnotherModel = await searchPhoto({ looks: new Float32Array(7), colour: x });
      expect(ofAnotherModel.count).toBe(0);
    });

    it('reads the vectors of products', async () => {
      const [known, without, unknown] = await openReader(engine).pictures(['source', 'unseen', 'nobody']);
      expect([known?.looks, known?.colour].map((part) => Array.from(part ?? [], Math.round))).toEqual([
        [1, 0, 0, 0],
        [1, 0, 0, 0],
      ]);
      expect([without, unknown]).toEqual([null, null]);
    });

    it('adds what words find behind what looks find', async () => {
      const reader = openReader(engine);
      const source = await readSource(reader, 'source');
      const looks = { kind: 'looks', source, weights: { looks: 1, colour: 1 } } as const;
      const query = createTypedQuery('unseen', 'Any');
      const answer = await reader.search({
        ...createQuery({ kind: 'text', source, query }, 10),
        ahead: [{ seed: looks, same: anyProduct }],
        explain: true,
        facets: ['colour'],
      });
      expect(answer.hits.map((hit) => [hit.identifier, hit.parts?.rung])).toEqual([
        ['shirt-m', 0],
        ['far', 0],
        ['unseen', undefined],
      ]);
      expect(answer.hits[2]?.parts).toMatchObject({
        looks: null,
        text: approximately(answer.hits[2]?.score ?? 0, tolerance),
      });
      expect(answer.facets).toMatchObject([{ field: 'colour', count: 3 }]);
      expect(answer.text?.originalQuery).toBe('unseen');
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
        ['unseen', approximately(0, tolerance), true],
        ['shirt-m', approximately(1, tolerance), false],
      ]);
      expect(answer.count).toBe(2);
    });

    it('pins a family once, by the first of its pins that passes, whatever the positions', async () => {
      const pins = [
        { identifier: 'shirt-s', position: 2 },
        { identifier: 'shirt-m', position: 1 },
      ];
      const list = async (hiddenIdentifiers: string[]) => {
        const arrangement = { ...noArrangement, hiddenIdentifiers, pins };
        return listIdentifiers(await searchFrom(openReader(engine), 'source', { arrangement }));
      };
      expect(await list([])).toEqual(['far', 'shirt-s']);
      expect(await list(['shirt-s'])).toEqual(['shirt-m', 'far']);
    });
  });

  itDraws('answers exactly as the brute-force search, with and without neighbour lists', async () => {
    await fc.assert(
      fc.asyncProperty(catalogueArbitrary, async ({ draft: about, products, queries: questions }) => {
        await publish(suite.engine(), dataset, about, products);
        await expectOracleAnswers(openReader(suite.engine()), about, products, questions, tolerance);
      }),
      { numRuns: countDrawn('drawn catalogues of the engine contract') },
    );
  });
};
