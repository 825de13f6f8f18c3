import { describe, expect, it } from 'vitest';
import type { WireImageSearchResult } from '../../src/http/image-search/schema.ts';
import type { AdminClient } from './support/admin-client.ts';
import { importFeed } from './support/import-feed.ts';
import { openSignedIn, type Window } from './support/open-browser.ts';
import type { Shop } from './support/open-shop.ts';
import { payloads } from './support/payloads.ts';
import { withShop } from './support/test-context.ts';

const good = payloads.map((payload, index) => ({
  identifier: `k-${index}`,
  title: `Kettle ${payload}`,
  url: `https://shop.example/${index}`,
  price: 10 + index,
}));
const bad = payloads.map((payload, index) => ({
  identifier: payload,
  title: payload,
  url: payload,
  price: `x${index}`,
}));

/** A price without a digit is none, and is shown as it was written. Whatever it would run shows all the same. */
const unreadable = payloads.map((payload) => payload.replaceAll('=1', '=true').replaceAll(/\d/g, ''));
const faulty = payloads.map((payload, index) => ({
  identifier: payload,
  title: `Kettle ${index}`,
  url: `https://shop.example/${index}`,
  price: unreadable[index],
}));

describe('a hundred script injection payloads', () => {
  let shop: Shop;
  let admin: AdminClient;
  let open: Window;
  let waiting = '';
  let refused = 0;

  const imported = async (rows: readonly object[]): Promise<string> =>
    (await importFeed(admin, `websites/${shop.name}/datasets/kettles`, rows)).id;

  withShop(async (stage) => {
    ({ shop, admin } = stage);
    const base = `websites/${shop.name}`;
    await admin('POST', `${base}/datasets`, { name: 'kettles', kind: 'products' });
    await imported(good);
    waiting = await imported([...good.slice(0, 50), ...bad]);
    const box = { name: 'kettles', kind: 'search', dataset: 'kettles', pageSize: 100 };
    await admin('POST', `${base}/boxes`, box);
    for (const payload of payloads) {
      const create = (content: string): Promise<unknown> => {
        const effect = { banner: { position: 'filterTop', contents: [content] } };
        return admin('POST', `${base}/campaigns`, { name: payload, box: 'kettles', state: 'draft', effect });
      };
      // A script, or a link that is a program, is refused in a banner; as a name it is only text.
      await create(payload).catch((error: unknown) => {
        if (!/unsafe-(link|html)/.test(String(error))) throw error;
        refused += 1;
        return create('Two for one');
      });
    }
    expect(refused).toBeGreaterThan(payloads.length / 2);
    expect(refused).toBeLessThan(payloads.length);
    open = await openSignedIn(stage.browser, shop.url, shop.people.owner);
  });

  const nothingRan = async (): Promise<void> => {
    expect(await open.page.evaluate('window.ran')).toBeUndefined();
    expect(open.complaints).toEqual([]);
  };

  const missing = async (texts: readonly string[]): Promise<string[]> => {
    const shown = await open.page.locator('main').evaluate((main) => main.textContent);
    return texts.filter((text) => !shown.includes(text));
  };

  it('are shown as text where they are names of campaigns', async () => {
    await open.goto(`${shop.name}/campaigns`);
    expect(payloads.length).toBe(100);
    let left: readonly string[] = payloads;
    for (let page = 1; page <= 4; page += 1) {
      await open.page.getByText(`Page ${page} of 4`).waitFor();
      left = await missing(left);
      await nothingRan();
      if (page < 4) await open.page.getByRole('button', { name: 'Next page' }).click();
    }
    expect(left).toEqual([]);
  });

  it('are shown as text where they are titles of products and contents of banners', async () => {
    const request = { identifier: 'k-0', campaigns: 'drafts' };
    const answer = (await admin(
      'POST',
      `websites/${shop.name}/boxes/kettles/preview`,
      request,
    )) as WireImageSearchResult;
    const titles = (answer.documents ?? []).map(({ document }) => String(document?.['displayText']));
    expect(titles.filter((title) => title.includes('<')).length).toBeGreaterThan(50);
    await open.goto(`${shop.name}/boxes/kettles?tab=preview`);
    await open.page.getByRole('button', { name: 'Another product' }).click();
    await open.page.getByLabel('Find by name or identifier').fill('k-0');
    await open.page
      .getByRole('dialog')
      .getByRole('button', { name: /k-0$|k-0\b/ })
      .first()
      .click();
    await open.page.getByRole('combobox', { name: 'Campaigns' }).selectOption('drafts');
    await expect.poll(() => missing(titles)).toEqual([]);
    const contents = (answer.banners ?? []).flatMap((banner) => banner.contents ?? []);
    const texts = contents.map(({ content }) => content ?? '');
    expect(texts.length).toBeGreaterThan(0);
    await expect.poll(() => missing(texts)).toEqual([]);
    await nothingRan();
  });

  it('are shown as text where a feed with faults waits for approval', async () => {
    const base = `websites/${shop.name}/datasets/kettles/imports/${waiting}`;
    const { removed } = (await admin('GET', `${base}/diff`)) as { removed: { displayText: string }[] };
    const titles = removed.map(({ displayText }) => displayText);
    expect(titles.length).toBe(50);
    await open.goto(`${shop.name}/datasets/kettles?tab=imports`);
    await open.page.getByRole('button', { name: /^Publish: / }).waitFor();
    await expect.poll(() => missing(titles)).toEqual([]);
    await nothingRan();
  });

  it('are shown as text where they are what is wrong with a feed, page by page', async () => {
    const id = await imported([...good, ...faulty]);
    const fetchFaults = async (page: number) =>
      (await admin(
        'GET',
        `websites/${shop.name}/datasets/kettles/imports/${id}/fault-rows?page=${page}`,
      )) as {
        faults: { cause: { value: string | null } }[];
      };
    const values = [await fetchFaults(1), await fetchFaults(2)].flatMap(({ faults }) =>
      faults.flatMap(({ cause: { value } }) => value ?? []),
    );
    expect(values.filter((value) => value.includes('<')).length).toBeGreaterThan(50);
    await open.goto(`${shop.name}/datasets/kettles?tab=imports`);
    await open.page
      .getByRole('button', { name: /Show \d+ rows with faults/ })
      .first()
      .click();
    const dialog = open.page.getByRole('dialog', { name: 'Rows with faults' });
    const pages = Number(/of (\d+)/.exec((await dialog.getByText(/Page 1 of/).textContent()) ?? '')?.[1]);
    expect(pages).toBeGreaterThan(1);
    const shown: string[] = [];
    for (let page = 1; page <= pages; page += 1) {
      await dialog.getByText(`Page ${page} of ${pages}`).waitFor();
      const rows = () => dialog.locator('tbody').textContent();
      await expect.poll(rows).not.toBe(shown.at(-1));
      shown.push((await rows()) ?? '');
      if (page < pages) await dialog.getByRole('button', { name: 'Next page' }).click();
    }
    const isShown = (text: string) => shown.some((page) => page.includes(text));
    expect([...payloads, ...values].filter((text) => !isShown(text))).toEqual([]);
    await nothingRan();
  });

  it('are shown as text where products are changed live', async () => {
    const keys = (await admin('POST', `websites/${shop.name}/subscriptions`, {
      name: payloads[0],
      kind: 'ingest',
    })) as { keys: { primary: string } };
    const changes = payloads.map((payload, index) => ({ identifier: `k-${index}`, displayText: payload }));
    const answer = await fetch(`${shop.url}/productData/products?dataset=kettles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Ocp-Apim-Subscription-Key': keys.keys.primary },
      body: JSON.stringify(changes),
    });
    expect(answer.status).toBe(200);
    await open.goto(`${shop.name}/datasets/kettles?tab=changes`);
    await expect.poll(() => missing(payloads)).toEqual([]);
    await nothingRan();
  });

  it('are shown as text in the audit', async () => {
    await open.goto(`${shop.name}/audit`);
    const [last = ''] = payloads.slice(-1);
    await expect.poll(() => missing([last])).toEqual([]);
    await open.page.getByRole('button', { name: 'Details' }).first().click();
    await open.page.getByRole('dialog').waitFor();
    await nothingRan();
  });
});
