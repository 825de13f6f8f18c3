import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { violations } from '../portal/support/axe.ts';
import { openGateway } from './support/gateway.ts';
import { type Stage, withStage } from './support/open-stage.ts';
import { createTags } from './support/tags.ts';
import { type Visit, visitPage } from './support/visit.ts';

/*
 * The elements on a bare page of another origin, under a strict policy with trusted types, in good and in bad times:
 * nothing moves, nothing is written to the console, and a shopper never reads an error.
 */
let stage: Stage;
let tags: ReturnType<typeof createTags>;
const visits: Visit[] = [];

withStage((opened) => {
  stage = opened;
  tags = createTags(stage);
});

afterEach(async () => {
  stage.gateway.release();
  for (const visit of visits.splice(0)) await visit.close();
});

const visit = async (path: string, body: string, options: BrowserContextOptions = {}, host?: string) => {
  stage.site.setPage(path, { body });
  return openPage(path, options, host);
};

const openPage = async (path: string, options: BrowserContextOptions, host = stage.site.url) => {
  const opened = await visitPage(stage.browser, `${host}${path}`, options);
  visits.push(opened);
  return opened;
};

const all = (page: Page) => page.locator('kindred-look-alikes, kindred-related-keywords');

const waitFor = async (page: Page, state: string): Promise<void> => {
  for (const element of await all(page).all())
    await expect.poll(() => element.getAttribute('state')).toBe(state);
};

/** Tests print what they measured, for the guide. */
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Nothing moved, nothing was complained of. */
const expectCalm = async (name: string, { layoutShift, console }: Visit): Promise<void> => {
  const shift = await layoutShift();
  print(`layout shift, ${name}: ${shift}`);
  expect(shift).toBe(0);
  expect(console).toEqual([]);
};

/** What a shopper reads in the elements. */
const texts = (page: Page): Promise<string> =>
  all(page).evaluateAll((elements) =>
    elements.map(({ shadowRoot }) => shadowRoot?.querySelector('section')?.innerText.trim() ?? '').join(),
  );

const sizes = { desktop: { width: 1440, height: 1000 }, phone: { width: 390, height: 844 } } as const;

describe('the size of the script', () => {
  it('is at most 12 kB, and each optional part is a file of its own', () => {
    const folder = join(import.meta.dirname, '..', '..', 'dist', 'storefront');
    const measured = globSync('**/*.js', { cwd: folder }).map((file) => ({
      name: file.replace(/-.{8}\.js$/, ''),
      bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
    }));
    for (const { name, bytes } of measured) print(`gzip, ${name}: ${bytes} bytes`);
    expect(measured.find(({ name }) => name === 'kindred.js')?.bytes).toBeLessThanOrEqual(12_000);
    const parts = [
      'banners',
      'carousel',
      'facets',
      'guided-choice',
      'html',
      'photo-search',
      'template',
      'verbose',
    ];
    expect(measured.map(({ name }) => name).sort()).toEqual([
      'kindred.js',
      ...parts.map((name) => `parts/${name}`),
    ]);
  });
});

describe('on a bare page of another origin', () => {
  const pages = {
    grid: () => tags.lookAlikes() + tags.keywords(),
    carousel: () => tags.lookAlikes('layout="carousel"') + tags.keywords('layout="carousel"'),
    facets: () => tags.lookAlikes('facets'),
    banner: () => tags.lookAlikes('pattern="banner"'),
    ad: () => tags.lookAlikes('pattern="ad"'),
    promotion: () => tags.lookAlikes('pattern="pin"'),
    'guided choice': () => tags.lookAlikes('pattern="choice" facets'),
  };

  it.each(Object.entries(pages))(
    '%s: nothing moves at 1440 and 390 px, and axe finds nothing',
    async (name, body) => {
      for (const [size, viewport] of Object.entries(sizes)) {
        const opened = await visit(`/${encodeURIComponent(name)}`, body(), { viewport });
        await waitFor(opened.page, 'ready');
        await opened.page.waitForLoadState('networkidle');
        await expectCalm(`${name}, ${size}`, opened);
        expect(await violations(opened.page)).toEqual([]);
      }
    },
  );

  it('loads a part only where it is used', async () => {
    stage.site.setPage('/parts', { body: tags.lookAlikes() });
    const loaded: string[] = [];
    const opened = await openPage('/parts', {});
    opened.page.on('request', (request) => loaded.push(request.url()));
    await waitFor(opened.page, 'ready');
    const ofParts = () => loaded.filter((url) => url.includes('/storefront/parts/')).length;
    expect(ofParts()).toBe(0);
    await all(opened.page).evaluate((element) => element.setAttribute('layout', 'carousel'));
    await expect.poll(ofParts).toBe(1);
  });
});

