import { describe, expect, it } from 'vitest';
import { boxDefaults, type RelatedBox } from '../../src/domain/box.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { buildKeywords } from '../../src/learning/keywords/build-keywords.ts';
import { createRelatedKeywords } from '../../src/operations/related-keywords.ts';
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

/** What a related box of this kind answers, by display text. */
const ask = async (
  engine: Engine,
  kind: RelatedBox['kind'],
  pattern: string,
  language: string,
): Promise<string[]> => {
  const [dataset, keywords] = kind === 'relatedKeywords' ? ['keywords', null] : ['products', 'keywords'];
  const box = { kind, size: 10, url: null, directions: boxDefaults.directions } as unknown as RelatedBox;
  const { items } = await createRelatedKeywords(engine)({
    box,
    dataset,
    keywords,
    synonyms: [],
    language,
    pattern,
  });
  return items.map(({ displayText }) => displayText);
};

const suggest = (engine: Engine, pattern: string, language: string) =>
  ask(engine, 'relatedKeywords', pattern, language);
const findProducts = (engine: Engine, pattern: string, language: string) =>
  ask(engine, 'relatedProducts', pattern, language);

/** The form that is typed, and a part of the first answer of both boxes. */
const words: Readonly<Record<Language, readonly (readonly [typed: string, meant: RegExp])[]>> = {
  de: [
    ['Stuehle', /st(u|ü)hl/i],
    ['Buerostuehle', /bürost(u|ü)hl/i],
    ['Toepfe', /t(o|ö)pf/i],
    ['Waeschekoerbe', /wäschek(o|ö)rb/i],
    ['Kuechentopf', /t(o|ö)pf/i],
    ['Koerbe', /wäschek(o|ö)rb/i],
    ['Lampen', /tischlampe/i],
    ['stuhle', /st(u|ü)hl/i],
    ['Mueller', /müller/i],
    ['weisse Tasse', /tasse/i],
    ['weisse', /weiß/i],
    ['Klied', /kleid/i],
    ['Lederstiefel', /stiefel/i],
    ['Bücher Regal', /bücherregal/i],
    ['Turnschue', /turnschuh/i],
  ],
  fr: [
    ['chemises blanches', /chemise/i],
    ['baskettes', /basket/i],
    ['etagere', /étagère/i],
    ['robe ete', /robe d'été/i],
    ['rideaux', /rideaux/i],
    ['poele', /poêle/i],
    ['oeuvre', /œuvre/i],
    ['chaize', /chaise/i],
    ['robes noires', /robe .*noire/i],
  ],
  hu: [
    ['szekek', /szék/i],
    ['piros szekek', /szék/i],
    ['székeket', /szék/i],
    ['székre', /szék/i],
    ['párnákat', /párn/i],
    ['ingeket', /ing/i],
    ['fazekat', /faz/i],
    ['csizmákat', /csizm/i],
    ['polcokat', /polc/i],
    ['edzocipoket', /edzőcip/i],
    ['cipőket', /csizm/i],
    ['csizmát', /csizm/i],
    ['csizna', /csizm/i],
    ['parnak', /párn/i],
    ['ruhak', /ruh/i],
    ['fazekak', /faz/i],
  ],
  cs: [
    ['šatů', /šaty/i],
    ['šatech', /šaty/i],
    ['satu', /šaty/i],
    ['stolem', /st(ů|o)l/i],
    ['židlemi', /židle/i],
    ['zidli', /židle/i],
    ['židlí', /židle/i],
    ['stolů', /st(ů|o)l/i],
    ['hrnců', /hrn/i],
    ['tenisek', /tenisky/i],
    ['kancelarska zidle', /židle/i],
  ],
};

describe.each(shopLanguages)('a shop in %s', (language) => {
  it('understands the forms of words that shoppers type, in both boxes', () =>
    inShop(language, async (engine) => {
      for (const [typed, meant] of words[language]) {
        expect([typed, (await suggest(engine, typed, language))[0]]).toEqual([
          typed,
          expect.stringMatching(meant),
        ]);
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
      [
        'weiß Stiefel',
        'rot Kleider',
        'Leder Stiefel',
        'Holz Regale',
        'Bürostuhl aus Leder Müller',
        'Stuhl aus Holz Nordhaus',
      ],
    ],
    [
      'fr',
      ['Bottes rouges', 'Chaise en cuir', 'Chemise blanche', "Bottes L'Atelier"],
      ['Rouge Bottes', 'Cuir Chaises', 'Acier inoxydable', "D'été blanche", 'Vase en acier'],
    ],
    [
      'hu',
      ['Bőrcsizma', 'Bőr edzőcipő', 'Kékfény bögrék', 'Fehér pamuting'],
      ['Rozsdamentes acél', 'Bőr Csizmák', 'Bőr csizma'],
    ],
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
      expect((await suggest(engine, 'Lampen', 'de'))[0]).toBe('Tischlampen');
      expect(await suggest(engine, 'Schlampe', 'de')).not.toContain('Tischlampen');
    }));
});
