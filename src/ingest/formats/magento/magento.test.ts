import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { magento } from './magento.ts';
import { readAttributes, readCategories } from './row.ts';
import { inChunks, type ReadFeed, readFeed } from '../../../../test/support/read-feed.ts';

const header =
  'sku,store_view_code,product_type,categories,name,price,visibility,url_key,base_image,additional_images,additional_attributes,product_online,is_in_stock,use_config_min_qty,configurable_variations';

const small = (price: string, lines: readonly string[]): string =>
  [header, ...lines].join('\n').replaceAll('PRICE', price);

const variant = (sku: string, colour: string): string =>
  `${sku},,simple,"Root/Men/Tops,Root",Hoodie-${colour},52,Not Visible Individually,hoodie-${colour},/h/${colour}.jpg,,"has_options=0,color=${colour}",1,1,1,`;
const parent =
  'H1,,configurable,"Root/Men/Tops,Root/Sale,Root",Hoodie,PRICE,"Catalog, Search",,/h/red.jpg,"/h/a.jpg,/h/b.jpg","material=Wool|Fleece,pattern=Solid",1,1,1,"sku=H1-R,color=Red|sku=H1-B,color=Blue"';

const read = (lines: readonly string[], price = '52'): Promise<ReadFeed> =>
  readFeed(magento, inChunks(small(price, lines), 50));

describe('a Magento product export', () => {
  it.each([
    ['before', [variant('H1-R', 'Red'), variant('H1-B', 'Blue'), parent]],
    ['after', [parent, variant('H1-R', 'Red'), variant('H1-B', 'Blue')]],
  ])('groups variants that stand %s their product, which gives name, page and category', async (_, lines) => {
    const { rows } = await read(lines);
    const red = rows.find((row) => row['sku'] === 'H1-R');
    expect(red).toEqual({
      sku: 'H1-R',
      groupId: 'H1',
      name: 'Hoodie',
      variant_name: 'Hoodie-Red',
      url: '/hoodie.html',
      categories: ['Men/Tops', 'Sale'],
      gender: 'Men',
      price: '52',
      color: 'Red',
      material: ['Wool', 'Fleece'],
      pattern: 'Solid',
      images: ['/h/Red.jpg'],
      availability: 'in stock',
    });
    expect(rows.map((row) => row['groupId'])).toEqual(['H1', 'H1', 'H1']);
  });

  it('keeps the configurable product in its group', async () => {
    const { rows } = await read([variant('H1-R', 'Red'), parent]);
    expect(rows.find((row) => row['sku'] === 'H1')).toMatchObject({
      groupId: 'H1',
      name: 'Hoodie',
      images: ['/h/red.jpg', '/h/a.jpg', '/h/b.jpg'],
    });
  });

  it('decodes entities in names and attributes', async () => {
    const { rows } = await read([
      'A,,simple,Root/Bags,Dry&trade; Bag,9,,b,,,"material=Dry&trade;|Wool",1,1,1,',
    ]);
    expect(rows[0]).toMatchObject({ name: 'Dry™ Bag', material: ['Dry™', 'Wool'] });
  });

  it('uses the lowest variant price for a product without a price', async () => {
    const { rows } = await read(
      [variant('H1-R', 'Red').replace(',52,', ',40,'), variant('H1-B', 'Blue'), parent],
      '',
    );
    expect(rows.find((row) => row['sku'] === 'H1')?.['price']).toBe('40');
  });

  it('marks variants without their product, offline and sold-out products as out of stock', async () => {
    const simple = (sku: string, online: string, stock: string) =>
      `${sku},,simple,Root/Bags,Bag,9,"Catalog, Search",bag,,,,${online},${stock},1,`;
    const { rows } = await read([
      variant('X', 'Red'),
      simple('A', '1', '1'),
      simple('B', '2', '1'),
      simple('C', '1', '0'),
    ]);
    expect(Object.fromEntries(rows.map((row) => [row['sku'], row['availability']]))).toEqual({
      X: 'out of stock',
      A: 'in stock',
      B: 'out of stock',
      C: 'out of stock',
    });
  });

  it('skips translations with one notice, and reports a row without SKU', async () => {
    const { rows, remarks } = await read([
      'A,,simple,Root/Bags,Bag,9,,bag,,,,1,1,1,',
      'A,de,simple,,Tasche,,,,,,,,,,',
      'A,fr,simple,,Sac,,,,,,,,,,',
      ',,simple,,Nothing,,,,,,,,,,',
    ]);
    expect(rows).toHaveLength(1);
    expect(remarks).toEqual([
      'notice 3: Rows of single store views repeat products in another language: they are left out.',
      'fault 5: The row has no SKU.',
    ]);
  });

  it('yields both rows of one SKU, so that the import can report the duplicate', async () => {
    const { rows } = await read(['A,,simple,,Bag,9,,b,,,,1,1,1,', 'A,,simple,,Bag,8,,b,,,,1,1,1,']);
    expect(rows.map((row) => row['price'])).toEqual(['9', '8']);
  });
});

describe('packed columns of Magento', () => {
  it('attributes: commas inside values, quoted or not', () => {
    expect(readAttributes('a=b,c="d, e",f=g, h,i=1|2,j="say ""hi"""')).toEqual([
      ['a', 'b'],
      ['c', 'd, e'],
      ['f', 'g, h'],
      ['i', '1|2'],
      ['j', 'say "hi"'],
    ]);
    expect(readAttributes('"a=b","c=d, e"')).toEqual([
      ['a', 'b'],
      ['c', 'd, e'],
    ]);
    expect(readAttributes('')).toEqual([]);
  });

  it('categories: without the root, with commas inside names', () => {
    expect(readCategories('Default Category/Men, Boys/Tops,Default Category/Sale,Default Category')).toEqual([
      'Men, Boys/Tops',
      'Sale',
    ]);
    expect(readCategories('')).toEqual([]);
  });
});

const luma = join(process.env['KINDRED_TEST_DATA'] ?? '../shared/data', 'luma/products.csv');

describe.skipIf(!existsSync(luma))(
  'the Luma catalogue (skipped where the shared data folder is absent)',
  () => {
    it('is 147 products with 1,847 variants, each in the group of its product', async () => {
      const { rows, remarks } = await readFeed(magento, createReadStream(luma) as AsyncIterable<Buffer>);
      const groups = new Set(rows.map((row) => row['groupId']));
      const faces = rows.filter((row) => row['sku'] === row['groupId']);
      expect(remarks).toEqual([]);
      expect([groups.size, faces.length, rows.length - faces.length]).toEqual([147, 147, 1847]);
      expect(rows.every((row) => (row['images'] as string[]).length > 0)).toBe(true);
      expect(faces.find((row) => row['sku'] === 'MH01')).toMatchObject({
        name: 'Chaz Kangeroo Hoodie',
        url: '/chaz-kangeroo-hoodie.html',
        categories: ['Men/Tops/Hoodies & Sweatshirts', 'Collections/Eco Friendly'],
        gender: 'Men',
        climate: ['All-weather', 'Cool', 'Indoor', 'Spring', 'Windy'],
        price: '52',
      });
    });
  },
);
