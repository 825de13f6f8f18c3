import type { Page, Request } from 'playwright-core';

const settleDefaults = { timeoutMs: 60_000, pollMs: 50 } as const;

/** Outlines of what is on its way, and buttons that wait; the gallery shows both to be looked at. */
const busySelector = ':is([role=status] .shimmer, [aria-busy=true]):not([data-exhibit] *)';

/** Its title or its complaint is there, nothing stands for what is on its way, and what is there was painted. */
const isRendered = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(
  () => document.querySelector('h1, [role=alert]') !== null && document.querySelector('${busySelector}') === null)`;

/** Progress is told for as long as an import takes. */
const countsAsPending = (request: Request): boolean => request.resourceType() !== 'eventsource';

/**
 * Watches a page from now on, and waits until nothing of it is on its way. The browser's own `networkidle` is
 * reached once after each load and stays reached: it says nothing about what is asked for by a click.
 */
export const createSettledWaiter = (page: Page): (() => Promise<void>) => {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    // What the page before asked for is wanted by nobody, and its end is not always told.
    if (request.isNavigationRequest()) pending.clear();
    if (countsAsPending(request)) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const isSettled = async (): Promise<boolean> =>
    pending.size === 0 && (await page.evaluate<boolean>(isRendered)) && pending.size === 0;
  return async () => {
    const deadline = Date.now() + settleDefaults.timeoutMs;
    // Twice: what has just arrived may ask for more when it is shown.
    for (let times = 0; times < 2; times = (await isSettled()) ? times + 1 : 0) {
      if (Date.now() > deadline) throw new Error(`${page.url()} waits: ${listUrls(pending)}`);
      await page.waitForTimeout(settleDefaults.pollMs);
    }
  };
};

const listUrls = (requests: ReadonlySet<Request>): string =>
  [...requests].map((request) => request.url()).join(', ') || 'an outline is shown, or no title';
