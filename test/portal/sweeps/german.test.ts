import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { de } from '../../../portal/texts/de.ts';
import { en } from '../../../portal/texts/en.ts';
import { listRoutes } from '../../../scripts/portal/routes.ts';
import { limits } from '../../limits.ts';
import { addShopContent } from '../support/shop-content.ts';
import { openSignedIn } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop } from '../support/test-context.ts';

const phonePx = 390;

/**
 * Of a page that is loaded. Left out is what grows with the shop: pictures, which load when they come into sight, what each
 * box of a list answers, each product of a campaign; and font files, which depend on the letters.
 */
const mostRequests = 20;
const isContent = /\/picture(\?|$)|\/pictures\/|\/products\/|\/preview$|\.woff2$/;

/** Of what is above and below it, when something arrives on a page that nobody has touched yet. */
const mostShift = 0.01;
const watchShift = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Whole texts that only English has; a word that stands alone may be a name in the shop's own data. */
const german = new Set<string>(Object.values(de));
const english = new Set<string>(
  Object.values(en).filter((text) => /\w \w/.test(text) && !text.includes('{') && !german.has(text)),
);

/** What is cut off: a control whose words are wider than itself. */
const cutOff = `[...document.querySelectorAll('main button, main a, main label, main th, main h1, main h2')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .filter((each) => getComputedStyle(each).textOverflow !== 'ellipsis' && !each.querySelector('.truncate'))
  .filter((each) => getComputedStyle(each).display !== 'inline' && !each.classList.contains('sr-only'))
  .map((each) => each.textContent)`;

describe('the portal in German', { timeout: limits.sweep }, () => {
  let browser: Browser;
  let shop: Shop;

  withShop(async ({ admin, ...stage }) => {
    ({ browser, shop } = stage);
    await addShopContent(admin, shop);
  });

  it('has no English text and no cut-off control on any route, on a desktop and on a phone, and few requests, and moves nothing', async () => {
    const routes = await listRoutes(shop.url, { ...shop.people.owner, shop: shop.name });
    const open = await openSignedIn(browser, shop.url, shop.people.owner, { locale: 'de' });
    await open.page.addInitScript(watchShift);
    const found: string[] = [];
    const texts = new Set<string>();
    for (const { name, path } of routes) {
      await open.goto(path);
      const asked = open.requests.filter((address) => !isContent.test(address));
      if (asked.length > mostRequests) found.push(`${name} asks ${asked.length} times: ${asked.join(' ')}`);
      const shift = await open.page.evaluate<number>('window.shift');
      if (shift > mostShift) found.push(`${name} shifts by ${shift}`);
      const text = await open.page.locator('body').innerText();
      texts.add(text);
      const lines = text.split('\n').map((line) => line.trim());
      found.push(...lines.filter((line) => english.has(line)).map((line) => `${name}: ${line}`));
      for (const width of [1280, phonePx]) {
        await open.page.setViewportSize({ width, height: 900 });
        await open.settled();
        const cut = await open.page.evaluate<string[]>(cutOff);
        found.push(...cut.map((text) => `${name} at ${width} px cuts off: ${text}`));
        const across = await open.page.evaluate<number>('document.documentElement.scrollWidth');
        if (across > width) found.push(`${name} is ${across} px wide at ${width}`);
      }
      await open.page.setViewportSize({ width: 1280, height: 900 });
    }
    expect(english.size).toBeGreaterThan(200);
    expect(texts.size).toBe(routes.length);
    expect(await open.page.locator('html').getAttribute('lang')).toBe('de');
    expect(found).toEqual([]);
    await open.close();
  });
});
