/**
 * The pictures of the guides, light and dark, and that of the sign-in page (`sign-in`), from a running demo in English:
 *   node scripts/guide-pictures.ts DATA/demo.json [NAME…]
 * A draft of a campaign is written into the form and not saved.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { browserFlags, findBrowser } from './find-browser.ts';
import { signIn } from './portal/sign-in.ts';
import { createSettledWaiter } from './portal/wait-until-settled.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'pictures');
const product = 'TR-101';
const width = 960;

type Access = {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  readonly boxes: { readonly withoutCampaigns: string };
  readonly portal: { readonly email: string; readonly password: string };
};

const [file, ...names] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: node scripts/guide-pictures.ts DATA/demo.json [NAME…]');
const { baseUrl, subscriptionKey, boxes, portal } = JSON.parse(readFileSync(file, 'utf8')) as Access;

const choose = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel('Find by name or identifier').fill(product);
  await page.getByRole('dialog').getByRole('button', { name: product }).click();
};

/** To what the picture is about. */
const scroll = (page: Page, top: number): Promise<void> => page.evaluate(`scrollTo(0, ${top})`);

/** To the first product: two whole rows of them, beside the facets. */
const scrollToProducts = (page: Page): Promise<void> =>
  page.evaluate(`scrollBy(0, document.querySelector('main ol li article').getBoundingClientRect().top - 6)`);

/** A promotion with its third look-alike moved to the first place. */
const arrange = async (page: Page): Promise<void> => {
  await page.getByLabel('Find by name or identifier').fill(product);
  await page.getByRole('dialog').getByRole('button', { name: product }).click();
  const card = page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem').nth(2);
  const forward = card.getByRole('button', { name: /one place forward$/ });
  await forward.click();
  await page.getByLabel('Name', { exact: true }).fill('Trainers of the month');
  await scroll(page, 400);
};

const fetchDrawing = async (identifier: string): Promise<Buffer> => {
  const picture = await fetch(`${baseUrl}/shop/pictures/${identifier.toLowerCase()}.svg`);
  if (!picture.ok) throw new Error(`The drawing is not there: ${picture.status}`);
  return Buffer.from(await picture.arrayBuffer());
};

const usePhoto = async (page: Page): Promise<void> => {
  const buffer = await sharp(await fetchDrawing('HB-101'))
    .flatten({ background: '#f5f4f2' })
    .jpeg()
    .toBuffer();
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Or drop a photo').setInputFiles(photo);
};

const pictures: Readonly<Record<string, readonly [path: string, steps?: (page: Page) => Promise<void>]>> = {
  analytics: ['analytics', (page) => scroll(page, 150)],
  mapping: ['datasets/Products?tab=mapping', (page) => scroll(page, 660)],
  similarity: [
    'boxes/Product page?tab=general',
    async (page) => {
      await choose(page, 'Another product');
      await scroll(page, 190);
    },
  ],
  'look-alikes': [
    'boxes/Product page?tab=preview',
    async (page) => {
      await choose(page, 'Another product');
      await page.locator('main ol li article').first().waitFor();
      await scrollToProducts(page);
    },
  ],
  photo: ['lab', usePhoto],
  arrange: ['campaigns/new?effect=promotion', arrange],
  review: [
    'campaigns/new?effect=promotion',
    async (page) => {
      await arrange(page);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
    },
  ],
};

/** Rows of the sign-in page: a product and the first that the demo answers for it. */
const signIns = { products: ['TR-101', 'HB-101', 'LA-101'], inRow: 4, tile: 200 } as const;

const writeSignInPicture = async (): Promise<void> => {
  const { products, inRow, tile } = signIns;
  const rows = await Promise.all(
    products.map(async (identifier) => {
      const query = new URLSearchParams({ btr: boxes.withoutCampaigns, identifier });
      const headers = { 'Ocp-Apim-Subscription-Key': subscriptionKey };
      const answer = await fetch(`${baseUrl}/search/imagesearch?${query.toString()}`, { headers });
      const { documents } = (await answer.json()) as { documents: { document: { identifier: string } }[] };
      return [identifier, ...documents.map(({ document }) => document.identifier)].slice(0, inRow);
    }),
  );
  const tiles = rows.flatMap((row, y) =>
    row.map(async (identifier, x) => ({
      input: await sharp(await fetchDrawing(identifier))
        .resize(tile)
        .toBuffer(),
      left: x * tile,
      top: y * tile,
    })),
  );
  const size = { width: inRow * tile, height: products.length * tile, channels: 3 } as const;
  await sharp({ create: { ...size, background: '#ffffff' } })
    .composite(await Promise.all(tiles))
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(import.meta.dirname, '..', 'portal', 'public', 'look-alikes.png'));
};
if (names.length === 0 || names.includes('sign-in')) await writeSignInPicture();

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  const viewport = { width: 1228, height: 600 };
  const deviceScaleFactor = 1.5;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    reducedMotion: 'reduce',
    locale: 'en',
  });
  const page = await context.newPage();
  const settled = createSettledWaiter(page);
  await signIn(page, `${baseUrl}/portal/`, portal);
  const wanted = Object.entries(pictures).filter(([name]) => names.length === 0 || names.includes(name));
  for (const [name, [path, steps]] of wanted) {
    await page.goto(`${baseUrl}/portal/demo/${path}`);
    await settled();
    await steps?.(page);
    await settled();
    // Without the menu, so that the words can be read at the width of a page; a dialog is in the middle.
    const hasDialog = (await page.getByRole('dialog').count()) > 0;
    const x = (viewport.width - width) / (hasDialog ? 2 : 1);
    const clip = { x, y: 0, width, height: viewport.height };
    for (const [colorScheme, ending] of Object.entries({ light: '', dark: '-dark' })) {
      await page.emulateMedia({ colorScheme: colorScheme as 'light' | 'dark' });
      await settled();
      const picture = sharp(await page.screenshot({ clip })).png({ palette: true, compressionLevel: 9 });
      await picture.toFile(join(folder, `${name}${ending}.png`));
    }
  }
  console.log(`${wanted.length} pictures in ${folder}`);
} finally {
  await browser.close();
}
