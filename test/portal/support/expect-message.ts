import type { Page } from 'playwright-core';

/**
 * Does something that is answered by a word in the corner. Good news leaves by itself after some seconds, so
 * somebody looks out for it before the deed is done: afterwards it may have come and gone.
 */
export const expectMessage = async (
  page: Page,
  text: string | RegExp,
  action: () => Promise<void>,
): Promise<void> => {
  await Promise.all([page.getByText(text, { exact: true }).first().waitFor(), action()]);
};
