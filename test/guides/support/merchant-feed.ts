import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/*
 * A shop's own feed: Google Merchant XML, with content that is odd and legal. A namespace prefix of its own, comments,
 * CDATA, entities, line breaks in values, prices below `shipping`, variants, several product types, unknown elements,
 * a product without a picture, and identifiers with blanks and slashes. Pictures come from a server on this machine.
 */
type Kind = { readonly name: string; readonly type: string; readonly shape: (colour: string) => string };

const kinds: readonly Kind[] = [
  {
    name: 'Kettle',
    type: 'Kitchen &gt; Kettles',
    shape: (colour) => `<circle cx="60" cy="70" r="38" fill="${colour}"/>`,
  },
  {
    name: 'Desk lamp',
    type: 'Lighting &gt; Desk lamps',
    shape: (colour) =>
      `<polygon points="60,10 100,60 20,60" fill="${colour}"/><rect x="56" y="60" width="8" height="50" fill="#333"/>`,
  },
  {
    name: 'Stool',
    type: 'Furniture &gt; Stools',
    shape: (colour) =>
      `<rect x="20" y="30" width="80" height="16" fill="${colour}"/><rect x="26" y="46" width="8" height="60" fill="${colour}"/><rect x="86" y="46" width="8" height="60" fill="${colour}"/>`,
  },
];

const colours = { Red: '#c02020', Blue: '#2040c0', Green: '#208040', Sand: '#c0a070' } as const;
const sizes = ['small', 'large'] as const;

type Item = { readonly id: string; readonly title: string; readonly picture: string; readonly xml: string };

const listItems = (address: string): Item[] =>
  kinds.flatMap((kind, row) =>
    Object.keys(colours).flatMap((colour, column) =>
      sizes.map((size, place): Item => {
        const number = row * 100 + column * 10 + place;
        const id = `${kind.name.slice(0, 2).toUpperCase()} ${number}/${size.slice(0, 1)}`;
        const title = `${colour} ${kind.name.toLowerCase()}, ${size}`;
        const picture = `/${row}-${column}.png`;
        return {
          id,
          title,
          picture,
          xml: writeItem({ id, title, number, colour, size, kind, link: `${address}${picture}` }),
        };
      }),
    ),
  );

type ItemParts = {
  readonly id: string;
  readonly title: string;
  readonly number: number;
  readonly colour: string;
  readonly size: string;
  readonly kind: Kind;
  readonly link: string;
};

const writeItem = ({ id, title, number, colour, size, kind, link }: ItemParts): string => `  <item>
    <goog:shipping><goog:country>DE</goog:country><goog:price>4.90 EUR</goog:price></goog:shipping>
    <goog:id>
      ${id}
    </goog:id>
    <title><![CDATA[${title} – "Tea & Light"]]></title>
    <description>&lt;p&gt;A ${size} ${kind.name.toLowerCase()} &#8212; made of steel&lt;/p&gt;</description>
    <link>https://shop.example/p?id=${encodeURIComponent(id)}&amp;ref=feed</link>
    ${number === 231 ? '' : `<goog:image_link>${link}</goog:image_link>`}
    <goog:price>${(1200 + number).toFixed(2)} EUR</goog:price>
    <goog:sale_price>${(20 + number / 10).toFixed(2)} EUR</goog:sale_price>
    <goog:availability>in stock</goog:availability>
    <goog:brand>${number % 2 === 0 ? 'Fennarby &amp; Co' : 'Ivenna'}</goog:brand>
    <goog:color>${colour}</goog:color>
    <goog:size>${size}</goog:size>
    <goog:item_group_id>${kind.name}-${colour}</goog:item_group_id>
    <goog:product_type>${kind.type}</goog:product_type>
    <goog:google_product_category>${600 + number}</goog:google_product_category>
    <goog:custom_label_0/>
    <x:unheard-of xmlns:x="urn:example:other">ignored</x:unheard-of>
  </item>`;

const writeFeed = (items: readonly Item[]): string => `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- exported at night -->
<rss version="2.0" xmlns:goog="http://base.google.com/ns/1.0">
<channel>
  <title>Tea &amp; Light</title>
  <link>https://shop.example</link>
  <description>Everything for tea, with light</description>
${items.map(({ xml }) => xml).join('\n')}
</channel>
</rss>
`;

const drawPicture = (path: string): Promise<Buffer> | null => {
  const [, row, column] = /^\/(\d)-(\d)\.png$/.exec(path) ?? [];
  const shape = kinds[Number(row)]?.shape(Object.values(colours)[Number(column)] ?? '');
  if (shape === undefined) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="120" height="120" fill="#fff"/>${shape}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};

export type MerchantFeed = {
  /** Google Merchant XML. */
  readonly xml: string;
  readonly items: readonly Item[];
  readonly close: () => Promise<void>;
};

/** The feed, and a server for its pictures. */
export const openMerchantFeed = async (): Promise<MerchantFeed> => {
  const server = createServer((request, response) => {
    const picture = drawPicture(request.url ?? '');
    if (picture === null) response.writeHead(404).end();
    else void picture.then((bytes) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const items = listItems(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    xml: writeFeed(items),
    items,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
