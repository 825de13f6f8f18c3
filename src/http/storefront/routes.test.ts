import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientRoutes, storefrontRoutes } from './routes.ts';

const app = fastify();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-storefront-'));
  storefrontRoutes(app, folder);
  clientRoutes(app, join(folder, 'packages'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const anyOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

describe('/storefront/kindred.js', () => {
  it('may be loaded from any origin, and supports ETag and gzip', async () => {
    const url = '/storefront/kindred.js';
    expect((await app.inject({ url })).statusCode).toBe(503);
    await writeFile(join(folder, 'kindred.js'), 'export {};');
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, body]).toEqual([200, 'export {};']);
    expect(headers).toMatchObject({
      ...anyOrigin,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
  });
});

describe('/storefront/parts', () => {
  beforeAll(async () => {
    await mkdir(join(folder, 'parts'), { recursive: true });
    await writeFile(join(folder, 'parts', 'facets-a1b2.js'), 'export const a = 1;');
    await writeFile(join(folder, 'secret.js'), 'export const secret = 1;');
  });

  it('serves a part for good, because its name carries a hash', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/storefront/parts/facets-a1b2.js' });
    expect([statusCode, body]).toEqual([200, 'export const a = 1;']);
    expect(headers).toMatchObject({
      ...anyOrigin,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('answers 404 without caching for a part of an older version', async () => {
    const { statusCode, headers } = await app.inject({ url: '/storefront/parts/facets-old.js' });
    expect(statusCode).toBe(404);
    expect(headers).toMatchObject({ ...anyOrigin, 'cache-control': 'no-store' });
  });

  it.each(['..%2fsecret.js', '%2e%2e%2fsecret.js', '.built-from', '..%5csecret.js', 'a%00.js'])(
    'serves nothing outside its folder: %s',
    async (name) => {
      const { statusCode, body } = await app.inject({ url: `/storefront/parts/${name}` });
      expect(statusCode).toBe(404);
      expect(body).not.toContain('secret = 1');
    },
  );
});

describe('/clients', () => {
  const url = '/clients/kindred-react.tgz';

  it('serves a package that was built, and says what to do where none was', async () => {
    const before = await app.inject({ url });
    expect([before.statusCode, before.body]).toEqual([503, expect.stringContaining('`npm start`')]);
    await mkdir(join(folder, 'packages'));
    await writeFile(join(folder, 'packages', 'kindred-react.tgz'), 'packed');
    const { statusCode, headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect([statusCode, body]).toEqual([200, 'packed']);
    expect(headers).toMatchObject({ 'content-type': 'application/gzip', 'cache-control': 'no-cache' });
    expect(headers).not.toHaveProperty('content-encoding');
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  it.each(['kindred-angular.tgz', '..%2fsecret.js', '.built-from'])(
    'names its packages for %s',
    async (name) => {
      const { statusCode, headers, body } = await app.inject({ url: `/clients/${name}` });
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
      expect(body).toContain('kindred-client.tgz, kindred-react.tgz, kindred-vue.tgz');
    },
  );
});