describe('in bad times', () => {
  const body = () => tags.lookAlikes('verbose') + tags.keywords('verbose');
  const quietBody = () => tags.lookAlikes() + tags.keywords();

  it('shows nothing and moves nothing when the service does not answer', async () => {
    stage.gateway.setMode('drop');
    const opened = await visit('/dropped', quietBody());
    await waitFor(opened.page, 'error');
    expect(await texts(opened.page)).toBe(',');
    await expectCalm('service away', opened);
    expect(await violations(opened.page)).toEqual([]);
  });

  it('tells a developer why, with `verbose`', async () => {
    stage.gateway.setMode('drop');
    const { page, console } = await visit('/dropped', body());
    await waitFor(page, 'error');
    await expect.poll(() => console.length).toBe(2);
    expect(console.join('\n')).toContain(
      `warning: <kindred-look-alikes>: ${stage.gateway.url}/ cannot be reached.`,
    );
    expect(console.join('\n')).toContain('connect-src');
    expect(await texts(page)).toBe(',');
  });

  it('shows nothing and moves nothing when the service is stopped and even the script is missing', async () => {
    const gone = await openGateway(stage.shop.url);
    await gone.close();
    stage.site.setPage('/stopped', { body: quietBody(), service: gone.url });
    const opened = await openPage('/stopped', {});
    await opened.page.waitForLoadState('networkidle');
    expect(await texts(opened.page)).toBe(',');
    await expectCalm('service stopped', opened);
  });

  it('keeps the space of a slow answer, gives up showing that it waits, and shows it when it comes', async () => {
    stage.gateway.setMode('hold');
    const opened = await visit('/slow', quietBody(), { reducedMotion: 'no-preference' });
    const { page } = opened;
    await expect.poll(() => stage.gateway.held()).toBe(2);
    const below = await page.locator('#below').boundingBox();
    expect(await texts(page)).toBe('Looks like this,Others searched for');
    // After three seconds the placeholders have faded: here their animations are ended at once.
    const opacities = await all(page).evaluateAll((elements) =>
      elements.flatMap((element) =>
        [...(element.shadowRoot?.querySelectorAll('.blank .link') ?? [])].map((blank) => {
          for (const animation of blank.getAnimations()) animation.finish();
          return getComputedStyle(blank).opacity;
        }),
      ),
    );
    expect(new Set(opacities)).toEqual(new Set(['0']));
    stage.gateway.release();
    await waitFor(page, 'ready');
    expect(await page.locator('#below').boundingBox()).toEqual(below);
    await expectCalm('3 s latency', opened);
  });

  it('gives up after `timeout`', async () => {
    stage.gateway.setMode('hold');
    const { page, console } = await visit('/timeout', tags.keywords('verbose timeout="1"'));
    await waitFor(page, 'error');
    await expect.poll(() => console.join()).toContain('No answer within 1 ms.');
  });

  it('shows nothing and moves nothing for an empty answer', async () => {
    const nothing = tags.lookAlikes('verbose').replace(stage.backpack, 'nobody sells this');
    const opened = await visit('/empty', nothing.replace('verbose', ''));
    await waitFor(opened.page, 'empty');
    expect(await texts(opened.page)).toBe('');
    await expectCalm('empty answer', opened);
    const verbose = await visit('/empty-verbose', nothing);
    await expect
      .poll(() => verbose.console.join())
      .toContain('<kindred-look-alikes>: the service has nothing for "nobody sells this".');
  });

  it('gives its space back where nobody sees it', async () => {
    const opened = await visit(
      '/far',
      `<div class="screen"></div>${tags.lookAlikes().replace(stage.backpack, 'none')}`,
    );
    await waitFor(opened.page, 'empty');
    await expect.poll(async () => (await all(opened.page).boundingBox())?.height).toBe(0);
    await expectCalm('empty answer below the fold', opened);
  });

  it('names the remedy when the key is not for this origin', async () => {
    const otherHost = stage.site.url.replace('127.0.0.1', 'localhost');
    const opened = await visit('/refused', quietBody(), {}, otherHost);
    await waitFor(opened.page, 'error');
    expect(await texts(opened.page)).toBe(',');
    await expectCalm('refused origin', opened);
    const { console } = await visit('/refused-verbose', tags.keywords('verbose'), {}, otherHost);
    await expect
      .poll(() => console.join())
      .toContain(`add ${otherHost} to the origins of the key (portal, Profile, API keys)`);
  });
});

