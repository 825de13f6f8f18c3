import { describe, expect, it } from 'vitest';
import { buildKeywords } from '../build-keywords.ts';
import { createTestCatalogue } from '../../../../test/support/keywords/catalogue-fixture.ts';

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

describe('a category with products of all kinds', () => {
  it('does not become a keyword, alone or with an attribute', () => {
    expect(texts).toContain('black jacket');
    expect(texts.filter((text) => /anna|recommend|promotion/.test(text))).toEqual([]);
  });

  it('is not used as the category of a phrase', () => {
    expect(catalogue.find(['vela']).category).toMatch(/^Clothes\//);
  });

  it('still gets suggestions when a shopper types it', () => {
    const typed = buildKeywords({ rows: [], catalogue, language: 'en' }).find(({ text }) => text === 'anna');
    expect(typed?.suggestions.length).toBeGreaterThan(2);
  });

  it('stays with a product that has no other category', () => {
    const only = createTestCatalogue([
      ...products,
      { displayText: 'Mystery', category: 'Promotions/Anna Recommends' },
    ]);
    expect(only.items.at(-1)?.categories).toEqual(['Promotions/Anna Recommends']);
  });

  it.each([
    ['product names contain it', 'Outlet Jackets'],
    ['it has too few products', 'Clothes'],
  ])('is not assumed where %s', (_, category) => {
    const catalogueOfSix = createTestCatalogue(
      ['Wind', 'Rain', 'Snow', 'Sun', 'Trail', 'Town'].map((name, place) => ({
        displayText: `${name} Jacket`,
        category: [`Kind ${place}`, category],
      })),
    );
    const catalogueOfOne = createTestCatalogue([
      { displayText: 'Wind Jacket', category: ['Kind 0', category] },
    ]);
    expect((category === 'Clothes' ? catalogueOfOne : catalogueOfSix).items[0]?.categories).toContain(
      category,
    );
  });
});
