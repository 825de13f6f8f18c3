// How fast is the product page of the demo shop on a slow phone? Chromium with a 4 times slower processor and a 4G line:
//   node bench/shop-page.ts [--runs 5] [--url http://127.0.0.1:8080] [--page /shop/products/TR-101]
// Without --url it starts a service with the demo in a temporary folder. Prints the median and the worst of all runs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { openDemoShop } from '../demo/demo-shop.ts';
import { buildPortal } from '../scripts/build-portal.ts';
import { browserFlags, findBrowser } from '../scripts/find-browser.ts';
import { readConfig } from '../src/config.ts';
import { serve } from '../src/service/serve.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    url: { type: 'string' },
    page: { type: 'string', default: '/shop/products/TR-101' },
  },
});

const slowDown = 4;
/** The throughput and latency that Lighthouse uses for a phone on 4G. */
const line = { kilobitsPerSecond: 1638, latencyMs: 150 } as const;

type Figures = {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly longestTaskMs: number;
  readonly layoutShift: number;
  readonly kilobytes: number;
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

/** One visit with an empty cache, as a phone of 390 px. */
const visit = async (browser: Browser, address: string): Promise<Figures> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
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
    await page.goto(address, { waitUntil: 'networkidle', timeout: 120_000 });
    await page.locator('kindred-look-alikes[state="ready"]').waitFor({ timeout: 60_000 });
    return await page.evaluate<Figures>(read);
  } finally {
    await context.close();
  }
};

const startDemo = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-shop-page-'));
  await buildPortal({ mode: 'storefront' });
  const config = readConfig({ KINDRED_DATA: folder, KINDRED_PORT: '0', KINDRED_LOG: 'silent' });
  const service = await serve(config, {
    print: () => undefined,
    progress: () => undefined,
    demo: openDemoShop(),
  });
  const stop = async (): Promise<void> => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: service.url, stop };
};

const summarise = (all: readonly Figures[], name: keyof Figures, digits: number): string => {
  const sorted = all.map((figures) => figures[name]).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(digits)} (worst ${(sorted.at(-1) ?? 0).toFixed(digits)})`;
};

const service = options.url === undefined ? await startDemo() : { url: options.url, stop: async () => {} };
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  const address = `${service.url}${options.page}`;
  // The first visit fills the caches of the service: it is not counted.
  await visit(browser, address);
  const all: Figures[] = [];
  for (let run = 0; run < Number(options.runs); run++) all.push(await visit(browser, address));
  console.log(`${options.page}, ${all.length} runs, processor ${slowDown} times slower,
${line.kilobitsPerSecond} kbit/s, ${line.latencyMs} ms latency, empty cache:
first contentful paint   ${summarise(all, 'firstPaintMs', 0)} ms, promised under 1500
largest contentful paint ${summarise(all, 'largestPaintMs', 0)} ms, promised under 2500
longest task             ${summarise(all, 'longestTaskMs', 0)} ms, promised none over 200 (0: none over 50)
layout shift             ${summarise(all, 'layoutShift', 3)}
transferred              ${summarise(all, 'kilobytes', 0)} kB`);
} finally {
  await browser.close();
  await service.stop();
}
