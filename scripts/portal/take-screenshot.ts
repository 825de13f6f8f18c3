import type { Page } from 'playwright-core';
import type { Route } from './routes.ts';
import { createSettledWaiter } from './wait-until-settled.ts';
import type { State } from './states.ts';

export type Screenshot = Route & Partial<Pick<State, 'open'>>;

const visibleImagesLoaded = `[...document.images].every((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  return image.complete || bottom < 0 || top > innerHeight || !image.checkVisibility();
})`;

const limits = { picturesMs: 90_000, openMs: 90_000 } as const;

/** Polls from outside: `page.waitForFunction` needs `eval`, which the page's content security policy forbids. */
const waitForImages = async (page: Page): Promise<void> => {
  const until = Date.now() + limits.picturesMs;
  while (!(await page.evaluate<boolean>(visibleImagesLoaded))) {
    if (Date.now() > until) throw new Error(`Pictures of ${page.url()} did not load.`);
    await page.waitForTimeout(50);
  }
};

/** Not every state can be opened in every shop: a shop with one member has nobody to remove. */
const tryToOpen = async (page: Page, { open }: Screenshot): Promise<boolean> => {
  if (open === undefined) return true;
  return open(page).then(
    () => true,
    () => false,
  );
};

/** Lazy images load when they come near the viewport, so the window is made as tall as the page for a moment. */
const loadLazyImages = async (page: Page, waitUntilSettled: () => Promise<void>): Promise<void> => {
  const viewport = page.viewportSize();
  if (viewport === null) return;
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) });
  await waitUntilSettled();
  await page.setViewportSize(viewport);
  await page.evaluate('scrollTo(0, 0)');
};

type ThemeFile = { readonly theme: 'light' | 'dark'; readonly file: string };

/** Takes screenshots of pages below `base`, one for each theme; the result says whether they were taken. */
export const createScreenshotTaker = (
  page: Page,
  base: string,
): ((screenshot: Screenshot, files: readonly ThemeFile[]) => Promise<boolean>) => {
  page.setDefaultTimeout(limits.openMs);
  const waitForNetwork = createSettledWaiter(page);
  const waitUntilSettled = async (): Promise<void> => {
    await waitForNetwork();
    await waitForImages(page);
    await waitForNetwork();
  };
  let isOpen = false;
  /** The second page and later ones are opened as a link inside the portal opens them: nothing is loaded again. */
  const follow = (address: URL): Promise<unknown> =>
    page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(address.pathname + address.search)});
       dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
    );
  return async (screenshot, files) => {
    const address = new URL(screenshot.path, base);
    // A dialog or a draft of the page before must be gone: such a page is loaded.
    if (isOpen && screenshot.open === undefined) await follow(address);
    else await page.goto(address.href, { waitUntil: 'networkidle' });
    isOpen = screenshot.open === undefined && !screenshot.isSignedOut;
    await waitUntilSettled();
    if (!(await tryToOpen(page, screenshot))) return false;
    // A dialog covers the window, not the whole page.
    const hasDialog = (await page.locator('dialog[open]').count()) > 0;
    if (!hasDialog) await loadLazyImages(page, waitUntilSettled);
    for (const { theme, file } of files) {
      await page.emulateMedia({ colorScheme: theme });
      await waitUntilSettled();
      await page.screenshot({ path: file, fullPage: !hasDialog });
    }
    return true;
  };
};
