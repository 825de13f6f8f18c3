import { describe, expect, it } from 'vitest';
import { inChunks, type ReadFeed, readFeed } from '../../../../test/support/read-feed.ts';
import { xml } from './xml.ts';

const read = (text: string, size = 13): Promise<ReadFeed> => readFeed(xml, inChunks(text, size));

const rss = (items: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">\n<channel>\n<title>Shop</title>\n${items}\n</channel>\n</rss>`;

const shoe = '<item><g:id>1</g:id><title>Shoe</title></item>';

describe('a Google Merchant feed', () => {
  it('in RSS 2.0 yields a row with its line for each item', async () => {
    const { items } = await read(rss(`${shoe}\n<item>\n<g:id>2</g:id>\n</item>`));
    expect(items).toEqual([
      { kind: 'row', line: 5, row: { id: '1', title: 'Shoe' } },
      { kind: 'row', line: 6, row: { id: '2' } },
    ]);
  });

  it('in Atom reads the product page from the alternate link', async () => {
    const { rows } = await read(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="x"><title>Shop</title><link rel="self" href="https://a.example/feed"/>
       <entry><g:id>1</g:id><title>Shoe</title><link rel="enclosure" href="https://a.example/s.mp3"/><link href="https://a.example/shoe"/></entry></feed>`,
    );
    expect(rows).toEqual([{ id: '1', title: 'Shoe', link: 'https://a.example/shoe' }]);
  });

  it.each(['g', 'c', 'google-merchant', 'ns0'])(
    'is understood with the prefix %s, declared or not',
    async (prefix) => {
      const { rows } = await read(
        `<rss><channel><item><${prefix}:id>1</${prefix}:id></item></channel></rss>`,
      );
      expect(rows).toEqual([{ id: '1' }]);
    },
  );

  it('uses the prefixed title, whichever comes first', async () => {
    const { rows } = await read(
      rss(
        '<item><title>A</title><g:title>B</g:title></item><item><g:title>B</g:title><title>A</title></item>',
      ),
    );
    expect(rows).toEqual([{ title: 'B' }, { title: 'B' }]);
  });

  it('turns nested groups into objects and repeated ones into lists', async () => {
    const { rows } = await read(
      rss(`<item>
        <g:shipping><g:country>HU</g:country><g:price>990 HUF</g:price></g:shipping>
        <g:shipping><g:country>AT</g:country><g:price>9 EUR</g:price></g:shipping>
        <g:installment><g:months>6</g:months></g:installment>
        <g:additional_image_link>a.jpg</g:additional_image_link><g:additional_image_link>b.jpg</g:additional_image_link>
      </item>`),
    );
    expect(rows).toEqual([
      {
        shipping: [
          { country: 'HU', price: '990 HUF' },
          { country: 'AT', price: '9 EUR' },
        ],
        installment: { months: '6' },
        additional_image_link: ['a.jpg', 'b.jpg'],
      },
    ]);
  });

  it('decodes text that was escaped twice, and keeps CDATA and unescaped markup as text', async () => {
    const { rows } = await read(
      rss(
        `<item><a>Caf&amp;eacute; &amp;amp; Bar</a><b><![CDATA[<p>Big & red</p>]]></b><c>One <b>two</b> three</c></item>`,
      ),
    );
    expect(rows).toEqual([{ a: 'Café & Bar', b: '<p>Big & red</p>', c: 'One two three' }]);
  });

  it('reads bare ampersands and undeclared entities, and reports them once', async () => {
    const { rows, remarks } = await read(
      rss('<item><brand>H&M</brand><link>https://a.example/?a=1&b=2&copy=3</link><t>a&nbsp;b</t></item>'),
    );
    expect(rows).toEqual([{ brand: 'H&M', link: 'https://a.example/?a=1&b=2&copy=3', t: 'a\u00a0b' }]);
    expect(remarks).toEqual([expect.stringMatching(/^notice \d+: An "&" stands where "&amp;" should/)]);
  });

  it('reports a bare & that is among the last characters of the feed', async () => {
    const { rows, remarks } = await read('<rss><item><t>M&S</t></item></rss>', 100);
    expect(rows).toEqual([{ t: 'M&S' }]);
    expect(remarks).toEqual([expect.stringContaining('An "&" stands')]);
  });

  it('reports the line of the first bare &, but not in CDATA, where it is valid', async () => {
    const items = ['<a><![CDATA[H&M]]></a>', '<a><![CDATA[x]]]]></a>', '<a>B&Q</a>', '<a>C&A</a>'];
    const feed = rss(items.map((item) => `<item>${item}</item>`).join('\n'));
    const line = feed.slice(0, feed.indexOf('B&Q')).split('\n').length;
    for (const size of [1, 7, 4096]) {
      const { rows, remarks } = await read(feed, size);
      expect(rows.map((row) => row['a'])).toEqual(['H&M', 'x]]', 'B&Q', 'C&A']);
      expect(remarks).toEqual([expect.stringMatching(new RegExp(`^notice ${line}: An "&" stands`))]);
    }
  });

  it('is decoded with its declared encoding', async () => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-2"?><rss><channel><item><t>c_p_</t></item></channel></rss>',
    );
    bytes.set([0xb1], bytes.indexOf('_'));
    bytes.set([0xf5], bytes.lastIndexOf('_'));
    expect((await readFeed(xml, inChunks(bytes))).rows).toEqual([{ t: 'cąpő' }]);
  });

  it('treats __proto__ as an ordinary name', async () => {
    const { items } = await read(rss('<item><__proto__><polluted>1</polluted></__proto__></item>'));
    const [item] = items;
    expect(item?.kind === 'row' && Object.keys(item.row)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a fault in an XML feed', () => {
  const doctypes = {
    'billion laughs': `<!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`,
    'XXE of a file': `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>`,
    'XXE of an address': `<!DOCTYPE r [<!ENTITY % x SYSTEM "http://169.254.169.254/">%x;]>`,
    'plain DOCTYPE': '<!DOCTYPE rss>',
  };
  it.each(Object.entries(doctypes))('%s: the feed is refused', async (_, doctype) => {
    const { rows, remarks } = await read(
      `${doctype}<rss><channel><item><a>&c;&x;</a></item></channel></rss>`,
    );
    expect(rows).toEqual([]);
    expect(remarks).toEqual([
      'cut 1: The feed declares a document type (DOCTYPE): that is refused, whatever it holds.',
    ]);
  });

  it('broken in the middle: yields the rows before, then a cut with its line', async () => {
    const { rows, remarks } = await read(rss(`${shoe}\n<item><g:id>2</g:id></channel>\n${shoe}`));
    expect(rows).toHaveLength(1);
    expect(remarks).toEqual([expect.stringMatching(/^cut 6: The XML is broken \(unexpected close tag/)]);
  });

  it('ends too early: reported as cut', async () => {
    const whole = rss(shoe.repeat(3));
    const { rows, remarks } = await read(whole.slice(0, whole.lastIndexOf('<item>') + 10));
    expect(rows).toHaveLength(2);
    expect(remarks).toEqual([expect.stringMatching(/^cut 5: The XML is broken \(un/)]);
  });

  it('deep nesting inside an item: that item only', async () => {
    const deep = `<item>${'<a>'.repeat(30)}x${'</a>'.repeat(30)}</item>`;
    const { rows, remarks } = await read(rss(`${deep}\n${shoe}`));
    expect(rows).toHaveLength(1);
    expect(remarks).toEqual(['fault 5: Elements are nested more than 16 deep.']);
  });

  it('a document of endless nesting: refused in bounded memory', async () => {
    const { remarks } = await read('<a>'.repeat(200_000), 4096);
    expect(remarks).toEqual([expect.stringMatching(/^cut 1: Elements are nested more than 64 deep/)]);
  });

  it('a text of millions of characters inside an item: that item only', async () => {
    const { rows, remarks } = await read(rss(`<item><a>${'x'.repeat(3_000_000)}</a></item>\n${shoe}`), 65536);
    expect(rows).toHaveLength(1);
    expect(remarks).toEqual(['fault 5: The item has more than 2097152 characters.']);
  });

  it('a text that never ends: reported as cut, in bounded memory', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<rss><channel><item><a>');
      for (;;) yield piece;
    }
    const { remarks } = await readFeed(xml, endless());
    expect(remarks).toEqual(['cut 1: One text or tag has more than 4 million characters.']);
  });

  it('a control character: the row is kept', async () => {
    expect((await read(rss('<item><a>x\u0001y</a></item>'))).rows).toHaveLength(1);
  });
});

it('an element with thousands of attributes is refused', async () => {
  const attributes = Array.from({ length: 5_001 }, (_, index) => `a${index}="1"`).join(' ');
  const { rows, remarks } = await read(rss(`${shoe}<item ${attributes}><g:id>2</g:id></item>`), 4096);
  expect(rows).toHaveLength(1);
  expect(remarks).toEqual([expect.stringMatching(/^cut \d+: An element has more than 5000 attributes\.$/)]);
});
