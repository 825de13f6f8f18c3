import type { Page } from 'playwright-core';

/** Signs in through the form. */
export const signIn = async (
  page: Page,
  base: string,
  operator: { email: string; password: string },
): Promise<void> => {
  await page.goto(new URL('sign-in', base).href);
  await page.locator('input[type=email]').fill(operator.email);
  await page.locator('input[type=password]').fill(operator.password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL((address) => !address.pathname.endsWith('/sign-in'));
};
