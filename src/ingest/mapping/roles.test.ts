import { describe, expect, it } from 'vitest';
import {
  findColumnByName,
  findColumnByRole,
  findSaleColumns,
  hasBooleanName,
  isCodeColumn,
  isDescriptionColumn,
  isRole,
  isShopperAttribute,
  requiredRoles,
  roles,
  spellings,
} from './roles.ts';

describe('spellings', () => {
  const all = Object.entries(spellings).flatMap(([role, known]) =>
    known.map((spelling) => ({ role, spelling })),
  );

  it('belong to one role each', () => {
    const counts = Map.groupBy(all, ({ spelling }) => spelling);
    const shared = [...counts].filter(([, uses]) => uses.length > 1).map(([spelling]) => spelling);
    expect(shared).toEqual([]);
  });

  it('are written as they are compared: lower case, without accents and separators', () => {
    expect(
      all.filter(({ spelling }) => !/^[a-z.[\]]+$/.test(spelling)).map(({ spelling }) => spelling),
    ).toEqual([]);
  });

  it.each(roles)('of %s are all found, and in upper case and with separators too', (role) => {
    for (const spelling of spellings[role]) {
      expect(findColumnByRole(role, ['x', spelling, 'y'])).toBe(spelling);
      expect(findColumnByRole(role, [spelling.toUpperCase()])).toBe(spelling.toUpperCase());
      const separated = `${spelling.slice(0, 2)}_${spelling.slice(2)}`;
      expect(findColumnByRole(role, [separated])).toBe(separated);
    }
  });
});

describe('findColumnByRole', () => {
  it.each([
    ['identifier', ['SKU', 'id'], 'id'],
    ['identifier', ['Artikel-Nr'], 'Artikel-Nr'],
    ['displayText', ['g:title', 'Beschreibung'], 'g:title'],
    ['displayText', ['name', 'title'], 'name'],
    ['price', ['Preis', 'price'], 'price'],
    ['price', ['PRICE_VAT'], 'PRICE_VAT'],
    ['price', ['cena s dph'], 'cena s dph'],
    ['available', ['Verfügbarkeit'], 'Verfügbarkeit'],
    ['available', ['készlet'], 'készlet'],
    ['category', ['kategória'], 'kategória'],
    ['brand', ['Üretici'], 'Üretici'],
    ['displayText', ['Ürün Adı'], 'Ürün Adı'],
    ['groupId', ['item_group_id'], 'item_group_id'],
    ['imageUrl', ['images[].url', 'thumbnail'], 'images[].url'],
    ['url', ['description'], null],
    ['url', [], null],
  ] as const)('%s in %j is %s', (role, paths, expected) => {
    expect(findColumnByRole(role, paths)).toBe(expected);
  });

  it('takes the first of two columns with the same name in another spelling', () => {
    expect(findColumnByRole('price', ['Price', 'price'])).toBe('Price');
  });
});

describe('findColumnByName', () => {
  it.each([
    ['colour', ['Color', 'size'], 'Color'],
    ['farbe', ['couleur'], 'couleur'],
    ['Size', ['size'], 'size'],
    ['shoe_size', ['Shoe Size'], 'Shoe Size'],
    ['shoeSize', ['Shoe Size', 'shoeSize'], 'shoeSize'],
    ['gender', ['Geschlecht'], 'Geschlecht'],
    ['material', ['malzeme'], 'malzeme'],
    ['voltage', ['Spannung'], null],
  ])('%s in %j is %s', (name, paths, expected) => {
    expect(findColumnByName(name, paths)).toBe(expected);
  });
});

describe('findSaleColumns', () => {
  it.each([
    [['id', 'price'], { price: null, period: null, from: null, to: null }],
    [
      ['g:sale_price', 'g:sale_price_effective_date'],
      { price: 'g:sale_price', period: 'g:sale_price_effective_date', from: null, to: null },
    ],
    [
      ['special_price', 'special_price_from_date', 'special_price_to_date'],
      { price: 'special_price', period: null, from: 'special_price_from_date', to: 'special_price_to_date' },
    ],
  ])('of %j', (paths, expected) => {
    expect(findSaleColumns(paths)).toEqual(expected);
  });
});

describe('what a column name says', () => {
  it.each([
    ['isNew', true],
    ['IsNew', true],
    ['HAS_WARRANTY', true],
    ['candles', false],
    ['ISSUE', false],
    ['is_new', true],
    ['has warranty', true],
    ['item_is_new', true],
    ['in_stock', true],
    ['vegan', true],
    ['g:adult', true],
    ['issue', false],
    ['island', false],
    ['hash', false],
    ['price', false],
    ['renewal', false],
  ])('%s is a boolean name: %s', (path, expected) => {
    expect(hasBooleanName(path)).toBe(expected);
  });

  it.each([
    ['id', true],
    ['product_id', true],
    ['productId', true],
    ['ean', true],
    ['gtin', true],
    ['related_skus', true],
    ['barcode', true],
    ['colorCode', true],
    ['width', false],
    ['idea', false],
    ['encoded', false],
  ])('%s holds codes: %s', (path, expected) => {
    expect(isCodeColumn(path)).toBe(expected);
  });

  it.each([
    ['Farbe', true],
    ['Größe', true],
    ['płeć', true],
    ['season', true],
    ['voltage', false],
  ])('%s is an attribute that shoppers narrow by: %s', (path, expected) => {
    expect(isShopperAttribute(path)).toBe(expected);
  });

  it('descriptions are known by name', () => {
    expect(['description', 'Short Description', 'summary', 'keywords'].every(isDescriptionColumn)).toBe(true);
    expect(['title', 'colour'].some(isDescriptionColumn)).toBe(false);
  });

  it('a name of Object.prototype is no role', () => {
    expect(['toString', '__proto__', 'constructor', 'hasOwnProperty'].some(isRole)).toBe(false);
    expect(requiredRoles.every(isRole)).toBe(true);
  });
});
