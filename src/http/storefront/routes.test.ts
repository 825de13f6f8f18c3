import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storefrontRoutes } from './routes.ts';

const app = fastify();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-storefront-'));
  storefrontRoutes(app, folder);
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe('/storefront/kindred.js', () => {
  it('may be loaded from any origin, and supports ETag and gzip', async () => {
    const url = '/storefront/kindred.js';
    expect((await app.inject({ url })).statusCode).toBe(503);
    await writeFile(join(folder, 'kindred.js'), 'export {};');
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, body]).toEqual([200, 'export {};']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
  });
});
