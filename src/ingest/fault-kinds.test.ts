import { describe, expect, it } from 'vitest';
import { readFeed } from './formats/find/find-format.ts';
import { createInspection } from './mapping/inspect-columns.ts';
import { mapFields } from './mapping/map-fields.ts';
import { createMapping } from './mapping/mapping.ts';
import { classifyRowFault, rowFaultKinds } from './faults.ts';
import { createToProduct } from './to-product.ts';
import type { RawRow } from './formats/feed.ts';

async function* inOnePiece(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof text === 'string' ? Buffer.from(text) : text;
}

/** The reasons that the readers give for a feed. */
const readReasons = async (text: string | Uint8Array): Promise<string[]> => {
  const reasons: string[] = [];
  for await (const item of readFeed(inOnePiece(text)))
    if (item.kind === 'fault' || item.kind === 'notice') reasons.push(item.reason);
  return reasons;
};

const header = 'id,title,link,price';
const rss = (inside: string) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${inside}</channel></rss>`;

describe('the kind of a reason that a reader gives', () => {
  it.each([
    ['a quote that stays open', `${header}\n1,"Thing,/1,10\n2,B,/2,10\n`, 'open-quote', null],
    ['a NUL', `${header}\n1,Sh\0oe,/1,10\n`, 'forbidden-character', 'title'],
    ['columns that are missing', `${header}\n1,Shoe\n2,B,/2,10\n`, 'wrong-columns', '2'],
    ['two columns of a name', `${header},title\n1,A,/1,10,B\n`, 'column-twice', 'title'],
    ['a row that is no object', '[{"id":"1"},7]', 'not-an-object', null],
    ['a row of NDJSON that is cut', '{"id":"1"}\n{"id":\n', 'not-json', null],
    ['a row that is nested', `[{"id":"1"},{"a":${'['.repeat(80)}${']'.repeat(80)}}]`, 'too-deep', '32'],
    [
      'an item of XML that is nested',
      rss(`<item>${'<a>'.repeat(30)}${'</a>'.repeat(30)}</item>`),
      'too-deep',
      '16',
    ],
    [
      'a bare ampersand',
      rss('<item><brand>H&M</brand><link>https://a.example/?a=1&b=2</link></item>'),
      'bare-ampersand',
      null,
    ],
  ])('%s', async (_name, feed, kind, value) => {
    const [reason = ''] = await readReasons(feed);
    expect(classifyRowFault(reason)).toMatchObject({ kind, ...(value !== null && { value }) });
  });

  it('is known for text that is not UTF-8', async () => {
    const feed = Buffer.concat([
      Buffer.from('{"id":"1"}\n{"id":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    expect((await readReasons(feed)).map((reason) => classifyRowFault(reason).kind)).toEqual(['not-utf8']);
  });
});

describe('the kind of a reason why a row is no product', () => {
  const base = { id: '1', title: 'Lamp', link: '/lamp', price: '10' };
  /** Why this row is rejected in a feed with these columns. */
  const rejectRow = (row: RawRow, columnsOf: RawRow = base): string => {
    const inspection = createInspection();
    inspection.add(columnsOf);
    const columns = inspection.columns();
    const mapping = createMapping(mapFields({ rows: 1, columns }, []), columns);
    const product = createToProduct(mapping, { url: 'https://shop.example' }, 0)(row);
    return 'reason' in product ? product.reason : '';
  };

  it.each([
    [{ price: '' }, 'no-value', 'price'],
    [{ price: '', title: '' }, 'no-value', 'name, price'],
    [{ price: 'on request' }, 'unreadable-value', 'price "on request"'],
    [{ id: 'x'.repeat(201) }, 'long-identifier', '200'],
    [{ link: 'javascript:alert(1)' }, 'no-web-address', '"javascript:alert(1)"'],
  ])('%j: %s', (change, kind, value) => {
    expect(classifyRowFault(rejectRow({ ...base, ...change }))).toEqual({ kind, value });
  });

  it('is a missing column where no row can have the value', () => {
    const { price: _, ...free } = base;
    expect(classifyRowFault(rejectRow(free, free))).toMatchObject({ kind: 'no-column' });
  });
});

describe('the kind of other reasons', () => {
  it.each([
    ['The identifier stands again at line 4; the later row was taken.', 'identifier-again', '4'],
    ['The line is longer than 8 MB.', 'too-long', '8 MB'],
    ['The line has more than 4 million characters.', 'too-long', '4 million characters'],
    ['The item has more than 500 elements.', 'too-many-parts', '500'],
    ['The row has no handle.', 'no-handle', null],
    ['The row has no SKU.', 'no-sku', null],
    ['The product "lamp" has more than 2000 rows.', 'too-many-rows', 'lamp'],
    ['Something new.', 'other', 'Something new.'],
  ])('%s', (reason, kind, value) => {
    expect(classifyRowFault(reason)).toEqual({ kind, value });
  });

  it('is one of the listed kinds, each once', () => {
    expect(new Set(rowFaultKinds).size).toBe(rowFaultKinds.length);
  });
});
