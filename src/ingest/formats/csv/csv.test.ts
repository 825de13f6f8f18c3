import { describe, expect, it, vi } from 'vitest';
import { csv } from './csv.ts';
import { inChunks, type ReadFeed, readFeed } from '../../../../test/support/read-feed.ts';

const read = (text: string, size?: number): Promise<ReadFeed> => readFeed(csv, inChunks(text, size));
const identifiers = ({ rows }: ReadFeed) => rows.map((row) => row['id']);

describe('a CSV feed', () => {
  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('is read with %s', async (_, separator) => {
    const text = ['id,title,price', '1,Shoe,"12,5"', '2,Boot,7'].join('\n').replaceAll(/,(?!5)/g, separator);
    expect((await read(text)).rows).toEqual([
      { id: '1', title: 'Shoe', price: '12,5' },
      { id: '2', title: 'Boot', price: '7' },
    ]);
  });

  it('distinguishes decimal commas from separators', async () => {
    const text = 'id;title;price\n1;Shoe, red, low;12,50\n2;Boot, brown;7,00\n';
    expect((await read(text)).rows[0]).toEqual({
      id: '1',
      title: 'Shoe, red, low',
      price: '12,50',
    });
  });

  it('uses the separator that a spreadsheet declares in the first line', async () => {
    expect((await read('sep=;\nid;title\n1;a,b\n')).rows).toEqual([{ id: '1', title: 'a,b' }]);
  });

  it('keeps quotes, separators and line ends inside quotes', async () => {
    const feed = await read('id,title\r\n1,"He said ""hi"",\r\nthen left"\r\n2,5" pipe\r\n');
    expect(feed.rows).toEqual([
      { id: '1', title: 'He said "hi",\nthen left' },
      { id: '2', title: '5" pipe' },
    ]);
    expect(feed.items.map((item) => item.line)).toEqual([2, 4]);
  });

  it('reads single quotes and carriage returns as line ends', async () => {
    const text = "'id','title'\r'1','a,b'\r'2','c'\r'3','d'\r";
    expect((await read(text)).rows).toHaveLength(3);
  });

  it('skips empty lines and drops the byte order mark', async () => {
    expect((await read('\uFEFFid,title\n\n1,Shoe\n\n\n')).rows).toEqual([{ id: '1', title: 'Shoe' }]);
  });
});

describe('a fault in a CSV feed costs its own row only', () => {
  it('unclosed quote', async () => {
    const feed = await read('id,title\n1,"Shoe\n2,Boot\n3,"Hat"\n4,Sock\n');
    expect(identifiers(feed)).toEqual(['2', '3', '4']);
    expect(feed.remarks).toEqual(['fault 2: Text follows a closing quote.']);
  });

  it('unclosed quote with no other quote after it', async () => {
    const feed = await read('id,title\n1,"Shoe\n2,Boot\n3,Hat\n');
    expect(identifiers(feed)).toEqual(['2', '3']);
    expect(feed.remarks).toEqual(['fault 2: A quote opened in this row is never closed.']);
  });

  it('ten thousand unclosed quotes', async () => {
    const feed = await read(`id,title\n${'1,"Shoe\n'.repeat(10_001)}2,Boot\n`, 65536);
    expect(feed.rows.at(-1)).toEqual({ id: '2', title: 'Boot' });
    expect(feed.remarks.length).toBeGreaterThan(5_000);
  });

  it('row with too few or too many columns', async () => {
    const feed = await read('id,title,price\n1,Shoe\n2,Boot,3\n3,Hat,4,5\n4,Sock,1,,\n');
    expect(identifiers(feed)).toEqual(['2', '4']);
    expect(feed.remarks).toEqual([
      'fault 2: 2 columns where the header has 3.',
      'fault 4: 4 columns where the header has 3.',
    ]);
  });

  it('NUL', async () => {
    const feed = await read('id,title\n1,Sh\0oe\n2,Boot\n');
    expect(feed.rows).toEqual([{ id: '2', title: 'Boot' }]);
    expect(feed.remarks).toEqual(['fault 2: Column "title" contains a NUL character.']);
  });

  it('a line of 256 MB, in constant memory', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('id,title\n1,Shoe\n2,');
      for (let count = 0; count < 256; count++) yield piece;
      yield Buffer.from('\n3,Boot\n');
    }
    const before = process.memoryUsage().rss;
    const feed = await readFeed(csv, endless());
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
    expect(identifiers(feed)).toEqual(['1', '3']);
    expect(feed.remarks).toEqual(['fault 3: The line has more than 2 million characters.']);
  });

  it('duplicate header', async () => {
    const feed = await read('id,image,image,\n1,a.jpg,b.jpg,x\n');
    expect(feed.rows).toEqual([{ id: '1', image: 'a.jpg', image_2: 'b.jpg', column_4: 'x' }]);
    expect(feed.items[0]).toEqual({
      kind: 'notice',
      line: 1,
      reason: 'Column 3 is a second "image": it is read as "image_2".',
    });
  });

  it('column named __proto__', async () => {
    const [item] = (await read('id,__proto__,constructor\n1,polluted,x\n')).items;
    if (item?.kind !== 'row') throw new Error('no row');
    expect(Object.keys(item.row)).toEqual(['id', '__proto__', 'constructor']);
    expect(item.row['__proto__']).toBe('polluted');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a CSV header', () => {
  it('with four thousand equal names gives each column its own name', async () => {
    const header = ['id', ...Array.from({ length: 4_000 }, () => 'a')].join(',');
    const { rows, remarks } = await read(`${header}\n1${',x'.repeat(4_000)}`, 4096);
    const names = Object.keys(rows[0] ?? {});
    expect(names).toHaveLength(4_001);
    expect(names.at(-1)).toBe('a_4000');
    expect(remarks).toHaveLength(3_999);
  });

  it('looks a name up a few times for each column, however many columns have the same', async () => {
    const lookups = [vi.spyOn(Set.prototype, 'has'), vi.spyOn(Array.prototype, 'includes')];
    try {
      const { remarks } = await read(`id${',a'.repeat(1_000)}\n1${',x'.repeat(1_000)}`, 4096);
      expect(remarks).toHaveLength(999);
      // One by one from the first suffix on would be half a million.
      expect(lookups.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(50_000);
    } finally {
      for (const lookup of lookups) lookup.mockRestore();
    }
  });

  it('does not reuse a suffix that a column already has', async () => {
    const { rows } = await read('a,a_2,a,a\n1,2,3,4');
    expect(rows).toEqual([{ a: '1', a_2: '2', a_3: '3', a_4: '4' }]);
  });

  it('with more columns than can be read refuses the feed', async () => {
    const header = Array.from({ length: 5_001 }, (_, index) => `c${index}`).join(',');
    const { rows, remarks } = await read(`${header}\n1`, 4096);
    expect(rows).toEqual([]);
    expect(remarks).toEqual(['cut 1: The header has 5001 columns; at most 5000 can be read.']);
  });
});

it('an unclosed quote before 190,000 lines costs one row', async () => {
  const lines = Array.from({ length: 190_000 }, (_, index) => `${index},x`);
  const { rows, remarks } = await read(`id,name\nbad,"x\n${lines.join('\n')}`, 1 << 16);
  expect(rows).toHaveLength(190_000);
  expect(remarks).toEqual(['fault 2: A quote opened in this row is never closed.']);
});