describe('for every reader', () => {
  const body = () => tags.lookAlikes('facets pattern="choice"') + tags.keywords();

  it('is dark on a dark page', async () => {
    const looks = await Promise.all(
      (['light', 'dark'] as const).map(async (colorScheme) => {
        const opened = await visit('/dark', body(), { colorScheme });
        await waitFor(opened.page, 'ready');
        await expectCalm(colorScheme, opened);
        expect(await violations(opened.page)).toEqual([]);
        return opened.page
          .locator('kindred-look-alikes a')
          .first()
          .evaluate((link) => {
            const { color, backgroundColor } = getComputedStyle(link);
            return { color, backgroundColor };
          });
      }),
    );
    expect(looks[0]).not.toEqual(looks[1]);
  });

  it('runs from right to left, its carousel too', async () => {
    stage.site.setPage('/rtl', {
      body: tags.lookAlikes('layout="carousel"') + tags.keywords(),
      lang: 'ar',
      dir: 'rtl',
    });
    const opened = await openPage('/rtl', { viewport: sizes.phone, reducedMotion: 'reduce' });
    const { page } = opened;
    await waitFor(page, 'ready');
    await expectCalm('right to left', opened);
    expect(await violations(page)).toEqual([]);
    const list = page.locator('kindred-look-alikes ul');
    const [first, second] = await page.locator('kindred-look-alikes li').all();
    expect((await first?.boundingBox())?.x).toBeGreaterThan((await second?.boundingBox())?.x ?? Infinity);
    await page.getByRole('button', { name: 'Next' }).first().click();
    await expect.poll(() => list.evaluate(({ scrollLeft }) => scrollLeft)).toBeLessThan(-100);
  });

  it.each(Object.entries(sizes))('is readable at 200 %% zoom: %s', async (name, { width, height }) => {
    // A browser zooms by making its pixels larger and the page smaller.
    const viewport = { width: width / 2, height: height / 2 };
    const opened = await visit('/zoom', body(), { viewport, deviceScaleFactor: 2 });
    const { page } = opened;
    await waitFor(page, 'ready');
    await expectCalm(`200 % zoom, ${name}`, opened);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  });

  it('keeps its borders in forced colours', async () => {
    const opened = await visit('/forced', tags.lookAlikes('pattern="ad"'), { forcedColors: 'active' });
    await waitFor(opened.page, 'ready');
    await expectCalm('forced colours', opened);
    const badge = opened.page.locator('kindred-look-alikes .badge').first();
    const border = await badge.evaluate((element) => getComputedStyle(element).borderTopColor);
    expect(border).not.toContain('rgba');
  });
});
