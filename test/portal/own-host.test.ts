import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes } from '../../scripts/portal/routes.ts';
import type { AdminClient } from './support/admin-client.ts';
import { importFeed } from './support/import-feed.ts';
import { openSignedIn } from './support/open-browser.ts';
import type { Shop } from './support/open-shop.ts';
import { withShop } from './support/test-context.ts';

const mayShowPictures =
  /^(overview|boxes|datasets|campaigns|campaign-new|lab|analytics)$|preview|curation|pictures|changes/;

/*
 * A shop whose pictures lie on a host of its own. The service may ask that host; the browser of whoever works
 * in the portal may not.
 */
describe('a catalogue whose pictures are on another host', () => {
  let browser: Browser;
  let shop: Shop;
  let pictures: Server;
  let host = '';

  beforeAll(async () => {
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#2060c0' } })
      .jpeg()
      .toBuffer();
    pictures = createServer((_request, response) =>
      response.setHeader('content-type', 'image/jpeg').end(picture),
    );
    await new Promise<void>((listening) => void pictures.listen(0, '127.0.0.1', listening));
    host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    pictures.close();
  });
  withShop(
    async ({ admin, ...stage }) => {
      ({ browser, shop } = stage);
      await addProducts(admin, `websites/${shop.name}`, host);
    },
    { KINDRED_ALLOW_PRIVATE: '127.0.0.1' },
  );

  it('is shown on every route with pictures without a request to that host', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner);
    const routes = await listRoutes(shop.url, { ...shop.people.owner, shop: shop.name });
    const withPictures = routes.filter(({ name }) => mayShowPictures.test(name));
    expect(withPictures.length).toBeGreaterThan(5);
    for (const { path } of withPictures) await open.goto(path);
    await open.goto(`${shop.name}/boxes/lamps?tab=preview`);
    await open.page.getByRole('button', { name: 'Another product' }).click();
    await open.page
      .getByRole('dialog')
      .getByRole('button', { name: /lamp-0/ })
      .click();
    const first = open.page.getByRole('list', { name: 'Look-alikes' }).locator('img').first();
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    expect(open.complaints).toEqual([]);
    expect([...open.hosts]).toEqual([new URL(shop.url).host]);
    await open.close();
  });
});

const addProducts = async (admin: AdminClient, base: string, host: string): Promise<void> => {
  await admin('POST', `${base}/datasets`, { name: 'lamps', kind: 'products' });
  const rows = Array.from({ length: 12 }, (_, index) => ({
    identifier: `lamp-${index}`,
    title: `Lamp ${index}`,
    url: `https://shop.example/${index}`,
    price: 10 + index,
    image_link: `http://${host}/${index}.jpg`,
  }));
  expect(await importFeed(admin, `${base}/datasets/lamps`, rows)).toMatchObject({ state: 'published' });
  await admin('POST', `${base}/boxes`, { name: 'lamps', kind: 'search', dataset: 'lamps' });
};
