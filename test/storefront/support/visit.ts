import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export type Visit = {
  readonly page: Page;
  /** Lines of the console, with their kind, and errors of scripts. */
  readonly console: readonly string[];
  /** Sum of all layout shifts that the shopper did not cause. */
  readonly layoutShift: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Runs before the page's own scripts: what shifts, and where. */
const watchShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, nodes: sources.map(({ node }) => node?.nodeName) });
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Shifts are reported after the frame in which they happen. */
const afterTwoFrames = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`;

/** The browser itself writes a line for a call that failed; no page can keep it from doing so. */
const isOfBrowser = (text: string): boolean => text.startsWith('Failed to load resource');

export const visitPage = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    locale: 'en',
    ...options,
  });
  const page = await context.newPage();
  const lines: string[] = [];
  page.on('pageerror', (error) => lines.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (!isOfBrowser(message.text())) lines.push(`${message.type()}: ${message.text()}`);
  });
  await page.addInitScript(watchShifts);
  await page.goto(url);
  return {
    page,
    console: lines,
    layoutShift: async () => {
      await page.evaluate(afterTwoFrames);
      const shifts = await page.evaluate<{ value: number }[]>('window.shifts');
      return shifts.reduce((sum, { value }) => sum + value, 0);
    },
    close: () => context.close(),
  };
};
