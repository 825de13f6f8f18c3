/**
 * Pictures of every page, at two widths, light and dark:
 *   node scripts/screenshots.ts FOLDER                           the gallery of components
 *   node scripts/screenshots.ts FOLDER DATA/demo.json             every route of the running demo shop
 *   node scripts/screenshots.ts FOLDER URL EMAIL PASSWORD SHOP    every route of a running service
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildPortal } from './build-portal.ts';
import { browserFlags, findBrowser } from './find-browser.ts';
import { signIn } from './portal/sign-in.ts';
import { routesOf } from './portal/routes.ts';
import { serveFolder } from './portal/serve-folder.ts';

const widths = { wide: 1440, phone: 390 } as const;
const themes = ['light', 'dark'] as const;

type Shot = { readonly name: string; readonly path: string };

/** A preview shows nothing until it is asked: the first product, or a word. */
const ask = async (page: Page, { name }: Shot): Promise<void> => {
  if (/^(lab|box-search-preview)$/.test(name)) {
    await page.locator('main button:has-text("Choose a product")').first().click();
    await page.locator('dialog li button').first().click();
  } else if (/^box-related.*-preview$/.test(name)) {
    await page.locator('main input[type=search]').fill('trainers');
  } else return;
  await page.waitForLoadState('networkidle');
};

const photograph = async (page: Page, base: string, shot: Shot, file: string): Promise<void> => {
  await page.goto(new URL(shot.path, base).href, { waitUntil: 'networkidle' });
  await ask(page, shot);
  // Pictures below the fold are loaded when they come near: a tall window brings all of them near.
  const viewport = page.viewportSize() ?? { width: widths.wide, height: 900 };
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) });
  await page.waitForLoadState('networkidle');
  await page.setViewportSize(viewport);
  await page.screenshot({ path: file, fullPage: true });
};

const everyView = async (
  browser: Browser,
  folder: string,
  base: string,
  shots: readonly Shot[],
  prepare: (page: Page) => Promise<void>,
): Promise<number> => {
  let count = 0;
  for (const [width, pixels] of Object.entries(widths)) {
    for (const theme of themes) {
      const context = await browser.newContext({
        viewport: { width: pixels, height: 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'en',
      });
      const page = await context.newPage();
      page.on(
        'console',
        (message) => message.type() === 'error' && console.error(`${page.url()}: ${message.text()}`),
      );
      await prepare(page);
      for (const shot of shots) {
        await photograph(page, base, shot, join(folder, `${shot.name}-${width}-${theme}.png`));
        count += 1;
      }
      await context.close();
    }
  }
  return count;
};

type Access = { baseUrl: string; portal: { email: string; password: string } };

const [folder, given, ...rest] = process.argv.slice(2);
const [url, email = '', password = '', shop = ''] = given?.endsWith('.json')
  ? ((access: Access) => [access.baseUrl, access.portal.email, access.portal.password, 'demo'])(
      JSON.parse(readFileSync(given, 'utf8')) as Access,
    )
  : [given, ...rest];
if (!folder) {
  console.error('Usage: node scripts/screenshots.ts FOLDER [DATA/demo.json | URL EMAIL PASSWORD SHOP]');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  if (url) {
    const base = new URL('/portal/', url).href;
    const routes = await routesOf(new URL(url).origin, { email, password, shop });
    const before = [{ name: 'sign-in', path: 'sign-in' }];
    const count = await everyView(browser, folder, base, before, async () => undefined);
    const after = await everyView(browser, folder, base, routes, (page) =>
      signIn(page, base, { email, password }),
    );
    console.log(`${count + after} pictures in ${folder}`);
  } else {
    await buildPortal({ mode: 'gallery' });
    const served = await serveFolder(join(import.meta.dirname, '..', 'dist', 'gallery'), 'gallery.html');
    const count = await everyView(
      browser,
      folder,
      served.url,
      [{ name: 'gallery', path: '' }],
      async () => undefined,
    );
    console.log(`${count} pictures in ${folder}`);
    await served.close();
  }
} finally {
  await browser.close();
}
