import { expect } from 'vitest';
import {
  type Engine,
  createQuery,
  type ProductReader,
  type SearchQuery,
  type TextQuery,
} from '../../src/engine/engine.ts';
import { createField, fields, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import type { Suite } from './suite.ts';

const dataset = '11111111-2222-4333-8444-666666666666';

const names = {
  shirt: 'Linen shirt',
  skirt: 'Linen skirt',
  skirts: 'Skirts, set of two',
  bulb: 'Led bulb',
  tower: 'Led2 tower',
  router: 'Wi-Fi router',
  camera: 'Camera with wifi',
  headset: 'Gaming headset',
  drive: 'Drive 500 GB',
  screen: 'Screen 15.6 inch',
  television: 'Flat screen television',
  watch: 'Smart watch',
  phone: 'Phone',
  boots: 'Winter boots',
} as const;

const query: TextQuery = {
  text: '',
  searchMode: 'All',
  fuzzySensitiveness: 'Off',
  minimumFuzzyTermLength: 3,
  enableFuzzyNumberMatch: false,
  synonyms: [],
};

const publishNames = async (engine: Engine): Promise<ProductReader> => {
  const searchable = [...fields, createField('material', 'text', { searchable: true })];
  const builder = await engine.buildProducts(dataset, {
    fields: searchable,
    language: 'en',
    model: 'words',
    plans: [],
  });
  for (const [identifier, displayText] of Object.entries(names)) {
    const more = identifier === 'phone' ? { material: 'Linen' } : {};
    await builder.add({ product: createProduct(identifier, { displayText, fields: more }), picture: null });
  }
  await engine.makeLive(dataset, (await builder.finish()).version);
  const reader = engine.products(dataset);
  if (!reader) throw new Error('no reader');
  return reader;
};

/** Query expansion: typing errors, words written as one or two, synonyms, and the trace of what was executed. */
export const describeQueryExpansion = (suite: Suite): void => {
  const { describe, beforeEach, it } = suite;
  describe('query expansion', () => {
    let reader: ProductReader;
    beforeEach(async () => {
      reader = await publishNames(suite.engine());
    });
    const ask = (text: string, more: Partial<TextQuery> = {}, rest: Partial<SearchQuery> = {}) =>
      reader.search({
        ...createQuery({ kind: 'text', source: null, query: { ...query, text, ...more } }, 20),
        ...rest,
      });
    const findIdentifiers = async (...parameters: Parameters<typeof ask>) =>
      (await ask(...parameters)).hits.map((hit) => hit.identifier).sort();

    it('corrects only unknown words: shirt does not become skirt', async () => {
      const answer = await ask('shirt', { fuzzySensitiveness: 'Two' });
      expect(answer.hits.map((hit) => hit.identifier)).toEqual(['shirt']);
      expect(answer.text).toEqual({
        originalQuery: 'shirt',
        alteredQuery: 'shirt',
        changedTerms: {},
        fuzzied: false,
      });
    });

    it('counts an inserted, deleted, replaced or swapped letter as one edit, also the first letter', async () => {
      for (const typed of ['camerra', 'camra', 'camexa', 'caemra', 'kamera']) {
        expect(await findIdentifiers(typed, { fuzzySensitiveness: 'Off' })).toEqual([]);
        expect(await findIdentifiers(typed, { fuzzySensitiveness: 'One' })).toEqual(['camera']);
      }
      expect(await findIdentifiers('kammera', { fuzzySensitiveness: 'One' })).toEqual([]);
      expect(await findIdentifiers('kammera', { fuzzySensitiveness: 'Two' })).toEqual(['camera']);
      expect(await findIdentifiers('kammerra', { fuzzySensitiveness: 'Two' })).toEqual([]);
    });

    it('ranks the smaller edit distance first, and lists all expansions', async () => {
      const answer = await ask('skrit', { fuzzySensitiveness: 'Two' });
      expect(
        answer.hits
          .map((hit) => hit.identifier)
          .slice(0, 2)
          .sort(),
      ).toEqual(['skirt', 'skirts']);
      expect(answer.hits.map((hit) => hit.identifier)[2]).toBe('shirt');
      expect(answer.text).toMatchObject({ changedTerms: { skrit: ['skirt', 'shirt'] }, fuzzied: true });
      expect(answer.text?.alteredQuery).toBe('(skirt | shirt)');
    });

    it('corrects no word shorter than the minimum', async () => {
      const fuzzy = { fuzzySensitiveness: 'One' } as const;
      expect(await findIdentifiers('phne', { ...fuzzy, minimumFuzzyTermLength: 4 })).toEqual(['phone']);
      expect(await findIdentifiers('phne', { ...fuzzy, minimumFuzzyTermLength: 5 })).toEqual([]);
    });

    it('changes no letters to numbers or numbers to letters without enableFuzzyNumberMatch', async () => {
      const fuzzy = { fuzzySensitiveness: 'One' } as const;
      expect(await findIdentifiers('led3', fuzzy)).toEqual([]);
      expect(await findIdentifiers('ledx', fuzzy)).toEqual(['bulb']);
      expect(await findIdentifiers('ledx', { ...fuzzy, enableFuzzyNumberMatch: true })).toEqual([
        'bulb',
        'tower',
      ]);
      expect(await findIdentifiers('led3', { ...fuzzy, enableFuzzyNumberMatch: true })).toEqual([
        'bulb',
        'tower',
      ]);
    });

    it('reports fuzzied only when a fuzzy match is in the set', async () => {
      const any = { searchMode: 'Any', fuzzySensitiveness: 'One' } as const;
      expect((await ask('router camra', any)).text?.fuzzied).toBe(true);
      const best = await ask('router wifi camra', any, { candidates: 1 });
      expect(best.hits.map((hit) => hit.identifier)).toEqual(['router']);
      expect(best.text).toMatchObject({ changedTerms: { camra: ['camera'] }, fuzzied: false });
    });

    it('leaves a word unchanged when no term is like it', async () => {
      const answer = await ask('linen xyzzyx', { searchMode: 'Any', fuzzySensitiveness: 'One' });
      expect(answer.text).toMatchObject({ alteredQuery: 'linen xyzzyx', changedTerms: {}, fuzzied: false });
      expect(answer.hits[0]?.score).toBeLessThan(0.5);
      expect(await findIdentifiers('linen xyzzyx')).toEqual([]);
    });

    it('finds words written as one or as two', async () => {
      expect(await findIdentifiers('wifi')).toEqual(['camera', 'router']);
      expect(await findIdentifiers('wi-fi')).toEqual(['camera', 'router']);
      expect(await findIdentifiers('head set')).toEqual(['headset']);
      expect(await findIdentifiers('smartwatch')).toEqual(['watch']);
      expect(await findIdentifiers('500gb')).toEqual(['drive']);
      expect(await findIdentifiers('156')).toEqual([]);
    });

    it('reports words that were joined or split', async () => {
      expect((await ask('head set')).text).toMatchObject({
        alteredQuery: '(head set | headset)',
        changedTerms: { 'head set': ['headset'] },
        fuzzied: false,
      });
      expect((await ask('smartwatch')).text).toMatchObject({
        alteredQuery: 'smart watch',
        changedTerms: { smartwatch: ['smart watch'] },
      });
    });

    it('reports words as products spell them, not as terms of the index', async () => {
      const fuzzy = await ask('winter botts', { fuzzySensitiveness: 'One' });
      expect(fuzzy.hits.map((hit) => hit.identifier)).toEqual(['boots']);
      expect(fuzzy.text).toMatchObject({
        alteredQuery: 'winter boots',
        changedTerms: { botts: ['boots'] },
      });
      expect((await ask('winterboots')).text).toMatchObject({
        alteredQuery: 'winter boots',
        changedTerms: { winterboots: ['winter boots'] },
      });
      expect((await ask('phones head sets')).text?.alteredQuery).toBe('phones (head sets | headset)');
    });

    it('finds synonyms of several words, in both directions', async () => {
      const synonyms = [['telly', 'flat screen television', 'TV set']];
      expect(await findIdentifiers('telly', { synonyms })).toEqual(['television']);
      expect((await ask('big tv set', { synonyms, searchMode: 'Any' })).text).toMatchObject({
        alteredQuery: 'big (tv set | flat screen television)',
        changedTerms: { 'tv set': ['flat screen television'] },
      });
      expect(await findIdentifiers('telly')).toEqual([]);
    });

    it('ranks matches in attributes below matches in names', async () => {
      const answer = await ask('linen');
      expect(answer.hits.map((hit) => hit.identifier)).toEqual(['shirt', 'skirt', 'phone']);
    });

    it('limits the text of a source to few words, its name first', async () => {
      const long = createProduct('long', {
        displayText: Array.from({ length: 80 }, (_, n) => `word${n}`).join(' '),
      });
      const builder = await suite.engine().buildProducts(dataset, {
        fields,
        language: 'en',
        model: 'words',
        plans: [],
      });
      await builder.add({
        product: { ...long, fields: { category: 'Home/Lamps', note: 'aside' } },
        picture: null,
      });
      await suite.engine().makeLive(dataset, (await builder.finish()).version);
      const text = (await suite.engine().products(dataset)?.source('long'))?.text('Any') ?? '';
      expect(text.split(' ').length).toBeLessThanOrEqual(24);
      expect(text).toMatch(/^word0 word1 /);
      expect(text).toMatch(/ Lamps/);
      expect(text).not.toMatch(/Home|aside/);
    });
  });
};
