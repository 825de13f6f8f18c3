import type { Page } from 'playwright-core';
import type { Route } from './routes.ts';
import { createSettledWaiter } from './wait-until-settled.ts';
import type { State } from './states.ts';

export type Screenshot = Route & Partial<Pick<State, 'open'>>;

const visibleImagesLoaded = `[...document.images].every((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  return image.complete || bottom < 0 || top > innerHeight;
})`;

const limits = { picturesMs: 30_000, openMs: 30_000 } as const;

/** Asked from here: what polls inside the page is a program made of text, which the page's policy forbids. */
const waitForImages = async (page: Page): Promise<void> => {
  const until = Date.now() + limits.picturesMs;
  while (!(await page.evaluate<boolean>(visibleImagesLoaded))) {
    if (Date.now() > until) throw new Error(`Pictures of ${page.url()} did not come.`);
    await page.waitForTimeout(50);
  }
};

/** A shop with one member has nobody to remove: not every state can be opened in every shop. */
const tryToOpen = async (page: Page, { open }: Screenshot): Promise<boolean> => {
  if (open === undefined) return true;
  return open(page).then(
    () => true,
    () => false,
  );
};

/** Pictures below the fold are loaded when they come near: a tall window brings all of them near. */
const loadLazyImages = async (page: Page, waitUntilSettled: () => Promise<void>): Promise<void> => {
  const viewport = page.viewportSize();
  if (viewport === null) return;
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) });
  await waitUntilSettled();
  await page.setViewportSize(viewport);
  await page.evaluate('scrollTo(0, 0)');
};

/** Takes pictures of what lies below `base`; says whether one was taken. */
export const createScreenshotTaker = (
  page: Page,
  base: string,
): ((screenshot: Screenshot, file: string) => Promise<boolean>) => {
  page.setDefaultTimeout(limits.openMs);
  const waitForNetwork = createSettledWaiter(page);
  const waitUntilSettled = async (): Promise<void> => {
    await waitForNetwork();
    await waitForImages(page);
    await waitForNetwork();
  };
  return async (screenshot, file) => {
    await page.goto(new URL(screenshot.path, base).href, { waitUntil: 'networkidle' });
    await waitUntilSettled();
    if (!(await tryToOpen(page, screenshot))) return false;
    // A dialog lies above the window, not above the whole page.
    const hasDialog = (await page.locator('dialog[open]').count()) > 0;
    if (!hasDialog) await loadLazyImages(page, waitUntilSettled);
    await waitUntilSettled();
    await page.screenshot({ path: file, fullPage: !hasDialog });
    return true;
  };
};
