import { describe, expect, it } from 'vitest';
import type { RawRow } from './feed.ts';
import { isShopify, toVariants } from './shopify/shopify.ts';

const tracked = (quantity: string, policy: string) => ({
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': quantity,
  'Variant Inventory Policy': policy,
});
const base = { Handle: 'tee', Title: 'Tee', 'Variant Price': '10' };
const variantsOf = (...rows: readonly RawRow[]) =>
  [
    ...toVariants(
      'tee',
      rows.map((row, at) => ({ line: at + 2, row })),
    ),
  ].flatMap((item) => (item.kind === 'row' ? [{ line: item.line, ...item.row }] : []));

describe('isShopify', () => {
  it.each([
    [['Handle', 'Variant Price'], true],
    [['URL handle', 'Title'], true],
    [['Handle', 'Title'], false],
    [['id', 'title'], false],
    [[], false],
  ])('of the header %j is %s', (header, expected) => {
    expect(isShopify(new Set(header))).toBe(expected);
  });
});

describe('toVariants', () => {
  it('yields nothing without rows', () => {
    expect(variantsOf()).toEqual([]);
  });

  it.each([
    ['published, no status', {}, 'in stock'],
    ['active', { Status: 'Active' }, 'in stock'],
    ['draft', { Status: 'draft' }, 'out of stock'],
    ['archived', { Status: 'archived' }, 'out of stock'],
    ['not published', { Published: 'FALSE' }, 'out of stock'],
    ['published in the new export', { 'Published on online store': 'true' }, 'in stock'],
    ['not published in the new export', { 'Published on online store': 'false' }, 'out of stock'],
    ['none left', tracked('0', 'deny'), 'out of stock'],
    ['fewer than none left', tracked('-3', 'deny'), 'out of stock'],
    ['some left', tracked('2', 'deny'), 'in stock'],
    ['none left, sold on', tracked('0', 'continue'), 'in stock'],
    [
      'none left, sold on in the new export',
      {
        'Inventory tracker': 'shopify',
        'Inventory quantity': '0',
        'Continue selling when out of stock': 'TRUE',
      },
      'in stock',
    ],
    ['not tracked', { 'Variant Inventory Qty': '0' }, 'in stock'],
    ['tracked without a quantity', tracked('', 'deny'), 'in stock'],
  ])('a product that is %s', (_, more, expected) => {
    expect(variantsOf({ ...base, ...more })[0]).toMatchObject({ availability: expected });
  });

  it('makes a variant of each row with a price or a SKU, and of no other', () => {
    const variants = variantsOf(
      { ...base, 'Variant SKU': 'A' },
      { Handle: 'tee', 'Variant SKU': 'B' },
      { Handle: 'tee', 'Variant Price': '12' },
      { Handle: 'tee', 'Image Src': 'x.jpg' },
    );
    expect(variants.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('keeps the only row of a product although it has neither', () => {
    expect(variantsOf({ Handle: 'tee', Title: 'Tee' })).toMatchObject([
      { id: 'tee', title: 'Tee', price: '' },
    ]);
  });

  it('identifies a variant without SKU by its options, in names that are safe', () => {
    const variants = variantsOf(
      {
        ...base,
        'Option1 Name': 'Colour',
        'Option1 Value': 'Dark Red',
        'Option2 Name': 'Size',
        'Option2 Value': '10/12',
      },
      { Handle: 'tee', 'Variant Price': '9', 'Option1 Value': 'Blue', 'Option2 Value': 'S' },
    );
    expect(variants.map((variant) => ('id' in variant ? variant.id : null))).toEqual([
      'tee-dark_red-10_12',
      'tee-blue-s',
    ]);
    expect(variants[1]).toMatchObject({ colour: 'Blue', size: 'S' });
  });

  it('orders pictures by position, those without one last, the own picture of a variant first', () => {
    const variants = variantsOf(
      { ...base, 'Variant SKU': 'A', 'Image Src': 'c.jpg', 'Image Position': '3' },
      { Handle: 'tee', 'Image Src': 'z.jpg' },
      {
        Handle: 'tee',
        'Variant SKU': 'B',
        'Variant Image': 'b.jpg',
        'Image Src': 'a.jpg',
        'Image Position': '1',
      },
      { Handle: 'tee', 'Image Src': 'b.jpg', 'Image Position': '2' },
    );
    expect(variants.map((variant) => ('images' in variant ? variant.images : null))).toEqual([
      ['a.jpg', 'b.jpg', 'c.jpg', 'z.jpg'],
      ['b.jpg', 'a.jpg', 'c.jpg', 'z.jpg'],
    ]);
  });

  it.each([
    ['Google Shopping / Gender', 'gender'],
    ['Fabric (product.metafields.shopify.fabric)', 'fabric'],
    ['Care & Wash', 'care_wash'],
    ['Größe', 'größe'],
  ])('calls the column "%s" %s', (column, name) => {
    expect(variantsOf({ ...base, [column]: 'x' })[0]).toHaveProperty(name, 'x');
  });

  it.each([
    'Variant Grams',
    'SEO Title',
    'Cost per item',
    'Gift Card',
    'Price / International',
    'Weight unit',
    'Option1 Linked To',
  ])('leaves the bookkeeping column "%s" out', (column) => {
    expect(Object.values(variantsOf({ ...base, [column]: 'unwanted' })[0] ?? {})).not.toContain('unwanted');
  });

  it('takes the type where there is no category, and splits tags', () => {
    expect(variantsOf({ ...base, Type: 'Shirts', Tags: ' cotton, , basic ' })[0]).toMatchObject({
      category: 'Shirts',
      type: 'Shirts',
      tags: ['cotton', 'basic'],
    });
    expect(variantsOf({ ...base, Type: 'Shirts', 'Product Category': 'Apparel > Tops' })[0]).toMatchObject({
      category: 'Apparel > Tops',
    });
  });

  it('removes the apostrophe that keeps a spreadsheet from rounding a barcode', () => {
    expect(variantsOf({ ...base, 'Variant Barcode': "'0123456789" })[0]).toMatchObject({
      gtin: '0123456789',
    });
  });

  it('encodes the handle in the address', () => {
    const [item] = toVariants('schöne schuhe', [{ line: 2, row: base }]);
    expect(item?.kind === 'row' ? item.row['url'] : null).toBe('/products/sch%C3%B6ne%20schuhe');
  });
});
