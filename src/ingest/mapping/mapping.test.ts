import { describe, expect, it } from 'vitest';
import type { FieldOverride } from '../../domain/dataset.ts';
import type { RawRow, RawValue } from '../formats/feed.ts';
import { createInspection } from './inspect-columns.ts';
import { selectComparableFields, mapFields, mappingDefaults } from './map-fields.ts';
import { createMapping, type Mapping } from './mapping.ts';

const mappingOf = (
  rows: readonly RawRow[],
  overrides: readonly FieldOverride[] = [],
  asked: string[] = [],
): Mapping => {
  const inspection = createInspection();
  for (const row of rows) inspection.add(row);
  const inspected = { rows: inspection.rows(), columns: inspection.columns() };
  return createMapping(mapFields(inspected, overrides, new Set(asked)), inspected.columns);
};

const field = (mapping: Mapping, name: string) => mapping.fields.find((candidate) => candidate.name === name);

const shoes: RawRow[] = Array.from({ length: 20 }, (_, place) => ({
  ProductId: `p${place}`,
  Title: `Shoe number ${place}`,
  Link: `https://shop.example/${place}`,
  Price: `${place + 10}.50 EUR`,
  ImageUrl: `${place}.jpg`,
  CategoryPath: place % 2 ? 'Shoes > Trail/Road' : 'Shoes > Boots',
  Manufacturer: place % 3 ? 'North' : 'South',
  Availability: place === 3 ? 'out of stock' : 'in stock',
  item_group_id: `g${place >> 1}`,
  Color: ['red', 'blue'][place % 2] as string,
  WeightGrams: 300 + place,
  Vegan: place % 2 === 0,
  Tags: ['new', 'sale'].slice(place % 2),
  Ean: `4006381333${place + 100}`,
}));

