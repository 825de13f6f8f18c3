/**
 * Pictures of every page, at two widths, light and dark:
 *   node scripts/screenshots.ts FOLDER                           the gallery of components
 *   node scripts/screenshots.ts FOLDER URL EMAIL PASSWORD SHOP    every route of a running service
 */
import { mkdirSync } from 'node:fs';
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

const photograph = async (page: Page, base: string, shot: Shot, file: string): Promise<void> => {
  await page.goto(new URL(shot.path, base).href, { waitUntil: 'networkidle' });
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

const [folder, url, email = '', password = '', shop = ''] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node scripts/screenshots.ts FOLDER [URL EMAIL PASSWORD SHOP]');
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
