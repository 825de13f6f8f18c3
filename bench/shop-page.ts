// How fast is the product page of the demo shop on a slow phone? Chromium with a 4 times slower processor and a 4G line:
//   node bench/shop-page.ts [--runs 5] [--url http://127.0.0.1:8080] [--page /shop/products/TR-101]
// Without --url it starts a service with the demo in a temporary folder. Prints the median and the worst of all runs.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/find-browser.ts';
import { type Figures, slowPhone, startDemo, summarise, visitSlowly } from './support/slow-page.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    url: { type: 'string' },
    page: { type: 'string', default: '/shop/products/TR-101' },
  },
});

const service = options.url === undefined ? await startDemo() : { url: options.url, stop: async () => {} };
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  const visit = () =>
    visitSlowly(browser, {
      address: `${service.url}${options.page}`,
      ready: (page) => page.locator('kindred-look-alikes[state="ready"]').waitFor({ timeout: 60_000 }),
    });
  // The first visit fills the caches of the service: it is not counted.
  await visit();
  const all: Figures[] = [];
  for (let run = 0; run < Number(options.runs); run++) all.push(await visit());
  console.log(`${options.page}, ${all.length} runs, ${slowPhone}:
first contentful paint   ${summarise(all, 'firstPaintMs', 0)} ms, promised under 1500
largest contentful paint ${summarise(all, 'largestPaintMs', 0)} ms, promised under 2500
longest task             ${summarise(all, 'longestTaskMs', 0)} ms, promised none over 200 (0: none over 50)
layout shift             ${summarise(all, 'layoutShift', 3)}
transferred              ${summarise(all, 'kilobytes', 0)} kB`);
} finally {
  await browser.close();
  await service.stop();
}
