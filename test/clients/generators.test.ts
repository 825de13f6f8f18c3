import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/http/shop.ts';

/*
 * Two generators that shops use read the documents as the service serves them. What they write is type-checked
 * together with a small program; a program with a mistake must not pass.
 */
const run = promisify(execFile);
const tsc = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc');
const compilerOptions = [
  ...['--strict', '--skipLibCheck', '--noUncheckedIndexedAccess'],
  ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'],
];

let folder: string;
let shop: Shop;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-generators-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  shop = await openShop();
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const compile = async (files: readonly string[], more: readonly string[] = ['--noEmit']): Promise<string> => {
  try {
    await run(tsc, [...compilerOptions, ...more, ...files], { cwd: folder });
    return '';
  } catch (failure) {
    return (failure as { stdout: string }).stdout;
  }
};

const documents = ['openapi.json', 'openapi-3.0.json'];

const callTypes = `import type { operations, components } from './types.ts';
type Query = operations['imageSearch']['parameters']['query'];
type Answer = operations['imageSearch']['responses'][200]['content']['application/json'];
export const query: Query = { btr: '3a5f1b99-d6b0-4822-a6b8-cc0de8223653', identifier: 'TR-101', top: 12 };
export const read = (answer: Answer) => {
  const words: string[] = Object.values(answer.explainedAlteredQuery ?? {}).flat();
  const prices: unknown[] = (answer.documents ?? []).map(({ document }) => document?.['price']);
  const target: string | null = answer.redirect?.url ?? null;
  const position: 'filterTop' | undefined = answer.banners?.find((banner) => banner.position === 'filterTop') && 'filterTop';
  return { words, prices, target, position, count: answer.resultCount satisfies number };
};
export const refusal: components['schemas']['GatewayError'] = { statusCode: 401, message: 'No key.' };
`;

describe.each(documents)('openapi-typescript with %s', (name) => {
  it('writes types that a strict program can use, and that refuse mistakes', async () => {
    const types = astToString(await openapiTypescript(new URL(`${url}/${name}`)));
    await writeFile(join(folder, 'types.ts'), types);
    await writeFile(join(folder, 'call.ts'), callTypes);
    await writeFile(
      join(folder, 'mistakes.ts'),
      `import type { components } from './types.ts';
type Answer = components['schemas']['ImageSearchResult'];
export const status: Answer['resultStatus'] = 'errorOccurred';
export const read = (answer: Answer) => [answer.documents.length, answer.strategie];
`,
    );
    const faults = await compile(['call.ts', 'mistakes.ts'], ['--noEmit', '--allowImportingTsExtensions']);
    expect(faults.split('\n').filter((line) => !/^(mistakes\.ts\(|\s|$)/.test(line))).toEqual([]);
    expect(faults).toContain(`Type '"errorOccurred"' is not assignable`);
    expect(faults).toContain("'answer.documents' is possibly 'null'");
    expect(faults).toContain("Property 'strategie' does not exist");
  });
});

describe.each(documents)('@hey-api/openapi-ts with %s', (name) => {
  it('writes a client that compiles, asks both operations and reads an error', async () => {
    const target = join(folder, name.replace(/\W/g, '-'));
    await mkdir(target);
    const input = (await (await fetch(`${url}/${name}`)).json()) as Record<string, unknown>;
    await createClient({
      input,
      output: { path: join(target, 'sdk'), importFileExtension: '.js' },
      logs: { level: 'silent' },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    });
    const { key, search, relatedKeywords } = shop.north;
    const boxes = { search: search.tracker, related: relatedKeywords.tracker };
    await writeFile(
      join(target, 'use.ts'),
      `import { client } from './sdk/client.gen.js';
import { imageSearch, relatedKeywords } from './sdk/index.js';
const boxes = ${JSON.stringify(boxes)};
client.setConfig({ baseUrl: ${JSON.stringify(url)}, headers: { 'Ocp-Apim-Subscription-Key': ${JSON.stringify(key)} } });
const found = await imageSearch({ query: { btr: boxes.search, identifier: 'p0', top: 3 } });
const related = await relatedKeywords({ query: { btr: boxes.related, pattern: 'shirt' } });
const refused = await imageSearch({ query: { btr: boxes.related, identifier: 'p0' } });
const text: string = typeof refused.error === 'string' ? refused.error : '';
const count: number = found.data?.resultCount ?? 0;
console.log(JSON.stringify({ page: found.data?.documents?.length, count, words: related.data?.suggestions?.length, text }));
`,
    );
    const use = join(target, 'use.ts');
    expect(await compile([use], ['--outDir', join(target, 'dist'), '--rootDir', target])).toBe('');
    await writeFile(join(target, 'package.json'), '{ "type": "module" }');
    const { stdout } = await run(process.execPath, [join(target, 'dist', 'use.js')]);
    const result = JSON.parse(stdout) as { page: number; count: number; words: number; text: string };
    expect(result.page).toBe(3);
    expect(result.count).toBeGreaterThanOrEqual(3);
    expect(result.words).toBeGreaterThan(0);
    expect(result.text).toMatch(/^btr: /);
  });
});
