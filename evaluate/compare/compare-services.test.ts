import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../test/support/http/shop.ts';
import { compareServices, renderComparison, type Service } from './compare-services.ts';

let shops: Shop[];
let services: Service[];
beforeAll(async () => {
  shops = [await openShop(), await openShop()];
  services = await Promise.all(
    shops.map(async ({ app, north }) => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as AddressInfo;
      const { key, search, relatedKeywords } = north;
      const url = `http://127.0.0.1:${port}/`;
      return { url, key, search: search.tracker, related: relatedKeywords.tracker };
    }),
  );
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const inputs = { identifiers: ['p0', 'p1', 'nobody'], patterns: ['shirt', 'unknown'] };
const compare = (changes: Partial<Service> = {}) => {
  const [here, there] = services;
  if (here === undefined || there === undefined) throw new Error('Two services are needed.');
  return compareServices(here, { ...there, ...changes }, inputs);
};

describe('compareServices', () => {
  it('finds no difference between two equal services', async () => {
    const comparison = await compare();
    expect(comparison).toMatchObject({ requests: 5, equal: 5, different: [] });
    expect(renderComparison(comparison)).toMatch(
      /^5 requests, 5 equal, 0 different\n\d+ fields of product records, all with the same name and type$/,
    );
  });

  it('reports exactly the known difference: a product with a redirect there', async () => {
    const [, there] = shops;
    const effect = {
      kind: 'redirect',
      url: 'https://shop.example/sale',
    } as const;
    const { ruleId } =
      (await there?.addCampaign({ name: 'sale', when: { identifiers: ['p1'] }, effect })) ?? {};
    expect(ruleId).toBeGreaterThan(0);
    const { different, equal } = await compare();
    expect(equal).toBe(4);
    expect(different.map(({ request }) => request)).toEqual(['/search/imagesearch p1']);
    expect(different[0]).toMatchObject({
      statuses: [200, 200],
      shape: ['$.redirect: missing, there object'],
      overlap: 0,
    });
    expect(different[0]?.counts?.[1]).toBe(0);
  });

  it('reports another status', async () => {
    const { different } = await compare({ key: 'wrong' });
    expect(different.map(({ statuses }) => statuses)).toEqual(Array(5).fill([200, 401]));
    expect(renderComparison({ requests: 5, equal: 0, different, records: [] })).toContain(
      'status 200, there 401',
    );
  });

  it('says which service cannot be reached', async () => {
    const url = 'http://127.0.0.1:9';
    await expect(compare({ url })).rejects.toMatchObject({
      code: 'unavailable',
      message: `${url} cannot be reached.`,
    });
  });
});

type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

describe('kindred compare', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-compare-'));
    await writeFile(join(folder, 'identifiers.txt'), 'p0\r\np1\n\n');
    await writeFile(join(folder, 'patterns.txt'), 'shirt\n');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The real program; `there` has a redirect for p1. */
  const run = (words: string[], settings: Record<string, string> = {}): Promise<Ran> =>
    new Promise((resolve, reject) => {
      const entry = join(import.meta.dirname, '..', '..', 'bin', 'kindred.js');
      const [here, there] = services;
      const env = {
        ...process.env,
        NODE_OPTIONS: '',
        KINDRED_DATA: join(folder, 'data'),
        KINDRED_KEY: here?.key,
        KINDRED_OTHER_KEY: there?.key,
        ...settings,
      };
      const child = spawn(process.execPath, [entry, 'compare', ...words], { cwd: folder, env });
      let out = '';
      let err = '';
      child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
      child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
      child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
    });
  const ask = (...more: string[]): Promise<Ran> => {
    const [here, there] = services;
    return run([
      there?.url ?? '',
      ...['--here', here?.url ?? '', '--search', here?.search ?? '', '--other-search', there?.search ?? ''],
      ...['--related', here?.related ?? '', '--other-related', there?.related ?? ''],
      ...more,
    ]);
  };
  const files = ['--identifiers', 'identifiers.txt', '--patterns', 'patterns.txt'];

  it('prints exactly the known difference, and is strict on request', async () => {
    const { code, out, err } = await ask(...files);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').slice(0, 3)).toEqual([
      '3 requests, 2 equal, 1 different',
      '  /search/imagesearch p1',
      '    $.redirect: missing, there object',
    ]);
    expect(out).toContain('    overlap 0.00');
    expect((await ask(...files, '--strict')).code).toBe(5);
    expect((await ask('--patterns', 'patterns.txt', '--strict')).code).toBe(0);
  });

  it('asks the service at KINDRED_PORT unless --here names another', async () => {
    const [here, there] = services;
    const { port } = new URL(here?.url ?? '');
    const words = [there?.url ?? '', '--search', here?.search ?? '', '--other-search', there?.search ?? ''];
    const { code, out } = await run([...words, '--identifiers', 'identifiers.txt'], { KINDRED_PORT: port });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('2 requests') as string });
    const away = await run([...words, '--identifiers', 'identifiers.txt'], { KINDRED_PORT: '9' });
    expect(away.err).toContain('http://127.0.0.1:9 cannot be reached.');
    expect(away.err).toContain('--here <url>');
  });

  it('prints one JSON document with --json', async () => {
    const { code, out } = await ask(...files, '--json');
    expect(code).toBe(0);
    const comparison = JSON.parse(out) as { different: { request: string }[] };
    expect(comparison).toMatchObject({ requests: 3, equal: 2 });
    expect(comparison.different.map(({ request }) => request)).toEqual(['/search/imagesearch p1']);
  });

  it.each([
    ['no file', [], 2, 'There is nothing to ask for.'],
    ['a file that is missing', ['--identifiers', 'nowhere.txt'], 3, 'The file nowhere.txt cannot be read.'],
    ['a file without its box', ['--search=', '--identifiers', 'identifiers.txt'], 2, '--search is missing.'],
  ])('refuses %s', async (_, words, code, message) => {
    const ran = await ask(...words);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
  });

  it('explains itself, with examples', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const text of ['--identifiers', '--strict', '--json', 'KINDRED_OTHER_KEY', 'Examples:'])
      expect(out).toContain(text);
  });
});
