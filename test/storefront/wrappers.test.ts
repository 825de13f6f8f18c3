import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPortal } from '../../scripts/build-portal.ts';
import { violations } from '../portal/support/axe.ts';
import { bundleApp } from './support/bundle-app.ts';
import { createFreshProject, type FreshProject } from './support/fresh-project.ts';
import { renderPrograms } from './support/render-programs.ts';
import { type Stage, withStage } from './support/open-stage.ts';
import { renderLookAlikes, renderRelatedKeywords } from '../../clients/typescript/src/elements.ts';
import { createClient } from '../../clients/typescript/src/client.ts';
import { type Visit, visitPage } from './support/visit.ts';

/*
 * The packages that the service serves, installed in fresh projects outside of the repository, at both ends of what they
 * say to work with; and the elements in pages that a server rendered.
 */
let stage: Stage;
const visits: Visit[] = [];

withStage(async (opened) => {
  stage = opened;
  await buildPortal({ mode: 'clients' });
});

const compiler = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc');
const compilerOptions =
  '--strict --noEmit --skipLibCheck --module nodenext --target es2022 --lib es2022,dom'.split(' ');

afterEach(async () => {
  stage.gateway.release();
  for (const visit of visits.splice(0)) await visit.close();
});

const visit = async (path: string): Promise<Visit> => {
  const opened = await visitPage(stage.browser, `${stage.site.url}${path}`);
  visits.push(opened);
  return opened;
};

describe.each([
  ['react', '18', ['react@18.0.0', 'react-dom@18.0.0', '@types/react@18']],
  ['react', '19', ['react@19', 'react-dom@19', '@types/react@19']],
  ['vue', '3.3', ['vue@3.3.0']],
  ['vue', '3', ['vue@3']],
] as const)('the package for %s, with version %s of it', (framework, version, packages) => {
  let project: FreshProject;

  beforeAll(async () => {
    const address = `${stage.shop.url}/clients/kindred-${framework}.tgz`;
    project = await createFreshProject([...packages, address]);
    await project.write(renderPrograms[framework]);
    stage.site.setFile(`/${framework}.js`, await bundleApp(project, framework));
  });
  afterAll(() => project.remove());

  it.each(['render.mjs', 'render.cjs'])(
    'renders the element on a server without a warning: %s',
    async (file) => {
      const html = await project.run(process.execPath, file);
      expect(html).toMatch(/^<kindred-look-alikes [^^]*><\/kindred-look-alikes>\n$/);
      for (const attribute of [
        'tracker="t"',
        'api-key="k"',
        'identifier="p"',
        'limit="4"',
        'heading-level="3"',
      ])
        expect(html).toContain(` ${attribute}`);
      expect(html).toContain(' explain');
      expect(html).toContain(' texts="{&quot;ad&quot;:&quot;A&quot;}"');
      expect(html).not.toContain('facets');
    },
  );

  it('has types for modules of both kinds, which refuse a misspelt property', async () => {
    expect(await project.run(compiler, ...compilerOptions, 'check.mts', 'check.cts')).toBe('');
  });

  const openApp = async () => {
    const { gateway, key, shop, backpack, site } = stage;
    site.setPage(`/${framework}`, {
      body: '',
      writesHtml: version === '3.3',
      app: `<div id="app" data-base="${gateway.url}" data-key="${key}" data-search="${shop.trackers.search}"
        data-related="${shop.trackers.related}" data-identifier="${backpack}"></div>
        <script type="module" src="/${framework}.js"></script>`,
    });
    const opened = await visit(`/${framework}`);
    const alike = opened.page.locator('kindred-look-alikes');
    await expect.poll(() => alike.getAttribute('state')).toBe('ready');
    return { ...opened, alike };
  };

  it('shows lists with the attributes of its properties, and passes events on', async () => {
    const { page, alike, console } = await openApp();
    expect(await alike.getAttribute('class')).toBe('alike');
    expect(await alike.getAttribute('heading-level')).toBe('3');
    expect(await alike.getAttribute('api-key')).toBe(stage.key);
    expect(await alike.getAttribute('explain')).toBe('');
    expect(await alike.getAttribute('facets')).toBeNull();
    await page.getByRole('heading', { name: 'Looks like this', level: 3 }).waitFor();
    await expect.poll(() => alike.locator('li.item').count()).toBe(4);
    await expect.poll(() => page.locator('html').getAttribute('data-version')).not.toBeNull();
    await alike.locator('li.item a').nth(1).click();
    await expect.poll(() => page.locator('html').getAttribute('data-selected')).toMatch(/ 2 of 4$/);
    expect(page.url()).toBe(`${stage.site.url}/${framework}`);
    await expect.poll(() => page.locator('kindred-related-keywords').getAttribute('state')).toBe('ready');
    expect(await violations(page)).toEqual([]);
    expect(console).toEqual([]);
  });

  it('changes the list with its properties, and its handlers with them', async () => {
    const { page, alike, console } = await openApp();
    await page.getByRole('button', { name: 'Fewer' }).click();
    await expect.poll(() => alike.locator('li.item').count()).toBe(2);
    await alike.locator('li.item a').first().click();
    await expect.poll(() => page.locator('html').getAttribute('data-selected')).toMatch(/ 1 of 2$/);
    await page.getByRole('button', { name: 'Away' }).click();
    await expect.poll(() => alike.count()).toBe(0);
    expect(console).toEqual([]);
  });
});

