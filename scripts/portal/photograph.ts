import type { Page } from 'playwright-core';
import type { Route } from './routes.ts';
import { settling } from './settled.ts';
import type { State } from './states.ts';

export type Shot = Route & Partial<Pick<State, 'open'>>;

const picturesAreThere = `[...document.images].every((image) => {
  const { top, bottom } = image.getBoundingClientRect();
  return image.complete || bottom < 0 || top > innerHeight;
})`;

const limits = { picturesMs: 30_000, openMs: 30_000 } as const;

/** Asked from here: what polls inside the page is a program made of text, which the page's policy forbids. */
const picturesShown = async (page: Page): Promise<void> => {
  const until = Date.now() + limits.picturesMs;
  while (!(await page.evaluate<boolean>(picturesAreThere))) {
    if (Date.now() > until) throw new Error(`Pictures of ${page.url()} did not come.`);
    await page.waitForTimeout(50);
  }
};

/** A shop with one member has nobody to remove: not every state can be opened in every shop. */
const isOpened = async (page: Page, { open }: Shot): Promise<boolean> => {
  if (open === undefined) return true;
  return open(page).then(
    () => true,
    () => false,
  );
};

/** Pictures below the fold are loaded when they come near: a tall window brings all of them near. */
const bringNear = async (page: Page, settled: () => Promise<void>): Promise<void> => {
  const viewport = page.viewportSize();
  if (viewport === null) return;
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) });
  await settled();
  await page.setViewportSize(viewport);
  await page.evaluate('scrollTo(0, 0)');
};

/** Takes pictures of what lies below `base`; says whether one was taken. */
export const cameraOn = (page: Page, base: string): ((shot: Shot, file: string) => Promise<boolean>) => {
  page.setDefaultTimeout(limits.openMs);
  const quiet = settling(page);
  const settled = async (): Promise<void> => {
    await quiet();
    await picturesShown(page);
    await quiet();
  };
  return async (shot, file) => {
    await page.goto(new URL(shot.path, base).href, { waitUntil: 'networkidle' });
    await settled();
    if (!(await isOpened(page, shot))) return false;
    // A dialog lies above the window, not above the whole page.
    const hasDialog = (await page.locator('dialog[open]').count()) > 0;
    if (!hasDialog) await bringNear(page, settled);
    await settled();
    await page.screenshot({ path: file, fullPage: !hasDialog });
    return true;
  };
};
