import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCampaignStops } from '../../../demo/campaigns.ts';
import { demoProducts } from '../../../demo/products.ts';
import { picture, shoe } from '../../support/embedder/pictures.ts';
import { colourViolations, layoutViolations, violations } from '../support/axe.ts';
import { openBrowser, openWindow, type Window } from '../support/open-browser.ts';
import { type Demo, openDemo } from '../support/open-demo.ts';
import {
  expectedNames,
  followCampaignLink,
  openProductPage,
  readNames,
  tiles,
} from '../support/look-alikes.ts';

const phonePx = 390;
const deskPx = 1440;

/** Of a page, pictures left out: those of lists load when they come into sight. */
const mostRequests = 20;
const stops = listCampaignStops(demoProducts());
type CampaignStop = (typeof stops)[number]['text'];
const productAt = (stop: CampaignStop) => stops.find(({ text }) => text === stop)?.identifier ?? '';

describe('a visitor of the demo', () => {
  let demo: Demo;
  let browser: Browser;
  const windows = new Map<number, Window>();

  beforeAll(async () => {
    demo = await openDemo();
    browser = await openBrowser();
    for (const width of [phonePx, deskPx]) windows.set(width, await openWindow(browser, demo.url, { width }));
  });

  afterAll(() => browser.close().then(() => demo.close()));

  const pageOf = (width: number): Page => {
    const open = windows.get(width);
    if (open === undefined) throw new Error(`There is no window of ${width} px.`);
    return open.page;
  };
  /** The service has stored an event of this kind. An event may still be under way when its page is left. */
  const expectEvent = (event: { kind: string; product?: string; query?: string }) =>
    expect.poll(() => demo.events()).toContainEqual(expect.objectContaining(event));
  const openProduct = (page: Page, identifier: string) => openProductPage(page, demo.url, identifier);
  const followTour = (page: Page, stop: CampaignStop) => followCampaignLink(page, demo.url, stop);

  it.each([phonePx, deskPx])('searches at %i px with a photo, a part of it and words', async (width) => {
    const page = pageOf(width);
    await page.goto(`${demo.url}/shop`);
    await page.getByRole('link', { name: 'Search by picture' }).click();
    const search = page.locator('kindred-photo-search');
    const list = search.locator('kindred-look-alikes');
    const buffer = await picture('#c02020', shoe).png().toBuffer();
    await search
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'shoe.png', mimeType: 'image/png', buffer });
    await expect.poll(() => list.getAttribute('state')).toBe('ready');
    await search.getByRole('status').getByText('products').waitFor();
    const answered = () =>
      page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 200);
    const [part] = await Promise.all([answered(), search.getByLabel('Upper part').check()]);
    expect(new URL(part.url()).searchParams.get('region')).toBe('0.1,0,0.8,0.6');
    const photo = await search.getByRole('img', { name: 'Your photo' }).boundingBox();
    if (photo === null) throw new Error('The photo is not shown.');
    const at = (share: number): [number, number] => [
      photo.x + photo.width * share,
      photo.y + photo.height * share,
    ];
    await page.mouse.move(...at(0.25));
    await page.mouse.down();
    await page.mouse.move(...at(0.75), { steps: 3 });
    const [drawn] = await Promise.all([answered(), page.mouse.up()]);
    expect(new URL(drawn.url()).searchParams.get('region')).toMatch(/^0\.25/);
    await search.getByLabel('Words beside the photo').fill('leather');
    const [worded] = await Promise.all([
      answered(),
      search.getByLabel('Words beside the photo').press('Enter'),
    ]);
    expect(await worded.json()).toHaveProperty('explain.wordProducts.0');
    await expect.poll(() => list.getAttribute('state')).toBe('ready');
    expect(await violations(page)).toEqual([]);
    const broken = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
    await search.locator('input[type=file]').first().setInputFiles(broken);
    await search.getByRole('status').getByText('This photo cannot be used').waitFor();
    expect(windows.get(width)?.complaints).toEqual([]);
  });

  it.each([phonePx, deskPx])(
    'comes at %i px from the start page to a product, its look-alikes, the basket and an order',
    async (width) => {
      const page = pageOf(width);
      await page.goto(`${demo.url}/`);
      await page.getByRole('link', { name: 'Open the demo shop' }).click();
      await page.getByRole('link', { name: 'Trainers', exact: true }).click();
      await page.locator('.tile').first().click();
      await page.waitForURL(/\/shop\/products\//);
      const first = page.url();
      const [identifier = ''] = first.split('/').slice(-1);
      const answer = await demo.search({ identifier, explain: 'true' });
      await tiles(page).first().waitFor();
      expect(await readNames(page)).toEqual(expectedNames(answer));
      await tiles(page).first().getByRole('link').click();
      await page.waitForURL((url) => url.pathname.startsWith('/shop/products/') && url.href !== first);
      const product = answer.documents[0]?.document.identifier ?? '';
      expect(page.url()).toBe(`${demo.url}/shop/products/${product}`);
      await expectEvent({ kind: 'click', product });
      await page.getByRole('button', { name: 'Add to basket' }).click();
      await expectEvent({ kind: 'cart', product });
      await page.locator('[data-added]').getByRole('link').click();
      await page.getByRole('button', { name: 'Order', exact: true }).click();
      await expectEvent({ kind: 'order', product });
      await page.getByText('Thank you.').waitFor();
    },
  );

  it.each([phonePx, deskPx])(
    'searches at %i px, follows a related keyword, and meets a campaign',
    async (width) => {
      const page = pageOf(width);
      await page.goto(`${demo.url}/shop`);
      await page.getByRole('searchbox').fill('lamp');
      await page.getByRole('searchbox').press('Enter');
      await expectEvent({ kind: 'search', query: 'lamp' });
      const suggestions = await demo.related('lamp');
      const links = page.locator('kindred-related-keywords').getByRole('link');
      await links.first().waitFor();
      expect(await links.allTextContents()).toEqual(suggestions.slice(0, await links.count()));
      await links.first().click();
      await page.waitForURL(`${demo.url}/shop/search?q=${encodeURIComponent(suggestions[0] ?? '')}`);
      await page.locator('.tile').first().click();
      await page.locator('kindred-look-alikes').getByText('Warm light week').waitFor();
    },
  );

  it('narrows a category, a search and the look-alikes by facets', async () => {
    const page = pageOf(deskPx);
    for (const path of ['/shop/categories/shoes', '/shop/search?q=trainers']) {
      await page.goto(demo.url + path);
      const all = await page.locator('.tile').count();
      const value = page.locator('[data-facets] label', { hasText: 'canvas' });
      const promised = Number(await value.locator('.number').textContent());
      await value.click();
      await page.waitForURL(/material=canvas/);
      await expect.poll(() => page.locator('.tile').count()).toBe(promised);
      expect(promised).toBeLessThan(all);
    }
    await openProduct(page, 'TR-101');
    const before = await tiles(page).count();
    await page
      .locator('kindred-look-alikes')
      .getByRole('button', { name: /^Material/ })
      .click();
    await page
      .locator('kindred-look-alikes')
      .getByLabel(/canvas/)
      .first()
      .check();
    const narrowed = await demo.search({ identifier: 'TR-101', filter: "material eq 'canvas'" });
    await expect.poll(() => readNames(page)).toEqual(expectedNames(narrowed));
    expect(await tiles(page).count()).toBeLessThan(before);
  });

  it('reads the calls of a page, and why each product is there', async () => {
    const page = pageOf(phonePx);
    await openProduct(page, 'TR-101');
    await page.getByText('API calls').click();
    const call = page.locator('[data-calls] summary', { hasText: 'GET /search/imagesearch?btr=' });
    await call.first().click();
    await page.locator('[data-calls] pre', { hasText: '"resultStatus": "resultFound"' }).first().waitFor();
    expect(await page.locator('#calls').textContent()).not.toContain(demo.access.storefront?.key);
    await page.getByText('API calls').click();
    await page.getByLabel('Show why each one is here').check();
    await expect.poll(() => page.locator('[data-reason-list] li').count()).toBe(await tiles(page).count());
    const reasons = await page.locator('[data-reason-list] li p').allTextContents();
    expect(reasons.every((reason) => /alike/.test(reason))).toBe(true);
  });

  describe('meets every kind of campaign by clicking, as the API answers it', () => {
    it('a banner', async () => {
      const page = pageOf(phonePx);
      await followTour(page, 'tourBanner');
      const { banners = [] } = await demo.search({ identifier: productAt('tourBanner') });
      const [content = ''] = banners.flatMap(({ contents }) => contents.map((each) => each.content));
      await page
        .locator('kindred-look-alikes')
        .getByText(content.replaceAll(/<[^>]+>/g, ''))
        .waitFor();
    });

    it('a pinned product in front, marked', async () => {
      const page = pageOf(phonePx);
      await followTour(page, 'tourPin');
      const answer = await demo.search({ identifier: productAt('tourPin') });
      expect(answer.promotionDetail).toMatchObject({
        highlighted: true,
        campaignName: 'Backpack of the month',
      });
      await expect.poll(() => readNames(page)).toEqual(expectedNames(answer));
      expect(await tiles(page).first().locator('[part~="promoted"]').count()).toBe(1);
    });

    it('ads, marked as such', async () => {
      const page = pageOf(phonePx);
      await followTour(page, 'tourAds');
      const answer = await demo.search({ identifier: productAt('tourAds') });
      expect(answer.ads?.adResults).toHaveLength(2);
      await expect.poll(() => readNames(page)).toEqual(expectedNames(answer));
      const marked = page.locator('kindred-look-alikes [part~="item"]', {
        has: page.locator('[part~="ad"]'),
      });
      expect(await marked.locator('[part~="name"]').allTextContents()).toEqual(
        answer.ads?.adResults.map(({ document }) => document.displayText),
      );
    });

    it('a guided choice, whose tile changes the list', async () => {
      const page = pageOf(phonePx);
      await followTour(page, 'tourQuestion');
      const identifier = productAt('tourQuestion');
      const { intentClarification } = await demo.search({ identifier });
      const list = page.locator('kindred-look-alikes');
      await list.getByText(intentClarification?.clarifyingQuestion ?? 'none').waitFor();
      const [tile] = intentClarification?.intentTiles ?? [];
      await list.getByRole('button', { name: tile?.intentTileText ?? 'none', exact: true }).click();
      const chosen = await demo.search({ identifier, tile: tile?.intentTileId ?? '' });
      await expect.poll(() => readNames(page)).toEqual(expectedNames(chosen));
    });

    it.each([
      ['boosted products in front', 'tourBoost', 'linen'],
      ['no hidden product', 'tourHide', 'ceramic'],
    ] as const)('%s', async (_case, stop, material) => {
      const page = pageOf(phonePx);
      await followTour(page, stop);
      const answer = await demo.search({ identifier: productAt(stop) });
      await expect.poll(() => readNames(page)).toEqual(expectedNames(answer));
      const materials = answer.documents.map(({ document }) => document.material);
      expect(materials[0]).toBe(material);
      if (stop === 'tourHide') expect(materials).not.toContain('glass');
      else
        expect(materials.lastIndexOf('linen')).toBe(materials.filter((each) => each === 'linen').length - 1);
    });

    it('a redirect, which says why', async () => {
      const page = pageOf(phonePx);
      await followTour(page, 'tourRedirect');
      const identifier = productAt('tourRedirect');
      const { redirect, resultStatus } = await demo.search({ identifier });
      expect(resultStatus).toBe('redirect');
      const { pathname, search } = new URL(redirect?.url ?? '');
      await page.waitForURL(`${demo.url}/shop${pathname}${search}`);
      await page.locator(`[data-instead-of="${identifier}"]`).waitFor();
      await page.getByRole('link', { name: 'See the product without the campaign' }).click();
      await page.getByText('The campaign is off').waitFor();
      await tiles(page).first().waitFor();
      expect(page.url()).toContain(identifier);
    });
  });

  it('sees other suggestions after the shop has learnt from events', async () => {
    const page = pageOf(deskPx);
    await page.goto(`${demo.url}/shop/learning`);
    const before = await demo.related('mug');
    expect(before).not.toContain('table lamp');
    await expect.poll(() => page.locator('[data-before] li').allTextContents()).toEqual(before);
    await page.getByRole('button', { name: 'Let three shoppers search, and learn' }).click();
    await page.getByText('Learnt.').waitFor();
    expect(await demo.related('mug')).toContain('table lamp');
    await expect
      .poll(() => page.locator('[data-after] li').allTextContents())
      .toEqual(await demo.related('mug'));
  });

  it('finds every page accessible and as wide as the screen, light and dark, and without errors', async () => {
    const page = pageOf(deskPx);
    const readWidth = () => page.evaluate<number>('document.documentElement.scrollWidth');
    const inShop = ['', '/categories/shoes', '/products/TR-101', '/products/CH-101', '/search?q=trainers'];
    const paths = [...inShop, '/basket', '/learning'].map((path) => `/shop${path}`);
    for (const path of ['/', ...paths, '/docs', '/docs/api', '/docs/storefront']) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(demo.url + path, { waitUntil: 'networkidle' });
      const asked = windows.get(deskPx)?.requests.filter((address) => !/\.(png|svg)$/.test(address)) ?? [];
      expect([path, asked.length <= mostRequests, asked]).toEqual([path, true, asked]);
      expect([path, await violations(page)]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([path, await colourViolations(page)]).toEqual([path, []]);
      expect([path, await readWidth()]).toEqual([path, deskPx]);
      await page.setViewportSize({ width: phonePx, height: 900 });
      expect([path, await layoutViolations(page)]).toEqual([path, []]);
      expect([path, await readWidth()]).toEqual([path, phonePx]);
      await page.setViewportSize({ width: deskPx, height: 900 });
    }
    for (const open of windows.values()) expect(open.complaints).toEqual([]);
  });

  it('finds own trackers and a publishable key in the docs after signing in, and searches them', async () => {
    const { page, close, complaints } = await openWindow(browser, demo.url, { width: phonePx });
    await page.goto(`${demo.url}/docs/storefront`);
    expect(await page.locator('[data-fill="publishableKey"]').first().textContent()).toBe('kdr_pub_…');
    await demo.signIn(page);
    await page.reload();
    await page.getByText('with your trackers and the publishable key “storefront”').waitFor();
    const texts = (fill: string) => page.locator(`[data-fill="${fill}"]`).first().textContent();
    expect(await texts('publishableKey')).toBe(demo.access.storefront?.key);
    expect(await texts('searchTracker')).toBe(demo.access.boxes.search);
    expect(await texts('keywordTracker')).toBe(demo.access.boxes.relatedKeywords);
    expect(await page.content()).not.toContain(demo.access.subscriptionKey);
    await page.getByRole('searchbox').fill('retrieve image search');
    await page.locator('[data-found-list] a[href="/docs/api#retrieve-image-search-results"]').click();
    await page.waitForURL(/\/docs\/api#retrieve-image-search-results$/);
    const form = page.locator('form[data-path="/search/imagesearch"]');
    await expect.poll(() => form.locator('[name="btr"]').inputValue()).toBe(demo.access.boxes.search);
    await form.locator('[name="identifier"]').fill('TR-101');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Status 200').waitFor();
    expect([await violations(page), complaints]).toEqual([[], []]);
    await close();
  });

  it('reads the front page in German, keeps the choice, and finds English goods in an English shop', async () => {
    const page = pageOf(phonePx);
    await page.goto(`${demo.url}/`);
    await page.getByRole('link', { name: 'DE', exact: true }).click();
    await page.getByText('Kindred läuft').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.goto(`${demo.url}/shop/products/TR-101`);
    await page.getByRole('button', { name: 'Add to basket' }).waitFor();
    await page.goto(`${demo.url}/nothing-here`);
    await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
