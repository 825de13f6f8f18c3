import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../../src/ingest/formats/feed.ts';
import { feedFormats, readFeed } from '../../../src/ingest/formats/find/find-format.ts';
import { textBlocks } from './text-blocks.ts';

const formats = [textBlocks, ...feedFormats];

/** Bytes in chunks of `size`. */
async function* toChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const readItems = async (text: string, size = 7): Promise<FeedItem[]> => {
  const items: FeedItem[] = [];
  for await (const item of readFeed(toChunks(text, size), formats)) items.push(item);
  return items;
};

const shop = 'id: 1\ntitle: Red mug\nprice: 5\n\nid: 2\r\ntitle: Blaue Tasse für Tee\r\n\r\n';

describe('a format of text blocks', () => {
  it('reads a row from each block, with its line', async () => {
    expect(await readItems(shop)).toEqual([
      { kind: 'row', line: 1, row: { id: '1', title: 'Red mug', price: '5' } },
      { kind: 'row', line: 5, row: { id: '2', title: 'Blaue Tasse für Tee' } },
    ]);
  });

  it('reads the same rows whatever the size of the chunks', async () => {
    const whole = await readItems(shop, 1000);
    for (const size of [1, 2, 3, 5, 64]) expect(await readItems(shop, size)).toEqual(whole);
  });

  it('reports a bad block and reads the next one', async () => {
    const items = await readItems('id: 1\ntitle: a\nno name here\n\nid: 2\nid: 3\n\nid: 4\n\n');
    expect(items).toEqual([
      { kind: 'fault', line: 3, reason: 'The line "no name here" has no name.' },
      { kind: 'fault', line: 6, reason: 'id is given twice.' },
      { kind: 'row', line: 8, row: { id: '4' } },
    ]);
  });

  it('ends with a cut wherever a feed is cut inside a block, and never invents a row', async () => {
    const bytes = Buffer.from(shop);
    const complete = await readItems(shop);
    for (let end = shop.indexOf('title') + 10; end < bytes.length; end += 1) {
      const items = await readItems(bytes.subarray(0, end).toString('utf8'));
      const isCut = items.at(-1)?.kind === 'cut';
      expect(isCut ? items.slice(0, -1) : items).toEqual(
        complete.slice(0, isCut ? items.length - 1 : items.length),
      );
    }
  });

  it('leaves other formats alone', async () => {
    expect(await readItems('[{"id": 1}]')).toMatchObject([{ kind: 'row', row: { id: 1 } }]);
    expect(await readItems('id,title\n1,Red mug\n')).toMatchObject([
      { kind: 'row', row: { id: '1', title: 'Red mug' } },
    ]);
  });
});
