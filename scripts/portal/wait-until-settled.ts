import type { Page, Request } from 'playwright-core';

/** Three minutes of looks end a hang. Looks are counted, not time: a machine that stood still did not look. */
const settleDefaults = { looks: 3600, pollMs: 50 } as const;

/** Loading placeholders and busy buttons, except those that the gallery exhibits. */
const busySelector = ':is([role=status] .shimmer, [aria-busy=true]):not([data-exhibit] *)';

/** The title or an error is there, no placeholder is left, and two frames were painted. */
const isRendered = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(
  () => document.querySelector('h1, [role=alert]') !== null && document.querySelector('${busySelector}') === null)`;

/** The event stream with an import's progress stays open and is ignored. */
const countsAsPending = (request: Request): boolean => request.resourceType() !== 'eventsource';

/**
 * Watches the requests of a page, and returns a function that waits until none is pending. Playwright's
 * `networkidle` is reached once per load and does not cover requests after a click.
 */
export const createSettledWaiter = (page: Page): (() => Promise<void>) => {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    // Requests of the previous page do not matter, and their end is not always reported.
    if (request.isNavigationRequest()) pending.clear();
    if (countsAsPending(request)) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const isSettled = async (): Promise<boolean> =>
    pending.size === 0 && (await page.evaluate<boolean>(isRendered)) && pending.size === 0;
  return async () => {
    // Twice: rendering the data may start new requests.
    for (let times = 0, looks = 0; times < 2; times = (await isSettled()) ? times + 1 : 0) {
      looks += 1;
      if (looks > settleDefaults.looks) throw new Error(`${page.url()} waits: ${listUrls(pending)}`);
      await page.waitForTimeout(settleDefaults.pollMs);
    }
  };
};

const listUrls = (requests: ReadonlySet<Request>): string =>
  [...requests].map((request) => request.url()).join(', ') || 'a placeholder is shown, or there is no title';