describe('a mapping found by inspection', () => {
  const mapping = mappingOf(shoes);
  const [first] = shoes as [RawRow, ...RawRow[]];

  it('recognises the roles whatever the feed calls them', () => {
    expect(mapping.read(first)).toMatchObject({
      identifier: 'p0',
      displayText: 'Shoe number 0',
      url: 'https://shop.example/0',
      price: 10.5,
      imageUrl: '0.jpg',
      category: 'Shoes/Boots',
      brand: 'South',
      available: true,
      groupId: 'g0',
    });
    expect(mapping.read(shoes[3] as RawRow)['available']).toBe(false);
  });

  it.each([
    [
      'German',
      ['Artikelnummer', 'Bezeichnung', 'Produkt-URL', 'Preis', 'Bild-URL', 'Kategorie', 'Verfügbarkeit'],
    ],
    ['French', ['Identifiant', 'Nom', 'Lien', 'Prix TTC', 'URL image', 'Catégorie', 'Disponibilité']],
    ['Hungarian', ['Azonosító', 'Név', 'Termék URL', 'Bruttó ár', 'Kép', 'Kategória', 'Készlet']],
    [
      'Czech, as price comparisons want it',
      ['ITEM_ID', 'PRODUCTNAME', 'URL', 'PRICE_VAT', 'IMGURL', 'CATEGORYTEXT', 'Skladem'],
    ],
    ['Polish', ['Kod produktu', 'Nazwa', 'Link', 'Cena brutto', 'Zdjęcie', 'Kategoria', 'Dostępność']],
    ['Turkish', ['Ürün Kodu', 'Ürün Adı', 'Ürün Linki', 'Satış Fiyatı', 'Resim', 'Kategori', 'Stok']],
  ])('knows them in %s', (_language, names) => {
    const values = ['p1', 'Cup', '/cup', '5', 'cup.jpg', 'Home/Cups', '3'];
    const row = Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']));
    expect(mappingOf([row]).read(row)).toEqual({
      identifier: 'p1',
      displayText: 'Cup',
      url: '/cup',
      price: 5,
      imageUrl: 'cup.jpg',
      category: 'Home/Cups',
      available: true,
    });
  });

  it('does not split a level at a slash inside it', () => {
    expect(mapping.read(shoes[1] as RawRow)['category']).toBe('Shoes/Trail-Road');
  });

  it('finds the type of every other attribute', () => {
    const types = ['color', 'weightGrams', 'vegan', 'tags', 'ean'].map((name) => field(mapping, name)?.type);
    expect(types).toEqual(['text', 'number', 'boolean', 'list', 'text']);
  });

  it.each([
    ['ja and nein', ['ja', 'nein'], 'boolean'],
    ['oui and non', ['Oui', 'Non'], 'boolean'],
    ['igen and nem', ['igen', 'nem'], 'boolean'],
    ['evet and hayır', ['Evet', 'Hayır'], 'boolean'],
    ['sí and no', ['Sí', 'No'], 'boolean'],
    ['si and no', ['si', 'no'], 'boolean'],
    ['only yes', ['yes', 'Yes'], 'text'],
    ['only true', ['true', 'TRUE'], 'boolean'],
    ['Norway', ['NO', 'NO'], 'text'],
    ['Norway and Nigeria', ['NO', 'NE'], 'text'],
    ['grades', ['N', 'n'], 'text'],
    ['y and n', ['y', 'N'], 'boolean'],
    ['y and no, which are no pair', ['y', 'no'], 'text'],
    ['in stock and sold out', ['in stock', 'sold out'], 'boolean'],
    ['in stock and preorder, which are both a yes', ['in stock', 'preorder'], 'text'],
    ['yes and something else', ['yes', 'on request'], 'text'],
    ['0 and 1 without a question', ['0', '1'], 'number'],
  ])('reads %s as it is meant', (_name, values, type) => {
    const rows = [0, 1, 2, 3].map((place) => ({ id: `${place}`, trait: values[place % 2] as string }));
    expect(field(mappingOf(rows), 'trait')?.type).toBe(type);
  });

  it.each(['is_new', 'isNew', 'has_warranty', 'vegan', 'Featured'])(
    'reads 0 and 1 of %s as no and yes',
    (name) => {
      const rows = [0, 1].map((place) => ({ id: `${place}`, [name]: `${place}` }));
      const fields = mappingOf(rows).fields.filter(({ type }) => type === 'boolean');
      expect(fields.map(({ from }) => from)).toEqual([name]);
    },
  );

  it('makes facets of repeated values, not of names and codes', () => {
    const facets = mapping.fields.filter(({ facetable }) => facetable).map(({ name }) => name);
    expect(facets.sort()).toEqual(['brand', 'category', 'color', 'price', 'tags', 'vegan', 'weightGrams']);
  });

  it('limits the number of facets to those with the most rows', () => {
    const wide = Array.from({ length: 50 }, (_, row) =>
      Object.fromEntries(
        Array.from({ length: 100 }, (_, column) => [
          `a${column}`,
          row < 50 - column / 4 ? `v${row % 3}` : '',
        ]),
      ),
    );
    const facets = mappingOf(wide).fields.filter(({ facetable }) => facetable);
    expect(facets).toHaveLength(40);
    expect(facets.map(({ name }) => name)).toContain('a0');
  });
});

describe('an operator', () => {
  it('sets the column, the scale and the template of a field', () => {
    const rows = [
      { id: 'x 1', name: 'N-77', title: 'A lamp', price: 4995, pics: [{ url: 'a.png' }, { url: 'b.png' }] },
    ];
    const mapping = mappingOf(rows, [
      { name: 'displayText', from: 'title' },
      { name: 'price', scale: 0.01 },
      { name: 'url', template: 'https://shop.example/p/{id}?from={pics[1].url}' },
      { name: 'imageUrl', from: 'pics[].url' },
      { name: 'firstPicture', from: 'pics[0].url' },
      { name: 'partNumber', from: 'name' },
    ]);
    expect(mapping.read(rows[0] as RawRow)).toEqual({
      identifier: 'x 1',
      displayText: 'A lamp',
      price: 49.95,
      url: 'https://shop.example/p/x%201?from=b.png',
      imageUrl: ['a.png', 'b.png'],
      firstPicture: 'a.png',
      partNumber: 'N-77',
    });
  });

  it('may name a column in any case', () => {
    const mapping = mappingOf(shoes, [{ name: 'color', displayName: 'Colour', facetable: false }]);
    expect(field(mapping, 'color')).toMatchObject({ from: 'Color', displayName: 'Colour', facetable: false });
  });

  it('may override a type', () => {
    const mapping = mappingOf([{ id: '1', shelf: 12 }], [{ name: 'shelf', type: 'text' }]);
    expect(mapping.read({ id: '1', shelf: 12 })['shelf']).toBe('12');
  });
});

