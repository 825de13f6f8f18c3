import { beforeEach, describe, expect, it } from 'vitest';
import { type Engine, createQuery, type ProductReader, type SearchQuery, type TextQuery } from '../engine.ts';
import { createField, fields, createProduct } from '../testing/catalogue-arbitraries.ts';

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

/** How words are read: typing errors, words written as one or two, synonyms, and what the trace says of it. */
export const describeQueryExpansion = (engine: () => Engine): void => {
  describe('readings of words', () => {
    let reader: ProductReader;
    beforeEach(async () => {
      reader = await publishNames(engine());
    });
    const ask = (text: string, more: Partial<TextQuery> = {}, rest: Partial<SearchQuery> = {}) =>
      reader.search({
        ...createQuery({ kind: 'text', source: null, query: { ...query, text, ...more } }, 20),
        ...rest,
      });
    const found = async (...asked: Parameters<typeof ask>) =>
      (await ask(...asked)).hits.map((hit) => hit.identifier).sort();

    it('guesses only at words that nobody says: shirts are no skirts', async () => {
      const answer = await ask('shirt', { fuzzySensitiveness: 'Two' });
      expect(answer.hits.map((hit) => hit.identifier)).toEqual(['shirt']);
      expect(answer.text).toEqual({
        originalQuery: 'shirt',
        alteredQuery: 'shirt',
        changedTerms: {},
        fuzzied: false,
      });
    });

    it('takes an inserted, dropped, replaced or swapped letter as one error, the first letter included', async () => {
      for (const typed of ['camerra', 'camra', 'camexa', 'caemra', 'kamera']) {
        expect(await found(typed, { fuzzySensitiveness: 'Off' })).toEqual([]);
        expect(await found(typed, { fuzzySensitiveness: 'One' })).toEqual(['camera']);
      }
      expect(await found('kammera', { fuzzySensitiveness: 'One' })).toEqual([]);
      expect(await found('kammera', { fuzzySensitiveness: 'Two' })).toEqual(['camera']);
      expect(await found('kammerra', { fuzzySensitiveness: 'Two' })).toEqual([]);
    });

    it('ranks the smaller error first, and names all that was run', async () => {
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

    it('guesses at no word shorter than the minimum', async () => {
      const fuzzy = { fuzzySensitiveness: 'One' } as const;
      expect(await found('phne', { ...fuzzy, minimumFuzzyTermLength: 4 })).toEqual(['phone']);
      expect(await found('phne', { ...fuzzy, minimumFuzzyTermLength: 5 })).toEqual([]);
    });

    it('neither makes a number out of letters nor letters out of a number, unless told to', async () => {
      const fuzzy = { fuzzySensitiveness: 'One' } as const;
      expect(await found('led3', fuzzy)).toEqual([]);
      expect(await found('ledx', fuzzy)).toEqual(['bulb']);
      expect(await found('ledx', { ...fuzzy, enableFuzzyNumberMatch: true })).toEqual(['bulb', 'tower']);
      expect(await found('led3', { ...fuzzy, enableFuzzyNumberMatch: true })).toEqual(['bulb', 'tower']);
    });

    it('says that it guessed only when a guess is in the set', async () => {
      const any = { searchMode: 'Any', fuzzySensitiveness: 'One' } as const;
      expect((await ask('router camra', any)).text?.fuzzied).toBe(true);
      const best = await ask('router wifi camra', any, { candidates: 1 });
      expect(best.hits.map((hit) => hit.identifier)).toEqual(['router']);
      expect(best.text).toMatchObject({ changedTerms: { camra: ['camera'] }, fuzzied: false });
    });

    it('leaves a word as it is that nothing is like', async () => {
      const answer = await ask('linen xyzzyx', { searchMode: 'Any', fuzzySensitiveness: 'One' });
      expect(answer.text).toMatchObject({ alteredQuery: 'linen xyzzyx', changedTerms: {}, fuzzied: false });
      expect(answer.hits[0]?.score).toBeLessThan(0.5);
      expect(await found('linen xyzzyx')).toEqual([]);
    });

    it('finds words written as one or as two', async () => {
      expect(await found('wifi')).toEqual(['camera', 'router']);
      expect(await found('wi-fi')).toEqual(['camera', 'router']);
      expect(await found('head set')).toEqual(['headset']);
      expect(await found('smartwatch')).toEqual(['watch']);
      expect(await found('500gb')).toEqual(['drive']);
      expect(await found('156')).toEqual([]);
    });

    it('tells of words that it put together or took apart', async () => {
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

    it('knows synonyms of several words, in both directions', async () => {
      const synonyms = [['telly', 'flat screen television', 'TV set']];
      expect(await found('telly', { synonyms })).toEqual(['television']);
      expect((await ask('big tv set', { synonyms, searchMode: 'Any' })).text).toMatchObject({
        alteredQuery: 'big (tv set | flat screen television)',
        changedTerms: { 'tv set': ['flat screen television'] },
      });
      expect(await found('telly')).toEqual([]);
    });

    it('finds attributes, behind the products that are called so', async () => {
      const answer = await ask('linen');
      expect(answer.hits.map((hit) => hit.identifier)).toEqual(['shirt', 'skirt', 'phone']);
    });

    it('asks with few words of a product, its name first', async () => {
      const long = createProduct('long', {
        displayText: Array.from({ length: 80 }, (_, n) => `word${n}`).join(' '),
      });
      const builder = await engine().buildProducts(dataset, {
        fields,
        language: 'en',
        model: 'words',
        plans: [],
      });
      await builder.add({
        product: { ...long, fields: { category: 'Home/Lamps', note: 'aside' } },
        picture: null,
      });
      await engine().makeLive(dataset, (await builder.finish()).version);
      const text = (await engine().products(dataset)?.source('long'))?.text ?? '';
      expect(text.split(' ').length).toBeLessThanOrEqual(32);
      expect(text).toMatch(/^word0 word1 /);
      expect(text).toMatch(/ Lamps/);
      expect(text).not.toMatch(/Home|aside/);
    });
  });
};
