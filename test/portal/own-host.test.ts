import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../../scripts/portal/routes.ts';
import { type Admin, adminOf } from './support/admin.ts';
import { openBrowser, openSignedIn } from './support/open-browser.ts';
import { openShop, type Shop } from './support/open-shop.ts';

/*
 * A shop whose pictures lie on a host of its own. The service may ask that host; the browser of whoever works
 * in the portal may not.
 */
describe('a catalogue whose pictures lie elsewhere', { timeout: 240_000 }, () => {
  let browser: Browser;
  let shop: Shop;
  let admin: Admin;
  let pictures: Server;

  beforeAll(async () => {
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#2060c0' } })
      .jpeg()
      .toBuffer();
    pictures = createServer((_request, response) =>
      response.setHeader('content-type', 'image/jpeg').end(picture),
    );
    await new Promise<void>((listening) => void pictures.listen(0, '127.0.0.1', listening));
    const host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`;
    [browser, shop] = await Promise.all([openBrowser(), openShop({ KINDRED_ALLOW_PRIVATE: '127.0.0.1' })]);
    admin = await adminOf(shop.url, shop.people.owner);
    await furnish(admin, `websites/${shop.name}`, host);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
    await shop.close();
    pictures.close();
  });

  it('is looked at on every route without asking any host but the service', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner);
    for (const { path } of await routesOf(shop.url, { ...shop.people.owner, shop: shop.name })) {
      await open.goto(path);
    }
    await open.goto(`${shop.name}/boxes/lamps?tab=preview`);
    await open.page.getByRole('button', { name: 'Choose a product' }).click();
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

async function furnish(admin: Admin, base: string, host: string): Promise<void> {
  await admin('POST', `${base}/datasets`, { name: 'lamps', kind: 'products' });
  const rows = Array.from({ length: 12 }, (_, index) => ({
    identifier: `lamp-${index}`,
    title: `Lamp ${index}`,
    url: `https://shop.example/${index}`,
    price: 10 + index,
    image_link: `http://${host}/${index}.jpg`,
  }));
  const form = new FormData();
  form.set('feed', new File([rows.map((row) => `${JSON.stringify(row)}\n`).join('')], 'feed.ndjson'));
  const { id } = (await admin('POST', `${base}/datasets/lamps/imports`, form)) as { id: string };
  const state = async () =>
    ((await admin('GET', `${base}/datasets/lamps/imports/${id}`)) as { state: string }).state;
  while (/queued|running/.test(await state())) await setTimeout(300);
  expect(await state()).toBe('published');
  await admin('POST', `${base}/boxes`, { name: 'lamps', kind: 'search', dataset: 'lamps' });
}
