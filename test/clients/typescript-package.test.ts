import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, type Rolldown } from 'vite';
import type {
  ClientOptions,
  ImageSearchQuery,
  KindredClient,
  RelatedKeywordsQuery,
} from '../../clients/typescript/src/client.ts';
import { buildPortal } from '../../scripts/build-portal.ts';
import { openBrowser } from '../portal/support/open-browser.ts';
import { openShop, type Shop } from '../support/http/shop.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

let folder: string;
let shop: Shop;
let url: string;
const closers: (() => Promise<void>)[] = [];

/** Installs the package that the service serves into an empty project. */
beforeAll(async () => {
  await buildPortal({ mode: 'clients' });
  folder = await mkdtemp(join(tmpdir(), 'kindred-client-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const tarball = join(root, 'dist', 'clients', 'kindred-client.tgz');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  shop = await openShop();
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  for (const close of closers) await close();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the installed package', () => {
  it('answers both operations against a running service', async () => {
    const { search, relatedKeywords, key } = shop.north;
    const script = `
      import { createClient } from '@kindred-search/client';
      const kindred = createClient({ baseUrl: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} });
      const search = { btr: ${JSON.stringify(search.tracker)}, identifier: 'p0', top: 3 };
      const first = await kindred.imageSearch(search);
      const second = await kindred.imageSearch(search);
      const related = await kindred.relatedKeywords({ btr: ${JSON.stringify(relatedKeywords.tracker)}, pattern: 'shirt' });
      const refused = await kindred.imageSearch({ btr: 'none', identifier: 'x' }).catch((error) => error);
      console.log(JSON.stringify({
        status: first.body.resultStatus, pageSize: first.body.pageSize, version: first.version,
        fromCache: [first.fromCache, second.fromCache], suggestions: related.body.suggestions?.length ?? 0,
        refused: [refused.name, refused.kind, refused.status],
      }));`;
    await writeFile(join(folder, 'use.js'), script);
    const { stdout } = await run(process.execPath, ['use.js'], { cwd: folder });
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(result).toMatchObject({
      status: 'resultFound',
      pageSize: 3,
      fromCache: [false, true],
      refused: ['KindredError', 'refused', 400],
    });
    expect(result.suggestions).toBeGreaterThan(0);
    expect(result.version).toEqual(expect.any(String));
  });

  it('changes a product, and reads it as it is then', async () => {
    const key = await shop.addSubscription({ name: 'stock', kind: 'ingest' });
    const { tracker } = shop.north.website;
    const script = `
      import { createClient } from '@kindred-search/client';
      const kindred = createClient({ baseUrl: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} });
      const changed = await kindred.updateProducts([{ identifier: 'p1', price: 12.5 }]);
      const refused = await kindred.updateProducts([{ identifier: 'no such product', price: 1 }]);
      const { record } = await kindred.currentProduct(${JSON.stringify(tracker)}, 'p1');
      console.log(JSON.stringify([changed.accepted, refused.accepted, refused.items[0].status, record.price]));`;
    await writeFile(join(folder, 'change.js'), script);
    const { stdout } = await run(process.execPath, ['change.js'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual([1, 0, 404, 12.5]);
  });

  it('type checks in a strict project, and refuses a misspelt parameter', async () => {
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    const head =
      "import { createClient } from '@kindred-search/client';\nconst k = createClient({ baseUrl: '', key: '' });\n";
    await writeFile(
      join(folder, 'good.ts'),
      `${head}const { body } = await k.imageSearch({ btr: '', identifier: '' });\nexport const n: number = body.resultCount;\n`,
    );
    await writeFile(join(folder, 'bad.ts'), `${head}await k.imageSearch({ btr: '', identifer: '' });\n`);
    const compile = (file: string) => run(bin('tsc'), [...options, file], { cwd: folder });
    await compile('good.ts');
    const failure: unknown = await compile('bad.ts').catch((error: unknown) => error);
    expect(failure).toHaveProperty('stdout');
    expect(JSON.stringify(failure)).toContain('identifer');
  });

  it('is at most 5 kB compressed in a bundle, and works in a browser from another origin', async () => {
    const code = await bundle();
    const size = gzipSync(code).length;
    process.stdout.write(`@kindred-search/client: ${size} bytes compressed, ${code.length} bytes minified\n`);
    expect(code).toContain('if-none-match');
    expect(size).toBeLessThanOrEqual(5 * 1024);

    const { origin, page } = await openPage(code);
    const { search, relatedKeywords } = shop.north;
    const key = await shop.addSubscription({ name: 'browser', kind: 'publishable', origins: [origin] });
    const result = await page.evaluate(callFromBrowser, {
      options: { baseUrl: url, key },
      search: { btr: search.tracker, identifier: 'p0', top: 3 },
      related: { btr: relatedKeywords.tracker, pattern: 'shirt' },
    });
    expect(result).toMatchObject({
      found: [3, 'resultFound'],
      fromCache: [false, true],
      refused: ['KindredError', 'refused', 400],
      aborted: 'left the page',
    });
    expect(result.version).toEqual(expect.any(String));
    expect(result.requestId).toEqual(expect.any(String));
    expect(result.suggestions).toBeGreaterThan(0);
  });

  const bundle = async (): Promise<string> => {
    const entry = join(folder, 'node_modules', '@kindred-search', 'client', 'dist', 'client.js');
    const result = await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
    });
    const [output] = result as Rolldown.RolldownOutput[];
    return output?.output[0].code ?? '';
  };
});

/** A page of a shop: an origin of its own, beside the service. */
const openPage = async (code: string) => {
  const script = "import { createClient } from '/client.js'; globalThis.createClient = createClient;";
  const html = `<!doctype html><title>Shop</title><script type="module">${script}</script>`;
  const server = createServer(({ url: path }, response) => {
    const isModule = path === '/client.js';
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? code : html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  closers.push(async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const page = await browser.newPage();
  await page.goto(origin);
  return { origin, page };
};

type BrowserCalls = {
  readonly options: ClientOptions;
  readonly search: ImageSearchQuery;
  readonly related: RelatedKeywordsQuery;
};

/** Runs in the page, so it uses nothing of this file. */
const callFromBrowser = async ({ options, search, related }: BrowserCalls) => {
  const { createClient } = globalThis as unknown as { createClient: (given: ClientOptions) => KindredClient };
  const kindred = createClient(options);
  const first = await kindred.imageSearch(search);
  const second = await kindred.imageSearch(search);
  const words = await kindred.relatedKeywords(related);
  const refusal = (await kindred
    .imageSearch({ ...search, btr: related.btr })
    .catch((error: unknown) => error)) as {
    name: string;
    kind: string;
    status: number;
  };
  const signal = AbortSignal.abort(new Error('left the page'));
  const aborted = await kindred.imageSearch(search, { signal }).catch((error: unknown) => error);
  return {
    found: [first.body.documents?.length, first.body.resultStatus],
    version: first.version,
    requestId: first.requestId,
    fromCache: [first.fromCache, second.fromCache],
    suggestions: words.body.suggestions?.length ?? 0,
    refused: [refusal.name, refusal.kind, refusal.status],
    aborted: aborted instanceof Error ? aborted.message : null,
  };
};
