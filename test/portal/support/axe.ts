import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What fades in, or changes from light to dark, has its colours only at the end: two frames start it, then it runs. What follows scrolling never ends. */
const settled = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => Promise.all(document.getAnimations()
    .filter(({ effect, timeline }) => timeline === document.timeline && effect.getTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined))))`;

type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };

/** Rules whose result depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it stands, in one line each. `within`: a selector; only what is inside is looked at. */
export const violations = (page: Page, within?: string): Promise<string[]> =>
  runAxe(page, { type: 'tag', values: tags }, { within });

/** For a page that passed in another colour scheme: only what colours can change. */
export const colourViolations = (page: Page, within?: string): Promise<string[]> =>
  runAxe(page, { type: 'rule', values: colourRules }, { within });

/** For a page that passed at another width: everything but colours, which take axe longest and do not depend on it. */
export const layoutViolations = (page: Page, within?: string): Promise<string[]> =>
  runAxe(page, { type: 'tag', values: tags }, { within, without: colourRules });

type RunOnly = { readonly type: 'tag' | 'rule'; readonly values: readonly string[] };

type Scope = { readonly within: string | undefined; readonly without?: readonly string[] };

const runAxe = async (page: Page, runOnly: RunOnly, { within, without = [] }: Scope): Promise<string[]> => {
  await page.evaluate(settled);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options = { runOnly, rules, resultTypes: ['violations'] };
  const found = await page.evaluate<Violation[]>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)})
      .then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
};
