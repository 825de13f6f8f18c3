import type { Locator, Page } from 'playwright-core';
import type { SearchAnswer } from './open-demo.ts';

/** Tiles that the element asks for on a product page of the demo shop. */
const limit = 12;

/** The tiles of the look-alikes that a shopper sees. */
export const tiles = (page: Page): Locator => page.locator('kindred-look-alikes [part~="item"]');

export const readNames = async (page: Page): Promise<string[]> =>
  (await page.locator('kindred-look-alikes [part~="name"]').allTextContents()).map((name) => name.trim());

/** The names that belong to an answer, in the order of the page: ads first. */
export const expectedNames = ({ ads, documents }: SearchAnswer): string[] =>
  [...(ads?.adResults ?? []), ...documents].slice(0, limit).map(({ document }) => document.displayText);

export const openProductPage = async (page: Page, url: string, identifier: string): Promise<void> => {
  await page.goto(`${url}/shop/products/${identifier}`);
  await page.locator('kindred-look-alikes[state="ready"]').waitFor();
};

/** Opens a product at which a campaign can be seen, by its link on the first page of the shop. */
export const followCampaignLink = async (page: Page, url: string, stop: string): Promise<void> => {
  await page.goto(`${url}/shop`);
  await page.locator(`[data-tour="${stop}"]`).click();
};
