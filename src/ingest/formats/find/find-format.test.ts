import { describe, expect, it } from 'vitest';
import { readFeed } from './find-format.ts';
import { collect, inChunks } from '../../../../test/support/read-feed.ts';

const read = async (feed: string | Uint8Array) => {
  const items = await collect(readFeed(inChunks(feed)));
  return items.map((item) => (item.kind === 'row' ? { ...item.row } : item));
};

const row = [expect.objectContaining({ id: '1', title: 'Cipő' })];

describe('the format of a feed is detected', () => {
  it.each([
    ['a JSON list', '[{"id":"1","title":"Cipő"}]'],
    ['NDJSON', '{"id":"1","title":"Cipő"}\n'],
    ['an object with products', '{"Timestamp":1,"Products":[{"id":"1","title":"Cipő"}]}'],
    ['CSV', 'id,title\n1,Cipő\n'],
    ['TSV', 'id\ttitle\n1\tCipő\n'],
    ['CSV with a quoted header', '"id";"title"\n"1";"Cipő"\n'],
    ['RSS', '<rss><channel><item><g:id>1</g:id><title>Cipő</title></item></channel></rss>'],
    ['Atom', '<?xml version="1.0"?>\n<feed><entry><id>1</id><title>Cipő</title></entry></feed>'],
    ['Shopify', 'Handle,Title,Variant SKU,Variant Price\ncipo,Cipő,1,9\n'],
    ['JSON in UTF-16', Buffer.from('\uFEFF[{"id":"1","title":"Cipő"}]', 'utf16le')],
    ['CSV in UTF-16', Buffer.from('\uFEFFid\ttitle\n1\tCipő\n', 'utf16le')],
  ])('%s', async (_, feed) => {
    expect(await read(feed)).toEqual(row);
  });

  it('Magento', async () => {
    expect(await read('sku,product_type,name,url_key\n1,simple,Cipő,cipo\n')).toEqual([
      expect.objectContaining({ sku: '1', url: '/cipo.html' }),
    ]);
  });

  it('a web page and plain text are refused with a reason', async () => {
    await expect(read('<!DOCTYPE html><html><body>Sign in</body></html>')).rejects.toThrow(
      'a web page, not a feed',
    );
    await expect(read('nothing to see here')).rejects.toThrow('in no format that is known');
  });

  it('an empty feed has no rows', async () => {
    expect(await read('')).toEqual([]);
  });
});
