import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../../../scripts/find-browser.ts';
import { createSettledWaiter } from '../../../scripts/portal/wait-until-settled.ts';
import { signIn } from '../../../scripts/portal/sign-in.ts';
import { limits } from '../../limits.ts';
import type { Person } from './open-shop.ts';

export type Window = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of: the policy, scripts that failed, answers above 499. */
  readonly complaints: readonly string[];
  /** Hosts that were asked for anything. */
  readonly hosts: ReadonlySet<string>;
  /** Addresses that were asked for since the page was opened, itself included. */
  readonly requests: readonly string[];
  /** Waits until the page is shown whole. */
  readonly goto: (path: string) => Promise<void>;
  /** Goes to another page as a link within the portal does: nothing is loaded anew. */
  readonly follow: (path: string) => Promise<void>;
  /** Waits until whatever was asked for by the last click is there and shown. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type WindowOptions = {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly locale?: 'en' | 'de';
};

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: browserFlags, timeout: limits.test });

/** The browser writes a line for each answer from 400 on; a refusal is an answer, and tested as such. */
const isRefusal = (text: string): boolean => /status of 4\d\d/.test(text);

export const openWindow = async (
  browser: Browser,
  url: string,
  look: WindowOptions = {},
): Promise<Window> => {
  const { colorScheme = 'light', width = 1280, locale = 'en' } = look;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    locale,
  });
  context.setDefaultTimeout(limits.wait);
  const page = await context.newPage();
  const settled = createSettledWaiter(page);
  const complaints: string[] = [];
  const hosts = new Set<string>();
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.length = 0;
    if (!request.url().startsWith('http')) return;
    requests.push(request.url());
    hosts.add(new URL(request.url()).host);
  });
  return {
    page,
    context,
    complaints,
    hosts,
    requests,
    goto: async (path) => {
      await page.goto(`${url}/portal/${path}`);
      await settled();
    },
    follow: async (path) => {
      await page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(`/portal/${path}`)});
         dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
      );
      await settled();
    },
    settled,
    close: () => context.close(),
  };
};

export const openSignedIn = async (
  browser: Browser,
  url: string,
  person: Person,
  look: WindowOptions = {},
): Promise<Window> => {
  const opened = await openWindow(browser, url, look);
  await signIn(opened.page, `${url}/portal/`, person);
  return opened;
};
