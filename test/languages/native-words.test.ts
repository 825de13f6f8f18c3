import { describe, expect, it } from 'vitest';
import type { RelatedBox } from '../../src/domain/box.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { buildKeywords } from '../../src/learning/keywords/build-keywords.ts';
import { findRelatedProducts } from '../../src/operations/related/related-products.ts';
import { createField } from '../support/create-field.ts';
import { createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../support/engine/temporary-engine.ts';
import { createTestCatalogue } from '../support/keywords/catalogue-fixture.ts';
import { createLanguageShop, shopLanguages } from '../support/keywords/language-shops.ts';

/* Forms of words that shoppers type, and what a shop that never saw a search answers in both kinds of related boxes. */

type Language = (typeof shopLanguages)[number];

const fields = ['displayText', 'category', 'brand', 'colour', 'material'].map((name) =>
  createField(name, name === 'category' ? 'path' : 'text', { searchable: true }),
);
const box = { kind: 'relatedProducts', size: 10, url: null, directions: [] } as unknown as RelatedBox;

const inShop = (language: Language, work: (engine: Engine) => Promise<void>) =>
  inTemporaryFolder((folder) =>
    withEngine({ folder }, async (engine) => {
      const shop = createLanguageShop(language);
      const products = shop.map(({ identifier, displayText, ...values }) => ({
        product: createProduct(identifier, { displayText, fields: values }),
        picture: null,
      }));
      await publish(engine, 'products', { fields, language, model: 'words', plans: [] }, products);
      const catalogue = createTestCatalogue(shop, language);
      const { version } = await engine.buildKeywords(
        'keywords',
        language,
        buildKeywords({ rows: [], catalogue, language }),
      );
      await engine.makeLive('keywords', version);
      await work(engine);
    }),
  );

const suggest = async (engine: Engine, pattern: string): Promise<string[]> => {
  const answer = await engine
    .keywords('keywords')
    ?.suggest({ pattern, size: 10, directions: ['refine', 'next'] });
  return answer?.suggestions.map(({ displayText }) => displayText) ?? [];
};

const findProducts = async (engine: Engine, pattern: string, language: string): Promise<string[]> => {
  const reader = engine.products('products');
  if (reader === null) throw new Error('Nothing is live.');
  const request = { box, dataset: 'products', synonyms: [], language, pattern };
  const found = await findRelatedProducts(reader, request, { add: [], hide: [], only: false });
  return found.map(({ displayText }) => displayText);
};

/** The form that is typed, and a part of the first answer of both boxes. */
const words: Readonly<Record<Language, readonly (readonly [typed: string, meant: RegExp])[]>> = {
  de: [
    ['Stuehle', /st(u|ü)hl/i],
    ['Buerostuehle', /bürost(u|ü)hl/i],
    ['Toepfe', /t(o|ö)pf/i],
    ['Waeschekoerbe', /wäschek(o|ö)rb/i],
    ['weisse Tasse', /tasse/i],
    ['Turnschue', /turnschuh/i],
  ],
  fr: [
    ['chemises blanches', /chemise/i],
    ['baskettes', /basket/i],
    ['etagere', /étagère/i],
    ['robe ete', /robe/i],
  ],
  hu: [
    ['szekek', /szék/i],
    ['székeket', /szék/i],
    ['székre', /szék/i],
    ['párnákat', /párn/i],
    ['ingeket', /ing/i],
    ['fazekat', /faz/i],
    ['csizmákat', /csizm/i],
    ['polcokat', /polc/i],
    ['edzocipoket', /edzőcip/i],
  ],
  cs: [
    ['šatů', /šaty/i],
    ['šatech', /šaty/i],
    ['satu', /šaty/i],
    ['stolem', /st(ů|o)l/i],
    ['židlemi', /židle/i],
    ['zidli', /židle/i],
  ],
};

describe.each(shopLanguages)('a shop in %s', (language) => {
  it('understands the forms of words that shoppers type, in both boxes', () =>
    inShop(language, async (engine) => {
      for (const [typed, meant] of words[language]) {
        expect([typed, (await suggest(engine, typed))[0]]).toEqual([typed, expect.stringMatching(meant)]);
        expect([typed, (await findProducts(engine, typed, language))[0]]).toEqual([
          typed,
          expect.stringMatching(meant),
        ]);
      }
    }));
});

describe('suggestions that are made from a catalogue', () => {
  const listSuggestions = (language: Language): Map<string, string[]> => {
    const catalogue = createTestCatalogue(createLanguageShop(language), language);
    const entries = buildKeywords({ rows: [], catalogue, language });
    return new Map(
      entries.map(({ displayText, suggestions }) => [
        displayText,
        suggestions.map((each) => each.displayText),
      ]),
    );
  };

  it.each<[Language, string[], string[]]>([
    [
      'de',
      ['Weiße Stiefel', 'Rotes Sommerkleid', 'Bürostuhl aus Leder', 'Corvane Tischlampen'],
      ['weiß Stiefel', 'rot Kleider', 'Leder Stiefel', 'Holz Regale', 'Bürostuhl aus Leder Müller'],
    ],
    [
      'fr',
      ['Bottes rouges', 'Chaise en cuir', 'Chemise blanche', "Bottes L'Atelier"],
      ['Rouge Bottes', 'Cuir Chaises', 'Acier inoxydable', "D'été blanche", 'Vase en acier'],
    ],
    ['hu', ['Bőr csizma', 'Kékfény bögrék', 'Fehér pamut ing'], ['Rozsdamentes acél', 'Bőr Csizmák']],
    ['cs', ['Bílé boty', 'Šaty z bavlny', 'Boty Žďár'], ['bílá Boty', 'Boty bavlny', 'Bavlny Žďár']],
  ])('follow the grammar of the titles: %s', (language, natural, unnatural) => {
    const texts = new Set([...listSuggestions(language).values()].flat());
    for (const text of natural) expect([text, texts.has(text)]).toEqual([text, true]);
    for (const text of unnatural) expect([text, texts.has(text)]).toEqual([text, false]);
  });

  it.each(shopLanguages)('begin with no bare brand, material or colour for a category: %s', (language) => {
    const shop = createLanguageShop(language);
    const bare = new Set(
      shop
        .flatMap(({ brand, colour, material }) => [brand, colour, material])
        .map((text) => text?.toLowerCase()),
    );
    const suggestions = listSuggestions(language);
    for (const path of new Set(shop.map(({ category }) => String(category)))) {
      const [kind = '', leaf = ''] = path.split('/');
      for (const category of [kind, leaf]) {
        const [first] = suggestions.get(category) ?? [];
        expect([category, first, bare.has(first?.toLowerCase())]).toEqual([
          category,
          expect.any(String),
          false,
        ]);
      }
    }
  });

  it('know the feminine of a colour: white shirts are found by their own words', () =>
    inShop('fr', async (engine) => {
      const found = await findProducts(engine, 'chemises blanches', 'fr');
      expect(found.slice(0, 3).every((name) => name.startsWith('Chemise blanche'))).toBe(true);
    }));

  it('name a German compound for its head', async () =>
    inShop('de', async (engine) => {
      expect((await suggest(engine, 'Lampen'))[0]).toBe('Tischlampen');
      expect(await suggest(engine, 'Schlampe')).not.toContain('Tischlampen');
    }));
});