describe('an attribute with several names', () => {
  const rows = [{ id: '1', color: 'red', Größe: 'M' }];

  it('is read under the name that an operator uses, once', () => {
    const mapping = mappingOf(rows, [{ name: 'colour', displayName: 'Colour' }, { name: 'size' }]);
    expect(mapping.read(rows[0] as RawRow)).toEqual({ identifier: '1', colour: 'red', size: 'M' });
  });

  it('is read under the name that a box uses, once', () => {
    const mapping = mappingOf(rows, [], ['colour']);
    expect(mapping.read(rows[0] as RawRow)).toMatchObject({ identifier: '1', colour: 'red' });
    expect(mapping.fields.filter(({ from }) => from === 'color')).toMatchObject([
      { name: 'colour', facetable: true },
    ]);
  });
});

describe('text that few products have', () => {
  const rows = Array.from({ length: 400 }, (_, place) => ({
    id: `${place}`,
    ...(place < 3 && { finish: `Hand-oiled ${place}` }),
    page: `https://shop.example/${place}`,
    photo: `${place}.jpg`,
    changed: `2026-11-15 10:00:${place}`,
  }));

  it('is searchable, but not a facet', () => {
    expect(field(mappingOf(rows), 'finish')).toMatchObject({ facetable: false, searchable: true });
  });

  it('excludes URLs, file names and dates', () => {
    const mapping = mappingOf(rows);
    for (const name of ['page', 'photo', 'changed']) expect(field(mapping, name)?.searchable).toBe(false);
  });

  it('stays searchable beyond the limit of facets', () => {
    const wide = Array.from({ length: 20 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, column) => [`a${column}`, `v${row % 3}`])),
    );
    const { fields } = mappingOf(wide);
    expect(fields.filter(({ facetable }) => facetable)).toHaveLength(mappingDefaults.facets);
    expect(fields.filter(({ searchable }) => searchable)).toHaveLength(60);
  });
});

describe('fields that a box uses', () => {
  it('are facets even if inspection would not make them facets', () => {
    const mapping = mappingOf([{ id: '1', rare: 'once' }], [], ['rare']);
    expect(field(mapping, 'rare')?.facetable).toBe(true);
  });
});

describe('a feed with thousands of sparse attributes', () => {
  const rows = Array.from({ length: 1000 }, (_, place) => ({ id: `${place}`, [`rare${place}`]: `${place}` }));
  const mapping = mappingOf(rows, [], ['rare777']);

  it('keeps all attributes in the records', () => {
    expect(mapping.read(rows[900] as RawRow)).toEqual({ identifier: '900', rare900: 900 });
  });

  it('has columns for the best-covered ones and for requested ones', () => {
    const names = selectComparableFields(mapping.fields).map(({ name }) => name);
    expect(names).toHaveLength(mappingDefaults.comparable);
    expect(names).toContain('rare777');
  });
});

it('lists inside lists are inspected to a limited depth', () => {
  const inspection = createInspection();
  const nest = (depth: number): RawValue => (depth === 0 ? { value: 1 } : [nest(depth - 1)]);
  inspection.add({ shallow: nest(1), deep: nest(2_000) });
  expect(inspection.columns().map(({ path }) => path)).toEqual(['shallow[].value']);
});
