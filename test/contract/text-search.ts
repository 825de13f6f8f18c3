import { expect } from 'vitest';
import {
  type DraftProduct,
  type Engine,
  createQuery,
  type ProductDraft,
  type SearchQuery,
} from '../../src/engine/engine.ts';
import { createField, fields, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { dataset, draft, listIdentifiers, publish, openReader } from './shop.ts';
import type { Suite } from './suite.ts';

export const describeTextSearch = (suite: Suite): void => {
  const { describe, beforeEach, it } = suite;
  describe('text search', () => {
    let engine: Engine;
    beforeEach(() => {
      engine = suite.engine();
    });

    const textDraft: ProductDraft = {
      ...draft,
      fields: [...fields, createField('brand', 'text', { searchable: true })],
    };
    const createNamed = (identifier: string, displayText: string, brand = 'Acme'): DraftProduct => ({
      product: createProduct(identifier, { displayText, fields: { brand } }),
      picture: null,
    });
    const query = {
      text: '',
      searchMode: 'All',
      fuzzySensitiveness: 'Off',
      minimumFuzzyTermLength: 4,
      enableFuzzyNumberMatch: false,
      synonyms: [],
    } as const;
    const find = (text: string, more: Partial<Parameters<typeof search>[1]> = {}) => search(text, more);
    const search = async (
      text: string,
      more: Partial<Extract<SearchQuery['seed'], { kind: 'text' }>['query']>,
    ) =>
      openReader(engine).search({
        ...createQuery({ kind: 'text', source: null, query: { ...query, text, ...more } }, 10),
        facets: ['brand'],
      });
    beforeEach(() =>
      publish(engine, dataset, textDraft, [
        createNamed('1', 'Red running shoes'),
        createNamed('2', 'Blue running shoe'),
        createNamed('3', 'Ladies skirt', 'Müller'),
        createNamed('4', 'Model 4512 lamp'),
        createNamed('5', 'Sofa'),
      ]),
    );

    it('finds every word regardless of case, accents and plural', async () => {
      expect(listIdentifiers(await find('RUNNING Shoe')).sort()).toEqual(['1', '2']);
      expect(listIdentifiers(await find('muller'))).toEqual(['3']);
      expect(listIdentifiers(await find('red shoes'))).toEqual(['1']);
    });

    it('matches some of the words in mode Any, and scores by the share that matches', async () => {
      const answer = await find('red running shoes', { searchMode: 'Any' });
      expect(listIdentifiers(answer)).toEqual(['1', '2']);
      const [first, second] = answer.hits.map((hit) => hit.score);
      expect(first).toBeGreaterThan(second ?? 1);
      expect(first).toBeLessThanOrEqual(1);
    });

    it('leaves out what scores below the least that is asked for', async () => {
      const answer = await find('red running shoes', { searchMode: 'Any' });
      const [first = 0, second = 0] = answer.hits.map((hit) => hit.score);
      const findAbove = (minimumScore: number) =>
        find('red running shoes', { searchMode: 'Any', minimumScore });
      expect(listIdentifiers(await findAbove(second))).toEqual(['1', '2']);
      expect(listIdentifiers(await findAbove((first + second) / 2))).toEqual(['1']);
      expect(await findAbove(1)).toMatchObject({ count: 0, hits: [] });
    });

    it('corrects typing errors in unknown words within the allowed edits', async () => {
      expect((await find('runnig')).count).toBe(0);
      const answer = await find('runnig', { fuzzySensitiveness: 'One' });
      expect(listIdentifiers(answer).sort()).toEqual(['1', '2']);
      expect(answer.text).toEqual({
        originalQuery: 'runnig',
        alteredQuery: 'running',
        changedTerms: { runnig: ['running'] },
        fuzzied: true,
      });
      expect((await find('runig', { fuzzySensitiveness: 'One' })).count).toBe(0);
      expect((await find('runig', { fuzzySensitiveness: 'Two' })).count).toBe(2);
      expect((await find('runnig', { fuzzySensitiveness: 'One', minimumFuzzyTermLength: 7 })).count).toBe(0);
    });

    it('corrects digits only with enableFuzzyNumberMatch', async () => {
      expect((await find('4513', { fuzzySensitiveness: 'One' })).count).toBe(0);
      const answer = await find('4513', { fuzzySensitiveness: 'One', enableFuzzyNumberMatch: true });
      expect(listIdentifiers(answer)).toEqual(['4']);
    });

    it('finds synonyms', async () => {
      const answer = await find('couch', { synonyms: [['sofa', 'couch']] });
      expect(listIdentifiers(answer)).toEqual(['5']);
      expect(answer.text).toMatchObject({ changedTerms: { couch: ['sofa'] }, fuzzied: false });
    });

    it('counts facets over the matches', async () => {
      const { facets } = await find('running');
      expect(facets).toMatchObject([{ field: 'brand', count: 2, values: [{ name: 'Acme', count: 2 }] }]);
    });
  });
};
