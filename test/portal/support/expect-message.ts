import type { Page } from 'playwright-core';

/**
 * Runs an action and expects its toast. Success toasts disappear after some seconds, so waiting starts before the
 * action runs.
 */
export const expectMessage = async (
  page: Page,
  text: string | RegExp,
  action: () => Promise<void>,
): Promise<void> => {
  await Promise.all([page.getByText(text, { exact: true }).first().waitFor(), action()]);
};
