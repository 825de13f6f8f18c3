import { describe, expect, it } from 'vitest';
import { inChunks, readFeed } from '../../../../test/support/read-feed.ts';
import { shopify } from './shopify.ts';

const columns =
  'Handle,Title,Body (HTML),Vendor,Product Category,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image,Google Shopping / Gender,Fabric (product.metafields.shopify.fabric),Status';

const feed = (...lines: string[]) => readFeed(shopify, inChunks([columns, ...lines].join('\n'), 40));

describe('a Shopify product export', () => {
  it('yields a row for each variant, grouped by handle, with the values of the first row', async () => {
    const { rows, items } = await feed(
      'tee,Plain tee,<p>Soft</p>,Acme,Apparel > Tops,"cotton, basic",true,Color,Red,Size,S,TEE-R-S,shopify,3,deny,19.00,25.00,https://i.example/2.jpg,2,https://i.example/red.jpg,unisex,Cotton,active',
      'tee,,,,,,,,Blue,,M,TEE-B-M,shopify,0,deny,21.00,,https://i.example/1.jpg,1,,,,',
      'tee,,,,,,,,,,,,,,,,,https://i.example/3.jpg,3,,,,',
      'hat,Hat,,Acme,,,true,Title,Default Title,,,,,,,9,,,,,,,active',
    );
    expect(rows).toEqual([
      {
        id: 'TEE-R-S',
        groupId: 'tee',
        title: 'Plain tee',
        description: '<p>Soft</p>',
        url: '/products/tee',
        brand: 'Acme',
        category: 'Apparel > Tops',
        tags: ['cotton', 'basic'],
        color: 'Red',
        size: 'S',
        price: '19.00',
        old_price: '25.00',
        gender: 'unisex',
        fabric: 'Cotton',
        images: [
          'https://i.example/red.jpg',
          'https://i.example/1.jpg',
          'https://i.example/2.jpg',
          'https://i.example/3.jpg',
        ],
        availability: 'in stock',
      },
      expect.objectContaining({
        id: 'TEE-B-M',
        color: 'Blue',
        size: 'M',
        availability: 'out of stock',
        title: 'Plain tee',
      }),
      expect.objectContaining({ id: 'hat', groupId: 'hat', price: '9', images: [] }),
    ]);
    expect(items.map(({ line }) => line)).toEqual([2, 3, 5]);
  });

  it.each([
    ['draft', 'true,Title,Default Title,,,A,,,,9,,,,,,,draft'],
    ['archived', 'true,Title,Default Title,,,A,,,,9,,,,,,,archived'],
    ['unpublished', 'false,Title,Default Title,,,A,,,,9,,,,,,,active'],
  ])('does not sell what is %s', async (_, rest) => {
    const { rows } = await feed(`a,A,,,,,${rest}`);
    expect(rows[0]?.['availability']).toBe('out of stock');
  });

  it('identifies variants without SKU by their options', async () => {
    const { rows } = await feed(
      'tee,Tee,,,,,true,Color,Light Red,,,,,,,9,,,,,,,active',
      'tee,,,,,,,,Blue,,,,,,,9,,,,,,,',
    );
    expect(rows.map((row) => row['id'])).toEqual(['tee-light_red', 'tee-blue']);
  });

  it('reads the new column names', async () => {
    const text =
      'Title,URL handle,Description,Vendor,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Product image URL,Image position\nTee,tee,Soft,Acme,TRUE,Active,T1,Size,S,12.50,https://i.example/1.jpg,1\n';
    const { rows } = await readFeed(shopify, inChunks(text));
    expect(rows[0]).toMatchObject({
      id: 'T1',
      title: 'Tee',
      size: 'S',
      price: '12.50',
      images: ['https://i.example/1.jpg'],
    });
  });

  it('reports a row without handle and continues', async () => {
    const { rows, remarks } = await feed(
      ',Nobody,,,,,,,,,,,,,,9,,,,,,,',
      'hat,Hat,,,,,true,Title,Default Title,,,H,,,,9,,,,,,,active',
    );
    expect(rows).toHaveLength(1);
    expect(remarks).toEqual(['fault 2: The row has no handle.']);
  });
});
