// A page on a slow phone: Chromium with a 4 times slower processor and a 4G line, and the demo to open it on.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openDemoShop } from '../../demo/demo-shop.ts';
import { buildPortal } from '../../scripts/build-portal.ts';
import { readConfig } from '../../src/config.ts';
import { serve } from '../../src/service/start/serve.ts';

const slowDown = 4;
/** The throughput and latency that Lighthouse uses for a phone on 4G. */
const line = { kilobitsPerSecond: 1638, latencyMs: 150 } as const;

export const slowPhone = `processor ${slowDown} times slower,
${line.kilobitsPerSecond} kbit/s, ${line.latencyMs} ms latency, empty cache`;

export type Figures = {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly longestTaskMs: number;
  readonly layoutShift: number;
  readonly kilobytes: number;
  readonly requests: number;
};

/** Runs before the page: observers with `buffered` miss long tasks that ended before they were made. */
const observe = `
  globalThis.seen = { largest: 0, longest: 0, shift: 0 };
  const watch = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see))
    .observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => { seen.largest = Math.max(seen.largest, entry.startTime); });
  watch('longtask', (entry) => { seen.longest = Math.max(seen.longest, entry.duration); });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });`;

const read = `({
  firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  largestPaintMs: seen.largest,
  longestTaskMs: seen.longest,
  layoutShift: seen.shift,
  kilobytes: performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000,
})`;

type Visit = {
  readonly address: string;
  readonly context?: BrowserContextOptions;
  /** Waits until the page is complete. */
  readonly ready: (page: Page) => Promise<void>;
};

/** One visit with an empty cache, as a phone of 390 px. */
export const visitSlowly = async (
  browser: Browser,
  { address, context: options = {}, ready }: Visit,
): Promise<Figures> => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, ...options });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bytesPerSecond = (line.kilobitsPerSecond * 1000) / 8;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.addInitScript(observe);
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 });
    await ready(page);
    return { ...(await page.evaluate<Omit<Figures, 'requests'>>(read)), requests };
  } finally {
    await context.close();
  }
};

/** A service with the demo in a temporary folder. */
export const startDemo = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-slow-page-'));
  await buildPortal();
  await buildPortal({ mode: 'storefront' });
  const config = readConfig({
    KINDRED_DATA: folder,
    KINDRED_PORT: '0',
    KINDRED_LOG: 'silent',
    KINDRED_THREADS: '1',
  });
  const service = await serve(config, {
    print: () => undefined,
    progress: () => undefined,
    demo: openDemoShop(),
  });
  const stop = async (): Promise<void> => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: service.url, access: join(folder, 'demo.json'), stop };
};

export const summarise = (all: readonly Figures[], name: keyof Figures, digits: number): string => {
  const sorted = all.map((figures) => figures[name]).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(digits)} (worst ${(sorted.at(-1) ?? 0).toFixed(digits)})`;
};
