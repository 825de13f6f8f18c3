import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Window } from './open-browser.ts';

/** More than any page has places to stop at. */
const maxPresses = 150;

const isFocused = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === document.activeElement);

/** What a person without a mouse does. A page takes focus when it is new: nothing is pressed before it is shown. */
export const createKeyboard = ({ page, settled }: Window) => {
  const tabTo = async (wanted: Locator): Promise<void> => {
    await wanted.waitFor();
    await settled();
    for (let presses = 0; presses < maxPresses; presses += 1) {
      if (await isFocused(wanted)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(wanted)}.`);
  };
  return {
    tabTo,
    tabAndType: async (wanted: Locator, text: string): Promise<void> => {
      await tabTo(wanted);
      await page.keyboard.type(text);
    },
    /** Where focus goes by itself. */
    type: async (wanted: Locator, text: string): Promise<void> => {
      await wanted.waitFor();
      await expect.poll(() => isFocused(wanted)).toBe(true);
      await page.keyboard.type(text);
    },
  };
};
