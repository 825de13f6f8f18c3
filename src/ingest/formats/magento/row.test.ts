import { describe, expect, it } from 'vitest';
import { createProductReader, listVariants, readAttributes, readCategories } from './row.ts';

describe('readAttributes', () => {
  it.each<[string, [string, string][]]>([
    ['', []],
    ['color=Red', [['color', 'Red']]],
    [
      'color=Red,size=M',
      [
        ['color', 'Red'],
        ['size', 'M'],
      ],
    ],
    [
      'color=Red, white,size=M',
      [
        ['color', 'Red, white'],
        ['size', 'M'],
      ],
    ],
    [
      'note="a, b=c",size=M',
      [
        ['note', 'a, b=c'],
        ['size', 'M'],
      ],
    ],
    [
      '"color=Red","size=M, L"',
      [
        ['color', 'Red'],
        ['size', 'M, L'],
      ],
    ],
    ['note="say ""hi"""', [['note', 'say "hi"']]],
    [
      'empty=,size=M',
      [
        ['empty', ''],
        ['size', 'M'],
      ],
    ],
    ['climate=All-Weather|Cool|Indoor', [['climate', 'All-Weather|Cool|Indoor']]],
  ])('reads %j', (packed, expected) => {
    expect(readAttributes(packed)).toEqual(expected);
  });
});

describe('readCategories', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['Default Category', []],
    ['Default Category/Men', ['Men']],
    ['Default Category/Men,Default Category/Men/Tops', ['Men', 'Men/Tops']],
    ['Default Category/Hats, Caps,Default Category/Men', ['Hats, Caps', 'Men']],
    ['Shop (all)/Men,Shop (all)/Men', ['Men']],
    ['A.B/X,AxB/Y', ['X,AxB/Y']],
  ])('of %j are %j', (packed, expected) => {
    expect(readCategories(packed)).toEqual(expected);
  });
});

describe('createProductReader', () => {
  const read = createProductReader();

  it('unpacks attributes, drops internal columns, decodes entities and keeps markup', () => {
    expect(
      read({
        sku: 'MS01',
        name: 'LumaTech&trade; Tee',
        description: '<p>Soft &amp; light</p>',
        additional_attributes: 'color=Red|Blue,gift_message_available=0,material=Cotton&nbsp;mix',
        use_config_min_qty: '1',
        meta_title: 'x',
        base_image: '/a.jpg',
        weight: '',
      }),
    ).toMatchObject({
      sku: 'MS01',
      name: 'LumaTech™ Tee',
      description: '<p>Soft &amp; light</p>',
      color: ['Red', 'Blue'],
      material: 'Cotton\u00a0mix',
      images: ['/a.jpg'],
      url: '/lumatech-trade-tee.html',
      availability: 'in stock',
    });
    const product = read({ sku: 'a', gift_wrap: '1', meta_title: 'x', weight: '' });
    expect(Object.keys(product).toSorted()).toEqual(['availability', 'categories', 'images', 'sku', 'url']);
  });

  it.each([
    [{ url_key: 'my-tee', name: 'Tee' }, '/my-tee.html'],
    [{ name: 'Crème Brûlée  Set!' }, '/creme-brulee-set.html'],
    [{ name: '' }, '/.html'],
  ])('gives %j the address %s', (row, url) => {
    expect(read(row)['url']).toBe(url);
  });

  it('finds the gender in the categories, unless the product has one', () => {
    const categories = 'Default Category/Men/Tops,Default Category/Women/Tops';
    expect(read({ categories })['gender']).toEqual(['Men', 'Women']);
    expect(read({ categories: 'Default Category/Men/Tops' })['gender']).toBe('Men');
    expect(read({ categories: 'Default Category/Gear' })['gender']).toBeUndefined();
    expect(read({ categories, additional_attributes: 'gender=Unisex' })['gender']).toBe('Unisex');
  });

  it('lists the pictures once, without the placeholder', () => {
    expect(
      read({ base_image: '/a.jpg', additional_images: '/b.jpg, /a.jpg,no_selection,' })['images'],
    ).toEqual(['/a.jpg', '/b.jpg']);
  });

  it.each([
    [{ product_online: '1', is_in_stock: '1' }, 'in stock'],
    [{ product_online: '2', is_in_stock: '1' }, 'out of stock'],
    [{ product_online: '1', is_in_stock: '0' }, 'out of stock'],
    [{}, 'in stock'],
  ])('of %j the availability is %s', (row, expected) => {
    expect(read(row)['availability']).toBe(expected);
  });
});

describe('listVariants', () => {
  it('reads the SKUs of the variations', () => {
    expect(
      listVariants({
        configurable_variations: 'sku=MH01-XS,size=XS|color=Red, SKU=MH01-S ,size=S|size=M',
      }),
    ).toEqual(['MH01-XS', 'MH01-S']);
    expect(listVariants({})).toEqual([]);
  });
});
