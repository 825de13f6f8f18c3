import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../feed.ts';
import { readFeed } from '../find/find-format.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string, size = 7): Promise<FeedItem[]> => {
  const items: FeedItem[] = [];
  for await (const item of readFeed(inPieces(text, size))) items.push(item);
  return items;
};

const rowsOf = (items: readonly FeedItem[]) =>
  items.flatMap((item) => (item.kind === 'row' ? [{ line: item.line, ...item.row }] : []));

const two = [
  { id: 'a', tags: ['x', '}]{['], deep: { quote: '"\\' } },
  { id: 'ő', price: 1 },
];

describe('JSON feeds', () => {
  const shapes = {
    'a list': JSON.stringify(two),
    'a list over many lines': JSON.stringify(two, null, 2),
    'an object around Products': JSON.stringify({
      Timestamp: '2026-01-01',
      Meta: { Products: [1] },
      Products: two,
    }),
    'an object around products, over many lines': JSON.stringify({ products: two, total: 2 }, null, 2),
    'one object a line': two.map((row) => JSON.stringify(row)).join('\n'),
    'one object a line, with a byte order mark, blank lines and CRLF': `\uFEFF${two.map((row) => JSON.stringify(row)).join('\r\n\r\n')}\r\n`,
  };
  for (const [name, text] of Object.entries(shapes)) {
    it.each([1, 7, 100_000])(`are read from ${name}, in pieces of %i bytes`, async (size) => {
      expect(rowsOf(await read(text, size)).map(({ line: _, ...row }) => row)).toEqual(two);
    });
  }

  it('report the line at which each row begins', async () => {
    expect(rowsOf(await read('[\n{"id":1},\n\n{"id":\n2}\n]')).map(({ line }) => line)).toEqual([2, 4]);
  });

  it('report a bad row and continue', async () => {
    const items = await read('[{"id":1}, {"id":oops}, 7, "text", {"id":2}]');
    expect(items.map(({ kind }) => kind)).toEqual(['row', 'fault', 'fault', 'fault', 'row']);
  });

  it('report a bad line of NDJSON with its number and continue', async () => {
    const items = await read('{"id":1}\n{"id":\n{"id":3}\n');
    expect(items.map(({ kind, line }) => [kind, line])).toEqual([
      ['row', 1],
      ['fault', 2],
      ['row', 3],
    ]);
  });

  it('are NDJSON even if the first line is bad', async () => {
    const items = await read('{"id":\n{"id":2}\n{"id":3}\n');
    expect(items.map(({ kind }) => kind)).toEqual(['fault', 'row', 'row']);
  });

  it('are reported as cut when they end too early', async () => {
    const items = await read('{"Products":[{"id":1},{"id":2}');
    expect(items.at(-1)).toMatchObject({ kind: 'cut', reason: 'The feed ends in the middle of its JSON.' });
  });

  it('are reported as cut when they contain no list', async () => {
    expect(await read('{\n"shop": {}\n}')).toMatchObject([{ kind: 'cut' }]);
  });

  it('treat __proto__ as an ordinary column', async () => {
    const [item] = await read('[{"__proto__": {"price": 1}, "id": "a"}]');
    expect(item?.kind === 'row' && Object.keys(item.row)).toEqual(['__proto__', 'id']);
    expect(item?.kind === 'row' && item.row['price']).toBeUndefined();
  });

  it('of unknown format are refused, with a list of known formats', async () => {
    await expect(read('no feed at all')).rejects.toThrow('in no format that is known');
  });
});

describe('a JSON row that is no product', () => {
  const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
  it('is a fault with its line when it is nested too deeply', async () => {
    expect(await read(`{"id":1}\n{"id":2,"x":${deep}}\n{"id":3}`, 999)).toEqual([
      { kind: 'row', line: 1, row: { id: 1 } },
      { kind: 'fault', line: 2, reason: 'The row is nested more than 32 levels deep.' },
      { kind: 'row', line: 3, row: { id: 3 } },
    ]);
  });

  it('is a fault when it has too many fields', async () => {
    const wide = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`f${index}`, index]));
    const items = await read(`{"id":1}\n${JSON.stringify(wide)}`, 999);
    expect(items.at(-1)).toEqual({ kind: 'fault', line: 2, reason: 'The row has more than 5000 fields.' });
  });

  it('is a row when only its lists are long', async () => {
    const tags = Array.from({ length: 6_000 }, (_, index) => `t${index}`);
    expect(rowsOf(await read(`{"id":1}\n${JSON.stringify({ id: 2, tags })}`, 999))).toHaveLength(2);
  });
});
