import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { zip } from '../../support/zip.ts';

const colours = ['#c02020', '#2040c0', '#20a040', '#d0a020', '#703090', '#209090'];

/** A lamp: a shade and a foot in one colour, on white. */
const drawLamp = (place: number): Promise<Buffer> => {
  const colour = colours[place % colours.length] ?? '#000000';
  const width = 40 + 6 * (place % 4);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120">
    <rect width="120" height="120" fill="#fff"/>
    <polygon points="${60 - width / 2},60 ${60 + width / 2},60 75,15 45,15" fill="${colour}"/>
    <rect x="56" y="60" width="8" height="40" fill="#444"/></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
};

export type DayFeeds = {
  readonly google: string;
  /** The same with another price. */
  readonly googleLater: string;
  readonly shopify: string;
  readonly odd: string;
  readonly pictures: string;
  readonly close: () => void;
};

const places = [0, 1, 2, 3, 4, 5, 6, 7];

/** A server of the shop with the pictures that feeds name by address. */
const servePictures = async (): Promise<{ address: string; close: () => void }> => {
  const server = createServer((request, response) => {
    const place = Number(/\/(\d+)\.png/.exec(request.url ?? '')?.[1] ?? 0);
    void drawLamp(place).then((bytes) => response.setHeader('content-type', 'image/png').end(bytes));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => void server.close() };
};

const googleFeed = (address: string, firstPrice: string): string => `<?xml version="1.0"?>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Lamps</title>
${places
  .map(
    (place) => `<item><g:id>g-${place}</g:id><g:title>Table lamp ${place}</g:title>
<g:link>https://shop.example/g/${place}</g:link><g:image_link>${address}/${place}.png</g:image_link>
<g:price>${place === 0 ? firstPrice : `${20 + place}.00 EUR`}</g:price><g:availability>in stock</g:availability>
<g:brand>Lumen</g:brand><g:product_type>${place < 5 ? 'Lighting > Table lamps' : 'Lighting > Floor lamps'}</g:product_type></item>`,
  )
  .join('\n')}
</channel></rss>`;

const shopifyFeed = (address: string): string =>
  [
    'Handle,Title,Body (HTML),Vendor,Product Category,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Image Position,Status',
    ...places
      .slice(0, 4)
      .flatMap((place) => [
        `shade-${place},Lamp shade ${place},<p>Linen</p>,Lumen,Lighting > Shades,linen,true,Size,S,S-${place}-S,3,${9 + place}.00,${address}/${place}.png,1,active`,
        `shade-${place},,,,,,,,L,S-${place}-L,3,${12 + place}.00,,,`,
      ]),
  ].join('\n');

/** Columns that no software could guess. */
const oddFeed = (): string =>
  [
    'lfd;was;wo;kostet;foto;gruppe',
    ...places.map(
      (place) =>
        `o${place};Lantern ${place};https://shop.example/o/${place};${5 + place},50;${place}.png;Garden`,
    ),
  ].join('\n');

/** Three feeds of three kinds, and a ZIP with the pictures of the one that names files. */
export const writeDayFeeds = async (folder: string): Promise<DayFeeds> => {
  const { address, close } = await servePictures();
  const write = async (name: string, content: string | Buffer): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  };
  const members = await Promise.all(
    places.map(async (place) => ({ name: `lanterns/${place}.PNG`, content: await drawLamp(place) })),
  );
  return {
    google: await write('google.xml', googleFeed(address, '20.00 EUR')),
    googleLater: await write('later.xml', googleFeed(address, '15.00 EUR')),
    shopify: await write('shopify.csv', shopifyFeed(address)),
    odd: await write('odd.csv', oddFeed()),
    pictures: await write(
      'lanterns.zip',
      zip([...members, { name: 'read me.txt', content: Buffer.from('x') }]),
    ),
    close,
  };
};
