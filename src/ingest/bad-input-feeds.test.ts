import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportShop, many, openImportShop } from '../../test/support/import-shop.ts';

/*
 * One feed for each possible fault. A fault of a row is reported with its line, and the good rows go live. A
 * fault of the whole feed keeps the live version.
 */
let shop: ImportShop;
beforeEach(async () => {
  shop = await openImportShop();
});
afterEach(() => shop.close());

const header = 'id,title,link,price';
const row = (id: string, title = `Thing ${id}`) => `${id},${title},/p/${id},10`;
const csv = (...lines: string[]) => `${lines.join('\n')}\n`;
const good = row('good');

type RowFault = {
  readonly feed: () => string | Uint8Array;
  readonly live: readonly string[];
  /** `line: reason` of all faults. */
  readonly reports: readonly string[];
};

const rowFaults: Readonly<Record<string, RowFault>> = {
  'CSV: unclosed quotes': {
    feed: () => csv(header, '1,"Thing,/p/1,10', good, row('2')),
    live: ['good', '2'],
    reports: ['2: A quote opened in this row is never closed.'],
  },
  'CSV: NUL': {
    feed: () => csv(header, row('1', 'Sh\0oe'), good),
    live: ['good'],
    reports: ['2: Column "title" contains a NUL character.'],
  },
  'CSV: BOM': { feed: () => `\ufeff${csv(header, row('1'), good)}`, live: ['1', 'good'], reports: [] },
  'CSV: Latin-1': {
    feed: () => Buffer.from(csv(header, row('1', 'Küchenstuhl für draußen'), good), 'latin1'),
    live: ['1', 'good'],
    reports: [],
  },
  'CSV: duplicate headers': {
    feed: () => csv(`${header},title`, `${row('1')},Another`, `${good},x`),
    live: ['1', 'good'],
    reports: ['1: Column 5 is a second "title": it is read as "title_2".'],
  },
  'CSV: duplicate identifiers': {
    feed: () => csv(header, row('1', 'Older'), good, row('1', 'Newer')),
    live: ['good', '1'],
    reports: ['2: The identifier stands again at line 4; the later row was taken.'],
  },
  'CSV: __proto__': {
    feed: () => csv(`${header},__proto__,constructor`, `${row('1')},polluted,polluted`, `${good},,`),
    live: ['1', 'good'],
    reports: [],
  },
  'XML: deep nesting inside an item': {
    feed: () => rss(`<item>${'<a>'.repeat(30)}x${'</a>'.repeat(30)}</item>\n${item('good')}`),
    live: ['good'],
    reports: ['1: Elements are nested more than 16 deep.'],
  },
  'JSON: __proto__ and a row that is none': {
    feed: () =>
      `[{"id":"1","title":"One","link":"/1","price":1,"__proto__":{"polluted":true}},7,${JSON.stringify(many(1)[0])}]`,
    live: ['1', 'p0'],
    reports: ['1: The row is not an object.'],
  },
};

const item = (id: string) =>
  `<item><g:id>${id}</g:id><title>Thing</title><link>https://shop.example/${id}</link><g:price>10 EUR</g:price></item>`;
const rss = (inside: string, doctype = '') =>
  `${doctype}<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${inside}</channel></rss>`;

const doctypeRefused =
  'The feed could not be read to its end (line 1): The feed declares a document type (DOCTYPE): that is refused, whatever it holds.';

const refusals: Readonly<
  Record<string, { readonly feed: () => string | Uint8Array; readonly message: string }>
> = {
  'XML: billion laughs': {
    feed: () =>
      rss(item('&c;'), '<!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>'),
    message: doctypeRefused,
  },
  'XML: XXE of a file': {
    feed: () => rss(item('&x;'), '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    message: doctypeRefused,
  },
  'XML: XXE of an address': {
    feed: () => rss(item('1'), '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://169.254.169.254/">%x;]>'),
    message: doctypeRefused,
  },
  'XML: DOCTYPE alone': { feed: () => rss(item('1'), '<!DOCTYPE rss>'), message: doctypeRefused },
  'XML: DOCTYPE of somebody else': {
    feed: () =>
      rss(
        item('1'),
        '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://my.netscape.com/rss.dtd">',
      ),
    message: doctypeRefused,
  },
  'XML: deep nesting without end': {
    feed: () => `<rss>${'<a>'.repeat(200_000)}`,
    message:
      'The feed could not be read to its end (line 1): Elements are nested more than 64 deep: the feed is refused.',
  },
  'gzip: ratio over 100': {
    feed: () => gzipSync(csv(header, good, row('1', 'x'.repeat(30 << 20)))),
    message: 'The feed unpacks to more than 100 times its size.',
  },
  'gzip: cut short': {
    feed: () => gzipSync(csv(header, ...many(500).map(({ id }) => row(id)))).subarray(0, -20),
    message: 'The feed is damaged: its gzip data cannot be unpacked.',
  },
};

const oneLine = (reason: string): string => reason.replace(/\s+/g, ' ');

describe('a fault that costs its own row only', () => {
  it.each(Object.entries(rowFaults))('%s', async (_name, { feed, live, reports }) => {
    const { faults, reason } = await shop.runImport(feed());
    expect(faults.first.map((fault) => `${fault.line}: ${oneLine(fault.reason)}`)).toEqual(reports);
    expect(reason).toBeNull();
    expect((await shop.live()).sort()).toEqual([...live].sort());
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('CSV: Latin-1 is decoded', async () => {
    await shop.runImport(rowFaults['CSV: Latin-1']?.feed());
    expect(await shop.recordOf('1')).toMatchObject({ displayText: 'Küchenstuhl für draußen' });
  });

  it('CSV: the later row of a duplicate identifier is live', async () => {
    await shop.runImport(rowFaults['CSV: duplicate identifiers']?.feed());
    expect(await shop.recordOf('1')).toMatchObject({ displayText: 'Newer' });
  });

  /**
   * Writes and reads a gigabyte three times, so it runs only in the torture suite. The limit is two million
   * characters.
   */
  const lineBytes = process.env['KINDRED_TORTURE'] === '1' ? 2 ** 30 : 2 ** 25;
  it('CSV: a line of a gigabyte', async () => {
    const location = join(shop.folder, 'long.csv');
    const out = createWriteStream(location);
    const piece = Buffer.alloc(1 << 20, 'x');
    out.write(csv(header, good).concat('1,'));
    for (let written = 0; written < lineBytes; written += piece.length)
      if (!out.write(piece)) await once(out, 'drain');
    await once(out.end(`,/p/1,10\n${row('2')}\n`), 'finish');
    const { faults } = await shop.runImport('', { feed: location });
    expect(faults.first.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: The line has more than 2 million characters.',
    ]);
    expect((await shop.live()).sort()).toEqual(['2', 'good']);
  });
});

describe('a fault of the whole feed keeps the live version', () => {
  it.each(Object.entries(refusals))('%s', async (_name, { feed, message }) => {
    const { version } = await shop.runImport(many(3));
    await expect(shop.runImport(feed(), { approve: true })).rejects.toMatchObject({
      message,
      nextStep: expect.stringMatching(/\w/) as string,
    });
    expect(await shop.live()).toEqual(['p0', 'p1', 'p2']);
    expect((await shop.runImport(many(3))).version).not.toBe(version);
  });
});
