// How fast is a page of the portal for somebody who is signed in, on a slow phone, and how many requests does it take?
//   node bench/portal-page.ts [--runs 5] [--page demo] [--demo data/demo.json]
// Without --demo it starts a service with the demo in a temporary folder. Prints the median and the worst of all runs.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../scripts/find-browser.ts';
import { signIn } from '../scripts/portal/sign-in.ts';
import { type Figures, slowPhone, startDemo, summarise, visitSlowly } from './support/slow-page.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string', default: 'demo' },
    demo: { type: 'string' },
  },
});

type Access = { readonly baseUrl: string; readonly portal: { email: string; password: string } };

const service =
  options.demo === undefined ? await startDemo() : { access: options.demo, stop: async () => undefined };
const { baseUrl, portal } = JSON.parse(await readFile(service.access, 'utf8')) as Access;
const base = new URL('/portal/', baseUrl).href;
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  const before = await browser.newContext();
  await signIn(await before.newPage(), base, portal);
  const storageState = await before.storageState();
  await before.close();
  const visit = () =>
    visitSlowly(browser, {
      address: new URL(options.page, base).href,
      context: { storageState },
      ready: (page) => page.locator('main h1').waitFor({ timeout: 60_000 }),
    });
  // The first visit fills the caches of the service: it is not counted.
  await visit();
  const all: Figures[] = [];
  for (let run = 0; run < Number(options.runs); run++) all.push(await visit());
  console.log(`/portal/${options.page}, ${all.length} runs, ${slowPhone}:
requests                 ${summarise(all, 'requests', 0)}, promised at most 20
first contentful paint   ${summarise(all, 'firstPaintMs', 0)} ms
largest contentful paint ${summarise(all, 'largestPaintMs', 0)} ms, promised under 2500
longest task             ${summarise(all, 'longestTaskMs', 0)} ms
layout shift             ${summarise(all, 'layoutShift', 3)}
transferred              ${summarise(all, 'kilobytes', 0)} kB`);
} finally {
  await browser.close();
  await service.stop();
}
