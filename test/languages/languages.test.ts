import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strategyDefaults } from '../../src/domain/strategy.ts';
import { tokenize } from '../../src/domain/normal-form.ts';
import { buildKeywords } from '../../src/learning/keywords/build-keywords.ts';
import { readPairs } from '../../scripts/languages/measure-merges.ts';
import { wordPairs } from '../../scripts/languages/word-pairs.ts';
import { createField, createProduct } from '../support/engine/catalogue-arbitraries.ts';
import { openShop, type Shop } from '../support/http/shop.ts';
import { createTestCatalogue } from '../support/keywords/catalogue-fixture.ts';

type Case = {
  readonly language: string;
  /** Two forms of one word: products have the first, shoppers type the second. */
  readonly word: readonly [inCatalogue: string, typed: string];
  /** A word that must not be found by it. */
  readonly other: string;
};

const spaced: Case[] = Object.entries(wordPairs).map(([language, { merge }]) => {
  const [first = ['', ''], second = ['', '']] = readPairs(merge);
  return { language, word: first, other: second[0] };
});

/** Languages without spaces between words: the typed word is a part of the name. */
const unspaced: Case[] = [
  { language: 'zh', word: ['红色运动鞋', '运动鞋'], other: '台灯' },
  { language: 'ja', word: ['赤いスニーカー', 'スニーカー'], other: '電気スタンド' },
  { language: 'th', word: ['รองเท้าสีแดง', 'รองเท้า'], other: 'โคมไฟ' },
];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const { id: _id, tracker: _tracker, websiteId, ...box } = shop.north.search;
  const strategies = [{ ...strategyDefaults, rank: 1, from: 'text', searchMode: 'Any' } as const];
  await shop.store.boxes.put(websiteId, 'test', { ...box, ...{ strategies, sameAsSource: [] } });
});
afterAll(() => shop.close());

const publishProducts = async ({ language, word: [inCatalogue, typed], other }: Case) => {
  const fields = [createField('brand', 'text', { searchable: true })];
  const draft = { fields, language, model: 'none', plans: [] };
  const builder = await shop.engine.buildProducts(shop.north.products.tracker, draft);
  const names = { asked: typed, found: `Alder ${inCatalogue}`, other: `Brin ${other}` };
  for (const [identifier, displayText] of Object.entries(names))
    await builder.add({ product: createProduct(identifier, { displayText, fields: {} }), picture: null });
  await shop.engine.makeLive(shop.north.products.tracker, (await builder.finish()).version);
};

const publishKeywords = async ({ language, word: [inCatalogue], other }: Case) => {
  const products = ['Alder', 'Brin', 'Corl'].flatMap((brand) => [
    { displayText: `${brand} ${inCatalogue}`, brand, category: inCatalogue },
    { displayText: `${brand} ${other}`, brand, category: other },
  ]);
  const rows = [inCatalogue, `${inCatalogue} Alder`, `${inCatalogue} Brin`, other].map((keyword, at) => ({
    keyword,
    count: 50 - at,
  }));
  const catalogue = createTestCatalogue(products, language);
  const entries = buildKeywords({ rows, catalogue, language });
  const { version } = await shop.engine.buildKeywords(shop.north.keywords.tracker, language, entries);
  await shop.engine.makeLive(shop.north.keywords.tracker, version);
};

describe.each([...spaced, ...unspaced])('a shop in $language', (each) => {
  it('finds the other form of a word by text', async () => {
    await publishProducts(each);
    const parameters = { btr: shop.north.search.tracker, identifier: 'asked' };
    const { json } = await shop.get('/search/imagesearch', parameters);
    expect(json).toMatchObject({
      resultStatus: 'resultFound',
      originalQuery: each.word[1],
      documents: [{ document: { identifier: 'found' } }],
    });
  });

  it('suggests related keywords for the other form', async () => {
    await publishKeywords(each);
    const parameters = { btr: shop.north.relatedKeywords.tracker, pattern: each.word[1] };
    const { json } = await shop.get('/relatedsearches/keywords', parameters);
    const suggestions = (json as { suggestions: { text: string }[] | null }).suggestions ?? [];
    expect(suggestions.length).toBeGreaterThan(0);
    const typed = new Set(tokenize(each.word[1], each.language));
    const first = tokenize(suggestions[0]?.text ?? '', each.language);
    expect(
      first.some((word) => typed.has(word)),
      JSON.stringify(suggestions),
    ).toBe(true);
  });
});
