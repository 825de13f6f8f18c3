import { describe, expect, it } from 'vitest';
import { buildKeywords } from '../build-keywords.ts';
import { createTestCatalogue } from '../testing/catalogue-fixture.ts';

const kinds = ['Jacket', 'Short', 'Hoodie', 'Bag'] as const;
const products = kinds.flatMap((kind) =>
  [1, 2, 3, 4].map((number) => ({
    displayText: `${['Vela', 'Orion', 'Lyra', 'Corvus'][number - 1]} ${kind}`,
    category: [`Clothes/${kind}s`, ...(number < 4 ? ['Promotions/Anna Recommends'] : [])],
    colour: 'Black',
  })),
);
const catalogue = createTestCatalogue(products);
const texts = buildKeywords({ rows: [], catalogue, language: 'en' }).flatMap((entry) => [
  ...(entry.suggestible ? [entry.text] : []),
  ...entry.suggestions.map(({ text }) => text),
]);

describe('a category that gathers products of all kinds', () => {
  it('is no keyword, alone or with an attribute', () => {
    expect(texts).toContain('black jacket');
    expect(texts.filter((text) => /anna|recommend|promotion/.test(text))).toEqual([]);
  });

  it('is not what a phrase is taken to be about', () => {
    expect(catalogue.find(['vela']).category).toMatch(/^Clothes\//);
  });

  it('is still understood when a shopper types it', () => {
    const typed = buildKeywords({ rows: [], catalogue, language: 'en' }).find(({ text }) => text === 'anna');
    expect(typed?.suggestions.length).toBeGreaterThan(2);
  });

  it('stays where it is all that is known of a product', () => {
    const only = createTestCatalogue([
      ...products,
      { displayText: 'Mystery', category: 'Promotions/Anna Recommends' },
    ]);
    expect(only.items.at(-1)?.categories).toEqual(['Promotions/Anna Recommends']);
  });

  it.each([
    ['names of products say it', 'Outlet Jackets'],
    ['too few products tell', 'Clothes'],
  ])('is none where %s', (_, category) => {
    const shelf = createTestCatalogue(
      ['Wind', 'Rain', 'Snow', 'Sun', 'Trail', 'Town'].map((name, place) => ({
        displayText: `${name} Jacket`,
        category: [`Kind ${place}`, category],
      })),
    );
    const few = createTestCatalogue([{ displayText: 'Wind Jacket', category: ['Kind 0', category] }]);
    expect((category === 'Clothes' ? few : shelf).items[0]?.categories).toContain(category);
  });
});