describe('the package for programs', () => {
  let project: FreshProject;

  beforeAll(async () => {
    project = await createFreshProject([`${stage.shop.url}/clients/kindred-client.tgz`]);
    const { shop, backpack } = stage;
    const options = JSON.stringify({ baseUrl: shop.url, key: shop.key });
    const search = JSON.stringify({ btr: shop.trackers.search, identifier: backpack, top: 3 });
    const call = `createClient(${options}).imageSearch(${search}).then(({ body }) =>
      console.log(body.documents.length, renderLookAlikes({ attributes: {}, answer: { body, requestId: null, version: null } }).length > 0));`;
    const check = `const n: Promise<number> = createClient({ baseUrl: '', key: '' }).updateProducts([{ identifier: 'p', stock: 0 }]).then((report) => report.accepted);
      void n;
      // @ts-expect-error a misspelt parameter
      void createClient({ baseUrl: '', key: '' }).imageSearch({ btr: '', identifer: '' });
      void renderLookAlikes({ attributes: {} });`;
    const imports = `import { createClient } from '@kindred-search/client';
      import { renderLookAlikes } from '@kindred-search/client/elements';`;
    await project.write({
      'call.mjs': `${imports}\n${call}`,
      'call.cjs': `const { createClient } = require('@kindred-search/client');
        const { renderLookAlikes } = require('@kindred-search/client/elements');\n${call}`,
      'check.mts': `${imports}\n${check}`,
      'check.cts': `${imports}\n${check}`,
    });
  });
  afterAll(() => project.remove());

  it.each(['call.mjs', 'call.cjs'])('calls the service and renders its answer: %s', async (file) => {
    expect(await project.run(process.execPath, file)).toBe('3 true\n');
  });

  it('has types for modules of both kinds, which refuse a misspelt parameter', async () => {
    const options = compilerOptions.filter((option) => option !== '--skipLibCheck');
    expect(await project.run(compiler, ...options, 'check.mts', 'check.cts')).toBe('');
  });
});

describe('a page that a server rendered', () => {
  const render = async (withAnswer: boolean): Promise<string> => {
    const { gateway, key, shop, backpack } = stage;
    const client = createClient({ baseUrl: gateway.url, key: shop.key });
    const { search, related } = shop.trackers;
    const alike = { tracker: search, key, identifier: backpack, heading: 'Looks like this', lang: 'en' };
    const keywords = { tracker: related, key, pattern: 'backpack', heading: 'Others searched for' };
    if (!withAnswer)
      return (
        renderLookAlikes({ attributes: alike, nonce: 'n1' }) +
        renderRelatedKeywords({ attributes: keywords, nonce: 'n1' })
      );
    const found = await client.imageSearch({ btr: search, identifier: backpack, top: 8 });
    const words = await client.relatedKeywords({ btr: related, pattern: 'backpack' });
    return (
      renderLookAlikes({ attributes: alike, answer: found, nonce: 'n1' }) +
      renderRelatedKeywords({ attributes: keywords, answer: words, nonce: 'n1' })
    );
  };
  /** What the tiles hold and how high the lists are. */
  const look = (page: Visit['page']) =>
    page.locator('kindred-look-alikes, kindred-related-keywords').evaluateAll((elements) =>
      elements.map((element) => ({
        height: element.getBoundingClientRect().height,
        items: [...(element.shadowRoot?.querySelectorAll('li.item') ?? [])].map((item) => item.textContent),
      })),
    );

  it('shows its lists without a script, and the elements take them over without a call and without a shift', async () => {
    const body = await render(true);
    const { site, gateway } = stage;
    site.setPage('/static', { body, service: 'http://127.0.0.1:9', nonce: 'n1' });
    const still = await visit('/static');
    const before = await look(still.page);
    expect(before.map(({ items }) => items.length)).toEqual([8, 8]);
    site.setPage('/rendered', { body, nonce: 'n1' });
    gateway.setMode('drop');
    const alive = await visit('/rendered');
    await expect
      .poll(() => alive.page.evaluate(() => customElements.get('kindred-look-alikes') !== undefined))
      .toBe(true);
    await expect.poll(() => look(alive.page)).toEqual(before);
    gateway.release();
    expect(await alive.page.locator('kindred-look-alikes').getAttribute('state')).toBe('ready');
    expect(await alive.layoutShift()).toBe(0);
    expect(alive.console).toEqual([]);
    expect(await violations(alive.page)).toEqual([]);
  });

  it('reserves the space of lists that the elements load', async () => {
    stage.site.setPage('/reserved', { body: await render(false), nonce: 'n1' });
    const { page, layoutShift, console } = await visit('/reserved');
    for (const tag of ['kindred-look-alikes', 'kindred-related-keywords'])
      await expect.poll(() => page.locator(tag).getAttribute('state')).toBe('ready');
    expect(await layoutShift()).toBe(0);
    expect(console).toEqual([]);
  });
});
