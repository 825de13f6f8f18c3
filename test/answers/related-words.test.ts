import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildKeywords } from '../../src/learning/keywords/build-keywords.ts';
import { openShop, type Shop } from '../support/http/shop.ts';
import { createTestCatalogue } from '../support/keywords/catalogue-fixture.ts';

/** Brands × colours × kinds of a small shop. */
const kinds = [
  ['Low Trainers', 'Shoes/Trainers'],
  ['Chelsea Boots', 'Shoes/Boots'],
  ['Shirt Dress', 'Clothing/Dresses'],
  ['Round Vase', 'Home/Vases'],
  ['Tall Mug', 'Kitchen/Mugs'],
  ['Classic Backpack', 'Bags/Backpacks'],
] as const;
const products = kinds.flatMap(([name, category]) =>
  ['Red', 'Blue', 'Sand'].flatMap((colour) =>
    ['Alder', 'Brin'].map((brand) => ({
      displayText: `${brand} ${colour} ${name}`,
      brand,
      category,
      colour,
      pattern: 'Stripes',
    })),
  ),
);
const searches = ['trainers', 'boots', 'dress', 'vases', 'mug', 'backpack', 'women’s trainers'];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const { engine, store, north } = shop;
  const rows = searches.map((keyword, at) => ({ keyword, count: 50 - at }));
  const catalogue = createTestCatalogue(products);
  const entries = buildKeywords({ rows, catalogue, language: 'en' });
  const { version } = await engine.buildKeywords(north.keywords.tracker, 'en', entries);
  await engine.makeLive(north.keywords.tracker, version);
  await store.websites.put('test', {
    ...north.website,
    synonyms: [
      ['trainers', 'sneakers'],
      ['mug', 'cup'],
      ['backpack', 'rucksack'],
      ['dress', 'evening gown'],
    ],
  });
});
afterAll(() => shop.close());

type Suggestions = readonly { readonly text: string; readonly displayText: string }[] | null;
const suggest = async (pattern: string): Promise<Suggestions> => {
  const parameters = { btr: shop.north.relatedKeywords.tracker, pattern };
  const { status, json } = await shop.get('/relatedsearches/keywords', parameters);
  expect(status).toBe(200);
  return (json as { suggestions: Suggestions }).suggestions;
};
const texts = async (pattern: string): Promise<string[]> =>
  (await suggest(pattern))?.map(({ text }) => text) ?? [];

describe('the synonyms of the website', () => {
  it.each([
    ['sneakers', 'trainers'],
    ['SNEAKER', 'trainers'],
    ['cup', 'mug'],
    ['rucksack', 'backpack'],
    ['evening gown', 'dress'],
  ])('%s is answered as %s', async (pattern, known) => {
    expect((await texts(pattern)).length).toBeGreaterThan(2);
    expect(await texts(pattern)).toEqual(await texts(known));
  });

  it('replace only words that are not known: blue backpack stays', async () => {
    expect(await texts('blue backpack')).toContain('classic backpack');
    expect(await texts('red sneakers')).toEqual(await texts('red trainers'));
  });
});

describe('typing errors in short words', () => {
  it.each([
    ['mugg', 'mug'],
    ['drses', 'dress'],
    ['bootss', 'boots'],
    ['trainerss', 'trainers'],
  ])('%s is understood as %s', async (pattern, known) => {
    expect((await texts(pattern)).length).toBeGreaterThan(2);
    expect(await texts(pattern)).toEqual(await texts(known));
  });

  it('leaves what the shop does not know without an answer', async () => {
    for (const pattern of ['xyzzy', 'zzzz', 'quantum flux']) expect(await suggest(pattern)).toBeNull();
  });
});

describe('suggestions', () => {
  it('are texts as a shopper types them: the display text in lower case', async () => {
    const all = (await Promise.all(searches.map(suggest))).flatMap((list) => list ?? []);
    expect(all.length).toBeGreaterThan(20);
    for (const { text, displayText } of all) expect(text).toBe(displayText.toLowerCase());
    expect(await texts('shoes')).not.toContain('trainer');
  });

  it.each([
    ['red dress', /vase|boot|mug|trainer|backpack/],
    ['blue dress', /vase|boot|mug|trainer|backpack/],
    ['sand mug', /vase|boot|dress|trainer|backpack/],
    ['red boots', /vase|dress|mug|backpack/],
  ])('%s: stay with the product that is named', async (pattern, unrelated) => {
    const found = await texts(pattern);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((text) => unrelated.test(text))).toEqual([]);
  });

  it('hold no plural before a noun and no row of bare brands', async () => {
    for (const pattern of [...searches, 'low', 'tall', 'round']) {
      const found = await texts(pattern);
      expect(found.filter((text) => /\bstripes \w/.test(text))).toEqual([]);
      expect([pattern, found.filter((text) => ['alder', 'brin'].includes(text)).length < 2]).toEqual([
        pattern,
        true,
      ]);
    }
  });
});
