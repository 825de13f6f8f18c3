/**
 * Screenshots of every page, at two widths, light and dark:
 *   node scripts/screenshots.ts FOLDER                           the gallery of components
 *   node scripts/screenshots.ts FOLDER DATA/demo.json             every page of the running demo: front page, shop, docs, portal
 *   node scripts/screenshots.ts FOLDER URL EMAIL PASSWORD SHOP    every route of a running service
 * Options: --only=NAME    routes and states whose name matches this (a regular expression)
 *          --language=de  the portal in German
 *          --widths=wide  only one of wide, phone; --themes=light  only one of light, dark
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { de } from '../portal/texts/de.ts';
import { en } from '../portal/texts/en.ts';
import { buildPortal } from './build-portal.ts';
import { browserFlags, findBrowser } from './find-browser.ts';
import { createScreenshotTaker, type Screenshot } from './portal/take-screenshot.ts';
import { listPublicRoutes, listRoutes, signedOutRoutes } from './portal/routes.ts';
import { serveFolder } from './portal/serve-folder.ts';
import { signIn } from './portal/sign-in.ts';
import { listStates } from './portal/states.ts';

const pixels = { wide: 1440, phone: 390 } as const;
const allThemes = ['light', 'dark'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en' },
    widths: { type: 'string', default: '' },
    themes: { type: 'string', default: '' },
  },
});
const language = values.language === 'de' ? 'de' : 'en';
const widths = Object.entries(pixels).filter(([name]) => name.startsWith(values.widths));
const themes = allThemes.filter((name) => name.startsWith(values.themes));

type Shots = { readonly browser: Browser; readonly folder: string; readonly base: string };

const openPage = async (browser: Browser, width: number): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: language,
  });
  const page = await context.newPage();
  page.on(
    'console',
    (message) => message.type() === 'error' && console.error(`${page.url()}: ${message.text()}`),
  );
  return page;
};

/** A page is opened once for each width; the theme follows the system, so it changes without loading again. */
const takeAll = async (
  { browser, folder, base }: Shots,
  screenshots: readonly Screenshot[],
  prepare: (page: Page) => Promise<void>,
): Promise<number> => {
  const chosen = screenshots.filter(({ name }) => new RegExp(values.only).test(name));
  let taken = 0;
  for (const [width, pixelsWide] of chosen.length > 0 ? widths : []) {
    const page = await openPage(browser, pixelsWide);
    const takeScreenshots = createScreenshotTaker(page, base);
    await prepare(page);
    for (const screenshot of chosen) {
      const files = themes.map((theme) => ({
        theme,
        file: join(folder, `${screenshot.name}-${width}-${theme}.png`),
      }));
      const isTaken = await takeScreenshots(screenshot, files).catch((error: unknown) => {
        throw new Error(`No picture of ${screenshot.name} (${width}).`, { cause: error });
      });
      if (isTaken) taken += files.length;
      else console.error(`Left out: ${screenshot.name}. This shop has nothing to open it with.`);
    }
    await page.context().close();
  }
  return taken;
};

type Access = { baseUrl: string; portal: { email: string; password: string } };

const [folder, given, ...rest] = positionals;
const [url, email = '', password = '', shop = ''] = given?.endsWith('.json')
  ? ((access: Access) => [access.baseUrl, access.portal.email, access.portal.password, 'demo'])(
      JSON.parse(readFileSync(given, 'utf8')) as Access,
    )
  : [given, ...rest];
if (!folder) {
  console.error('Usage: node scripts/screenshots.ts FOLDER [DATA/demo.json | URL EMAIL PASSWORD SHOP]');
  process.exit(2);
}

const screenshotService = async (browser: Browser, address: string): Promise<number> => {
  const base = new URL('/portal/', address).href;
  const routes = await listRoutes(new URL(address).origin, { email, password, shop });
  const states = listStates(routes, language === 'de' ? de : en, password);
  const shots = { browser, folder, base };
  const before = await takeAll(
    shots,
    [...listPublicRoutes(language), ...signedOutRoutes],
    async () => undefined,
  );
  const after = await takeAll(shots, [...routes, ...states], (page) =>
    signIn(page, base, { email, password }),
  );
  return before + after;
};

const screenshotGallery = async (browser: Browser): Promise<number> => {
  await buildPortal({ mode: 'gallery' });
  const server = await serveFolder(join(import.meta.dirname, '..', 'dist', 'gallery'), 'gallery.html');
  const page = { name: 'gallery', path: '' };
  const count = await takeAll({ browser, folder, base: server.url }, [page], async () => undefined);
  await server.close();
  return count;
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  console.log(
    `${url ? await screenshotService(browser, url) : await screenshotGallery(browser)} screenshots in ${folder}`,
  );
} finally {
  await browser.close();
}
