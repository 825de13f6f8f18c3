import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { openKeyring } from '../../../src/store/keys/keyring.ts';
import type { AdminClient } from '../support/admin-client.ts';
import { openSignedIn } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop } from '../support/test-context.ts';

/** What happens outside the portal while somebody looks at it. */
describe('changes that happen while a page is open', () => {
  let browser: Browser;
  let shop: Shop;
  let admin: AdminClient;

  withShop((stage) => {
    ({ browser, shop, admin } = stage);
  });

  it('a live change of a product shows without reloading the page', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.viewer);
    await open.goto(`${shop.name}/datasets/catalogue?tab=changes`);
    await open.page.getByText('No live changes').waitFor();
    const { keys } = (await admin('POST', `websites/${shop.name}/subscriptions`, {
      name: 'warehouse',
      kind: 'ingest',
    })) as { keys: { primary: string } };
    const [product] = shop.products;
    const sent = await fetch(`${shop.url}/productData/product`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Ocp-Apim-Subscription-Key': keys.primary },
      body: JSON.stringify({ identifier: product?.identifier, price: 1.25 }),
    });
    expect(sent.status).toBe(200);
    const row = open.page.getByRole('row', { name: product?.identifier ?? '' });
    for (const text of ['1.25', 'warehouse', 'Next version']) await row.getByText(text).waitFor();
    await open.page.getByText('1 change is served already').waitFor();
    expect(open.complaints).toEqual([]);
    await open.close();
  });

  it('Analytics shows click shares once the shop sends click events, and no data before', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.viewer);
    const call = async (): Promise<string> => {
      const query = new URLSearchParams({
        btr: shop.trackers.search,
        identifier: shop.products[0]?.identifier ?? '',
      });
      const headers = { 'Ocp-Apim-Subscription-Key': shop.key };
      const answer = await fetch(`${shop.url}/search/imagesearch?${query.toString()}`, { headers });
      return answer.headers.get('x-request-id') ?? '';
    };
    const list = await call();
    for (let times = 1; times < 4; times += 1) await call();
    await open.goto(`${shop.name}/analytics`);
    const tile = open.page
      .getByRole('main')
      .locator('div')
      .filter({ hasText: /^Look-alikes clicked/ })
      .last();
    await expect.poll(() => tile.textContent()).toContain('No data');
    const response = await fetch(`${shop.url}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Ocp-Apim-Subscription-Key': shop.key },
      body: JSON.stringify({
        client_id: 'anna',
        action_name: 'click',
        query_id: list,
        event_attributes: { btr: shop.trackers.search, object: { object_id: 'BP-102' } },
      }),
    });
    expect(response.status).toBe(202);
    await open.goto(`${shop.name}/analytics`);
    await expect.poll(() => tile.textContent()).toContain('25%');
    expect(open.complaints).toEqual([]);
    await open.close();
  });

  it('a generated password shows a notice until it is replaced', async () => {
    const person = { email: 'new@shop.example', password: 'made by a program for a day' };
    const store = await openStore({
      file: join(shop.folder, 'kindred.sqlite'),
      keyring: openKeyring({ secretKey: null, dataDir: shop.folder }),
    });
    const { id } = store.websites.byName(shop.name) ?? { id: 0 };
    await store.operators.put(id, 'test', person.email, 'viewer', person.password, 'temporary');
    store.close();
    const open = await openSignedIn(browser, shop.url, person);
    const banner = open.page.getByText('Your password is temporary');
    await banner.waitFor();
    await open.page.getByRole('link', { name: 'Choose your own' }).click();
    await open.page.getByLabel('Current password').fill(person.password);
    await open.page.getByLabel('New password').fill('a few words of my own');
    await open.page.getByRole('button', { name: 'Change the password' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(open.complaints).toEqual([]);
    await open.close();
  });
});
